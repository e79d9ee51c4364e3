/** /application/administrative/roles-list, 'Lista de roles' (ADM-15): each staff role with its permissions, from the contract. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { labelOfPermission, STAFF_ROLE, STAFF_ROLES } from '@tunjo/contract/permissions'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../i18n/language.ts'
import { Card } from '../../../../ui/card.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import classes from './roles.module.css'

export default function RolesScreen() {
  const { t } = useTranslation('staff')
  const language = currentLanguage()
  return (
    <>
      <PageHeader title={t('rolesTitle')} text={t('rolesText')} />
      <div className={classes.roles}>
        {STAFF_ROLES.map((role) => (
          <Card
            key={role}
            title={STAFF_ROLE[role][language]}
            actions={
              <Anchor
                renderRoot={(props) => <Link to="/application/administrative/users" search={{ role }} {...props} />}
                aria-label={t('peopleOf', { role: STAFF_ROLE[role][language] })}
              >
                {t('people')}
              </Anchor>
            }
          >
            <p className={classes.purpose}>{t(`purpose.${role}`)}</p>
            <ul className={classes.permissions}>
              {STAFF_ROLE[role].permissions.map((name) => (
                <li key={name}>{labelOfPermission(name, language)}</li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}
