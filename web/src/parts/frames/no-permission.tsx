/** Replacement for a page that the officer's roles do not permit: the required permission, and who grants it. No call is sent. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { labelOfPermission, type Permission } from '@tunjo/contract/permissions'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../i18n/language.ts'
import states from '../../ui/states.module.css'

export function NoPermission({ permission, home }: { permission: Permission; home: string }) {
  const { t } = useTranslation('staff')
  return (
    <div className={states.state}>
      <h1 className={states.heading}>{t('noPermission.title')}</h1>
      <p className={states.text}>{t('noPermission.text', { permission: labelOfPermission(permission, currentLanguage()) })}</p>
      <Button component={Link} to={home} variant="default">
        {t('noPermission.home')}
      </Button>
    </div>
  )
}
