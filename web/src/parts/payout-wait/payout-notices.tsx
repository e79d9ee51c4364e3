/**
 * Notices about held withdrawals, shown before a request: a change of the account, or a new bank account. A notice that arrives when the
 * page is already visible is a collapsed line.
 */
import { Alert, Button, Stack } from '@mantine/core'
import { IconHourglassHigh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdQuery } from '../../api/credentials.ts'
import { accountsQuery } from '../../api/payments.ts'
import { useIsPageReady } from '../page-ready.ts'
import { HoldNotice } from './hold-notice.tsx'
import { WaitUntil } from './wait-until.tsx'

export function PayoutNotices() {
  const { t } = useTranslation('pause')
  const notices = useNotices()
  const isInTime = useInTime(notices.map(({ key }) => key))
  const [isOpen, setOpen] = useState(false)
  if (notices.length === 0) return null
  const shown = notices.filter(({ key }) => isOpen || isInTime(key))
  return (
    <Stack gap="sm">
      {shown.map(({ notice }) => notice)}
      {shown.length < notices.length && (
        <div role="status">
          <Button
            variant="light"
            color="amber"
            fullWidth
            leftSection={<IconHourglassHigh size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('late')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

function useNotices(): readonly { key: string; notice: ReactNode }[] {
  const { data: pause } = useQuery(holdQuery)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const ofAccounts = accounts.flatMap(({ id, alias, heldUntil }) =>
    heldUntil === null ? [] : { key: id, notice: <AccountNotice key={id} alias={alias} heldUntil={heldUntil} /> },
  )
  return pause?.hold ? [{ key: 'hold', notice: <HoldNotice key="hold" /> }, ...ofAccounts] : ofAccounts
}

function AccountNotice({ alias, heldUntil }: { alias: string; heldUntil: string }) {
  const { t } = useTranslation('pause')
  return (
    <Alert color="amber" role="status" title={t('account.title', { alias })}>
      {t('account.text')} <WaitUntil until={new Date(heldUntil)} />
    </Alert>
  )
}

/** Whether a notice arrived before the page was visible. */
function useInTime(keys: readonly string[]): (key: string) => boolean {
  const isPageReady = useIsPageReady()
  const [early, setEarly] = useState<readonly string[]>([])
  const isNew = !isPageReady && keys.some((key) => !early.includes(key))
  useEffect(() => {
    if (isNew) setEarly(keys)
  }, [isNew, keys])
  return (key) => early.includes(key) || !isPageReady
}
