/** One token deposit dropped by a chain reorganisation: its facts, and the decision of two officers. */
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TokenDisputeDecision } from '@tunjo/contract/crypto-officers'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { type DisputedDeposit, decideDispute } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { shorten } from '../../../../ui/hash.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'

export function DisputedDepositModal({ deposit, onClose }: { deposit: DisputedDeposit | null; onClose: () => void }) {
  const { t } = useTranslation('officer-money')
  const mayDecide = useAccount()?.permissions.includes('payments.review') ?? false
  return (
    <Modal opened={deposit !== null} onClose={onClose} title={t('disputedDeposits.modal')}>
      {deposit && (
        <Stack>
          <Summary lines={linesOf(deposit, t)} />
          {mayDecide && deposit.decidable && <Deciding id={deposit.id} decidable={deposit.decidable} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

function Deciding({ id, decidable, onDone }: { id: string; decidable: TokenDisputeDecision; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const deciding = useMutation({
    mutationFn: ({ decision, reason }: { decision: TokenDisputeDecision; reason: string }) => decideDispute(id, decision, reason),
    // The pending approval was announced where the answer arrived.
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  return (
    <>
      <Alert color="amber" role="note">
        {t('listedDeposits.two')} {t(`disputedDeposits.notes.${decidable}`)}
      </Alert>
      <ReasonForm<TokenDisputeDecision>
        label={t('withdrawals.reason')}
        isBusy={deciding.isPending}
        failure={deciding.error}
        onAct={(decision, reason) => deciding.mutate({ decision, reason })}
      >
        {(act) => (
          <Button color="red" onClick={() => act(decidable)}>
            {t(`disputedDeposits.decisions.${decidable}`)}
          </Button>
        )}
      </ReasonForm>
    </>
  )
}

const linesOf = (deposit: DisputedDeposit, t: TFunction<'officer-money'>): SummaryLine[] => [
  { name: t('review.amount'), value: <WithdrawalFigure {...deposit} />, strong: true },
  { name: t('disputedDeposits.missing'), value: <WithdrawalFigure asset={deposit.asset} amount={deposit.missing} /> },
  { name: t('review.person'), value: <PersonLink id={deposit.accountId} /> },
  {
    name: t('listedDeposits.transaction'),
    value: (
      <Anchor href={`/explorer/tx/${deposit.transactionHash}`} title={deposit.transactionHash} translate="no">
        {shorten(deposit.transactionHash)}
      </Anchor>
    ),
  },
  { name: t('disputedDeposits.block'), value: deposit.blockNumber },
  ...(deposit.depth === null ? [] : [{ name: t('disputedDeposits.depth'), value: deposit.depth }]),
  { name: t('disputedDeposits.since'), value: <DateTime value={new Date(deposit.since)} /> },
  { name: t('disputedDeposits.waitsFor'), value: t(`disputedDeposits.waits.${deposit.waits}`) },
  { name: t('withdrawals.id'), value: deposit.id },
]
