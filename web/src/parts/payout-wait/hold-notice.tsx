/** Notice that withdrawals are held, with end and reason: an attacker who changed credentials cannot withdraw the money immediately. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { holdQuery } from '../../api/credentials.ts'
import { useAccount } from '../../session.ts'
import { WaitUntil } from './wait-until.tsx'

export function HoldNotice() {
  const { t } = useTranslation('pause')
  const { data } = useQuery(holdQuery)
  const account = useAccount()
  // Officers have no withdrawals.
  if (!data?.hold || !account?.authorities.includes('ROLE_USER')) return null
  const { until, reason } = data.hold
  return (
    <Alert color="amber" role="status" title={t('hold.title')}>
      <div>
        {t(`hold.${reason}`)} {t('hold.until')} <WaitUntil until={new Date(until)} />
      </div>
      <div>{t('hold.text')}</div>
    </Alert>
  )
}
