/** One treasury movement: officers, reason and state; for a pending refill, the amount and address, and the action to cancel it. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TreasuryMovement } from '@tunjo/contract/treasury'
import { useTranslation } from 'react-i18next'
import { cancelRefill, TREASURY, targetsQuery } from '../../../../api/treasury.ts'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { TransactionLink } from '../../../../parts/transaction-link.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Hash } from '../../../../ui/hash.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import { MovementBadge } from './movement-badge.tsx'
import { TreasuryFigure } from './treasury-figure.tsx'

export function MovementModal({ movement, onClose }: { movement: TreasuryMovement | null; onClose: () => void }) {
  const { t } = useTranslation('treasury')
  return (
    <Modal opened={movement !== null} onClose={onClose} title={movement ? t(`kind.${movement.kind}`) : ''}>
      {movement && <Shown movement={movement} onClose={onClose} />}
    </Modal>
  )
}

function Shown({ movement, onClose }: { movement: TreasuryMovement; onClose: () => void }) {
  const { t } = useTranslation('treasury')
  const { data: targets } = useQuery(targetsQuery)
  const { kind, state, asset, amount, failure, maker, checker, reason, transactionHash, creationDate, endedAt } = movement
  const isAwaited = kind === 'refill' && state === 'APPROVED'
  const address = (value: string | null | undefined) => (value ? <Hash value={value} what={t('what')} /> : '—')
  const lines: SummaryLine[] = [
    { name: t('amount'), value: <TreasuryFigure asset={asset} amount={amount} />, strong: true },
    { name: t('state'), value: <MovementBadge {...movement} /> },
    ...(failure ? [{ name: t('failureLabel'), value: t(`failure.${failure}`) }] : []),
    ...(isAwaited ? [{ name: t('wallet.cold'), value: address(targets?.coldAddress) }] : []),
    ...(isAwaited ? [{ name: t('wallet.hot'), value: address(targets?.hotAddress) }] : []),
    { name: t('maker'), value: maker },
    { name: t('checker'), value: checker },
    { name: t('reason'), value: reason },
    { name: t('agreed'), value: <DateTime value={new Date(creationDate)} /> },
    ...(endedAt ? [{ name: t('ended'), value: <DateTime value={new Date(endedAt)} /> }] : []),
    ...(transactionHash ? [{ name: t('transaction'), value: <TransactionLink hash={transactionHash} /> }] : []),
  ]
  return (
    <Stack>
      {isAwaited && (
        <Alert color="amber" role="note">
          {t('awaited')}
        </Alert>
      )}
      <Summary lines={lines} />
      {isAwaited && targets?.mayPropose && <Cancelling id={movement.id} onDone={onClose} />}
    </Stack>
  )
}

function Cancelling({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('treasury')
  const queries = useQueryClient()
  const cancelling = useMutation({
    mutationFn: (reason: string) => cancelRefill(id, reason),
    onSuccess: () => {
      toast.success(t('cancelled'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: TREASURY }),
  })
  return (
    <ReasonForm<'cancel'>
      label={t('cancelReason')}
      isBusy={cancelling.isPending}
      failure={cancelling.error}
      onAct={(_act, reason) => cancelling.mutate(reason)}
    >
      {(act) => (
        <Button variant="default" onClick={() => act('cancel')}>
          {t('cancelRefill')}
        </Button>
      )}
    </ReasonForm>
  )
}
