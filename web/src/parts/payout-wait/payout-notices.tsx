/** What keeps withdrawals waiting, told before anybody asks for one: a change of the account, or a bank account that is new. */
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { holdQuery } from '../../api/credentials.ts'
import { accountsQuery } from '../../api/payments.ts'
import { HoldNotice } from './hold-notice.tsx'
import { WaitUntil } from './wait-until.tsx'

export function PayoutNotices() {
  const { t } = useTranslation('pause')
  const { data: pause } = useQuery(holdQuery)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const waiting = accounts.filter(({ heldUntil }) => heldUntil !== null)
  if (!pause?.hold && waiting.length === 0) return null
  return (
    <Stack gap="sm">
      <HoldNotice />
      {waiting.map(({ id, alias, heldUntil }) => (
        <Alert key={id} color="amber" role="status" title={t('account.title', { alias })}>
          {t('account.text')} {heldUntil && <WaitUntil until={new Date(heldUntil)} />}
        </Alert>
      ))}
    </Stack>
  )
}
