/** Any address that is not ours. */
import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HOME, mayHaveSession } from '../../session-hint.ts'
import { Logo } from '../../ui/logo.tsx'
import classes from '../../ui/states.module.css'

export function NotFoundScreen() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes.state}>
      <Logo size={56} withName={false} />
      <Title order={1}>{t('notFound.title')}</Title>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Button component={Link} to={mayHaveSession() ? HOME : '/'}>
        {t('notFound.home')}
      </Button>
    </div>
  )
}
