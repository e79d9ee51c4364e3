/** People of a yearly report without a certification of tax residence: their country is that of the address. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CarfSummary } from '@tunjo/contract/regulatory-carf'
import { useTranslation } from 'react-i18next'
import { personPage } from '../../../../../parts/person-page.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'

export function Uncertified({ count, userIds }: NonNullable<CarfSummary['uncertified']>) {
  const { t } = useTranslation('regulatory')
  return (
    <Alert color="amber" role="note" mt="md" title={t('carf.uncertifiedTitle', { count })}>
      <p>{t('carf.uncertifiedText')}</p>
      <ul className={classes.list}>
        {userIds.map((userId, index) => (
          <li key={userId}>
            <Anchor component={Link} to={personPage(userId)} size="sm">
              {t('carf.uncertifiedPerson', { place: index + 1 })}
            </Anchor>
          </li>
        ))}
      </ul>
      {count > userIds.length && <p>{t('carf.uncertifiedMore', { count: count - userIds.length })}</p>}
    </Alert>
  )
}
