/** One withdrawal with its facts, or several together, and the officer's decisions on them. */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TokenWithdrawalInQueue, WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { decideWithdrawals, OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { decideTokens, type TokenDecision } from '../../../../api/token-officers.ts'
import { PersonLink, PersonName } from '../../../../parts/person-link.tsx'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.ts'
import { riskLines } from './risk-lines.tsx'
import { whyItWaits } from './why-it-waits.ts'
import { unitsOf, WithdrawalFigure } from './withdrawal-figure.tsx'
import { WithdrawalState } from './withdrawal-state.tsx'

interface WithdrawalModalProps {
  /** Empty: closed. */
  withdrawals: readonly WithdrawalInQueue[]
  mayDecide: boolean
  onClose: () => void
  onDecided: () => void
}

export function WithdrawalModal({ withdrawals, mayDecide, onClose, onDecided }: WithdrawalModalProps) {
  const { t } = useTranslation('officer-money')
  const [first, ...others] = withdrawals
  const title = others.length === 0 ? t('withdrawals.modal') : t('withdrawals.modalMany', { count: withdrawals.length })
  return (
    <Modal opened={first !== undefined} onClose={onClose} title={title}>
      {first && (
        <Stack>
          {withdrawals.some((one) => one.rail === 'token' && one.sanctions === 'listed') && (
            <Alert color="red" role="note">
              {t('tokenReview.listed')}
            </Alert>
          )}
          {others.length === 0 ? <Facts withdrawal={first} /> : <Several withdrawals={withdrawals} />}
          {mayDecide && <Deciding withdrawals={withdrawals} onDone={onDecided} />}
        </Stack>
      )}
    </Modal>
  )
}

type Decided = Awaited<ReturnType<typeof decideWithdrawals>> | Awaited<ReturnType<typeof decideTokens>>
interface Decision {
  decision: TokenDecision
  reason: string
}
/** A bank payout cannot be returned by a reorganisation as an on-chain one can. */
function decide(rail: WithdrawalInQueue['rail'], ids: readonly string[], { decision, reason }: Decision): Promise<Decided> {
  if (rail === 'token' || decision === 'give_back' || decision === 'send_again') return decideTokens(ids, decision, reason)
  return decideWithdrawals(ids, decision, reason)
}

/** An on-chain withdrawal is irreversible. */
const takesTwo = (withdrawal: WithdrawalInQueue): boolean => withdrawal.rail === 'token' || withdrawal.cause === 'large'

/** Decisions that apply to all of these together. */
function decisionsFor(withdrawals: readonly WithdrawalInQueue[]): TokenDecision[] {
  const undelivered = withdrawals.filter(({ state }) => state === 'UNDELIVERED')
  if (undelivered.length > 0) return undelivered.length === withdrawals.length ? ['give_back', 'send_again'] : []
  if (withdrawals.every(({ stage }) => stage === 'review')) return ['reject', 'approve']
  if (withdrawals.every(({ stage }) => stage === 'held')) return ['reject', 'hold']
  return withdrawals.every(({ stage }) => stage === 'review' || stage === 'held') ? ['reject'] : []
}

function Deciding({ withdrawals, onDone }: { withdrawals: readonly WithdrawalInQueue[]; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const decisions = decisionsFor(withdrawals)
  const rail = withdrawals[0]?.rail ?? 'bank'
  const deciding = useMutation({
    mutationFn: (decided: Decision) =>
      decide(
        rail,
        withdrawals.map(({ transactionId }) => transactionId),
        decided,
      ),
    onSuccess: (answer, { decision }) => {
      // Pending approvals were announced where the answer arrived.
      if ('results' in answer) toast.success(t(`withdrawals.done.${decision}`))
      onDone()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  if (decisions.length === 0 && withdrawals.some(({ state }) => state === 'UNDELIVERED')) return <p>{t('tokenReview.apart')}</p>
  if (decisions.length === 0) return <p>{t(rail === 'bank' ? 'withdrawals.ended' : 'tokenReview.ended')}</p>
  return (
    <>
      {decisions.length === 1 && <Alert color="amber">{t('withdrawals.mixed')}</Alert>}
      {decisions.includes('approve') && withdrawals.some(takesTwo) && (
        <Alert color="amber">{t(rail === 'bank' ? 'withdrawals.two' : 'tokenReview.two')}</Alert>
      )}
      <p>{t(decisions.includes('give_back') ? 'tokenReview.undelivered' : 'withdrawals.waitsForYou')}</p>
      <ReasonForm<TokenDecision>
        label={t('withdrawals.reason')}
        isBusy={deciding.isPending}
        failure={deciding.error}
        onAct={(decision, reason) => deciding.mutate({ decision, reason })}
      >
        {(act) =>
          decisions.map((decision) => (
            <Button
              key={decision}
              variant={decision === 'reject' ? 'default' : 'filled'}
              color={decision === 'reject' ? 'red' : undefined}
              onClick={() => act(decision)}
            >
              {t(`withdrawals.${decision}`)}
            </Button>
          ))
        }
      </ReasonForm>
    </>
  )
}

function Facts({ withdrawal }: { withdrawal: WithdrawalInQueue }) {
  const { t } = useTranslation(['officer-money', 'ui'])
  return <Summary lines={[...linesOf(withdrawal, t), ...riskLines(withdrawal, t)]} />
}

function Several({ withdrawals }: { withdrawals: readonly WithdrawalInQueue[] }) {
  const { t } = useTranslation('officer-money')
  const total = withdrawals.reduce((sum, withdrawal) => sum + unitsOf(withdrawal), 0n)
  const isOneAsset = new Set(withdrawals.map(({ asset }) => asset)).size === 1
  const [first] = withdrawals
  return (
    <Summary
      lines={[
        ...withdrawals.map((withdrawal) => ({
          name: `${withdrawal.email} · ${withdrawal.destination}`,
          value: <WithdrawalFigure {...withdrawal} />,
        })),
        ...(isOneAsset && first
          ? [{ name: t('withdrawals.total'), value: <Amount value={total} asset={first.asset} />, strong: true }]
          : []),
      ]}
    />
  )
}

function linesOf(withdrawal: WithdrawalInQueue, t: TFunction<['officer-money', 'ui']>): SummaryLine[] {
  const { userId, email, destination, creationDate, leavesAt, aprobationState, aprobador, transactionId } = withdrawal
  const why = whyItWaits(withdrawal, t)
  return [
    { name: t('withdrawals.amount'), value: <WithdrawalFigure {...withdrawal} />, strong: true },
    {
      name: t('withdrawals.person'),
      value: <PersonName id={userId} name={email} />,
    },
    { name: t('withdrawals.destination'), value: destination },
    ...(withdrawal.rail === 'token' ? tokenLines(withdrawal, t) : []),
    { name: t('withdrawals.state'), value: <WithdrawalState withdrawal={withdrawal} /> },
    ...(why ? [{ name: t('withdrawals.cause'), value: why }] : []),
    { name: t('fiat.approval'), value: t(`approval.${aprobationState}`) },
    ...(aprobador ? [{ name: t('withdrawals.approver'), value: aprobador }] : []),
    { name: t('withdrawals.created'), value: <DateTime value={new Date(creationDate)} /> },
    ...(leavesAt ? [{ name: t('withdrawals.leaves'), value: <DateTime value={new Date(leavesAt)} /> }] : []),
    { name: t('withdrawals.id'), value: transactionId },
  ]
}

const tokenLines = (
  { asset, fee, valueCop, alias, receiverId, sanctions }: TokenWithdrawalInQueue,
  t: TFunction<['officer-money', 'ui']>,
): SummaryLine[] => [
  { name: t('tokenReview.alias'), value: alias },
  { name: t('tokenReview.value'), value: <Amount value={valueCop} asset="COP" /> },
  { name: t('tokenReview.fee'), value: <WithdrawalFigure asset={asset} amount={fee} /> },
  { name: t('tokenReview.receiver'), value: receiverId ? <PersonLink id={receiverId} /> : t('risk.no') },
  { name: t('tokenReview.sanctions'), value: t(`tokenSanctions.${sanctions}`) },
]
