/** One stalled operation: its cause, the officer's action, and 'Volver a intentar ahora'. */
import { Alert, Anchor, Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StoppedKind, StoppedOperation, StoppedWait } from '@tunjo/contract/stopped-operations'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { retryStopped, STOPPED_KEY } from '../../../../api/stopped-operations.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import { BankOutcomeForm } from './bank-outcome-form.tsx'
import { stateLabel } from './state-labels.ts'
import { StoppedAmount } from './stopped-columns.tsx'

interface StoppedModalProps {
  operation: StoppedOperation | null
  mayRetry: boolean
  onClose: () => void
}

export function StoppedModal({ operation, mayRetry, onClose }: StoppedModalProps) {
  const { t } = useTranslation('stopped')
  return (
    <Modal opened={operation !== null} onClose={onClose} title={operation ? t(`kinds.${operation.kind}`) : ''}>
      {operation && (
        <Stack>
          <p>{t(`waits.${operation.waits}`)}</p>
          <Summary lines={linesOf(operation, t)} />
          <Group justify="space-between">
            <PlaceLink operation={operation} />
            {mayRetry && !BY_PEOPLE.has(operation.waits) && <Retry operation={operation} onDone={onClose} />}
          </Group>
          {mayRetry && isAtBank(operation) && <BankWord id={operation.id} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

/** True when it was sent without a definite answer: the bank itself may confirm the outcome. */
const isAtBank = ({ kind, state }: StoppedOperation): boolean =>
  kind === 'bank_withdrawal' && (state === 'SENDING' || state === 'UNKNOWN' || state === 'PROCESSING')

function BankWord({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('stopped')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <BankOutcomeForm id={id} onDone={onDone} />
  return (
    <Button variant="default" onClick={() => setOpen(true)}>
      {t('bankWord.open')}
    </Button>
  )
}

/** Causes that only people resolve: a retry brings nothing new. */
const BY_PEOPLE: ReadonlySet<StoppedWait> = new Set(['officers', 'retained', 'statement', 'disagreement'])

const REVIEWS = '/application/administrative/withdrawals'
const WALLET = '/application/administrative/financial/wallet'
interface Place {
  readonly to: string
  readonly tab?: string
  /** True when its table can find it by id. */
  readonly isFound?: true
}
const PLACES: Readonly<Record<StoppedKind, Place>> = {
  pse_deposit: { to: REVIEWS, tab: 'deposits' },
  bank_transfer: { to: REVIEWS, tab: 'transfers' },
  bank_withdrawal: { to: REVIEWS, isFound: true },
  trade: { to: '/application/administrative/financial/orders', isFound: true },
  chain_transaction: { to: WALLET },
  token_deposit: { to: REVIEWS, tab: 'deposits' },
  token_withdrawal: { to: REVIEWS, tab: 'tokens', isFound: true },
  token_sweep: { to: WALLET },
  treasury_movement: { to: WALLET },
}

function PlaceLink({ operation: { kind, id } }: { operation: StoppedOperation }) {
  const { t } = useTranslation('stopped')
  const { to, tab, isFound } = PLACES[kind]
  const search = { ...(tab && { tab }), ...(isFound && { text: id }) }
  return <Anchor renderRoot={(props) => <Link to={to} search={search} {...props} />}>{t(`places.${kind}`)}</Anchor>
}

function Retry({ operation, onDone }: { operation: StoppedOperation; onDone: () => void }) {
  const { t } = useTranslation('stopped')
  const queries = useQueryClient()
  const retrying = useMutation({
    mutationFn: () => retryStopped(operation),
    onSuccess({ outcome }) {
      if (outcome === 'failed') return
      toast.success(t('asked'))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: STOPPED_KEY }),
  })
  const failure = retrying.error ? errorText(retrying.error) : retrying.data?.error
  return (
    <Stack gap="xs">
      {failure && (
        <Alert color="red" role="alert">
          {retrying.error ? failure : t('failed', { error: failure })}
        </Alert>
      )}
      <Button loading={retrying.isPending} onClick={() => retrying.mutate()}>
        {t('retry')}
      </Button>
    </Stack>
  )
}

function linesOf(operation: StoppedOperation, t: TFunction<'stopped'>): SummaryLine[] {
  const { id, accountId, email, state, since, lastError, nextTryAt } = operation
  return [
    { name: t('amount'), value: <StoppedAmount operation={operation} /> },
    { name: t('customer'), value: accountId ? <PersonLink id={accountId} /> : t('platform') },
    ...(email ? [{ name: t('email'), value: email }] : []),
    { name: t('state'), value: stateLabel(t, state) },
    { name: t('since'), value: <DateTime value={new Date(since)} /> },
    { name: t('lastError'), value: lastError ?? '—' },
    { name: t('nextTry'), value: nextTryAt ? <DateTime value={new Date(nextTryAt)} /> : '—' },
    { name: t('id'), value: id },
  ]
}
