/** One token deposit from a listed address: its facts, and the decision of two officers. */
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TokenDepositDecision } from '@tunjo/contract/crypto-officers'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { OFFICER_MONEY } from '../../../../api/officer-money.ts'
import { decideListedDeposit, type ListedDeposit } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Hash, shorten } from '../../../../ui/hash.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary, type SummaryLine } from '../../../../ui/summary.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'

export function ListedDepositModal({ deposit, onClose }: { deposit: ListedDeposit | null; onClose: () => void }) {
  const { t } = useTranslation('officer-money')
  const mayDecide = useAccount()?.permissions.includes('screening.decide') ?? false
  return (
    <Modal opened={deposit !== null} onClose={onClose} title={t('listedDeposits.modal')}>
      {deposit && (
        <Stack>
          <Alert color="red" role="note">
            {t('listedDeposits.warning')}
          </Alert>
          <Summary lines={linesOf(deposit, t)} />
          {mayDecide && <Deciding id={deposit.id} onDone={onClose} />}
        </Stack>
      )}
    </Modal>
  )
}

function Deciding({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const deciding = useMutation({
    mutationFn: ({ decision, reason }: { decision: TokenDepositDecision; reason: string }) => decideListedDeposit(id, decision, reason),
    // The pending approval was announced where the answer arrived.
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  return (
    <>
      <Alert color="amber" role="note">
        {t('listedDeposits.two')} {t('listedDeposits.creditNote')}
      </Alert>
      <ReasonForm<TokenDepositDecision>
        label={t('withdrawals.reason')}
        isBusy={deciding.isPending}
        failure={deciding.error}
        onAct={(decision, reason) => deciding.mutate({ decision, reason })}
      >
        {(act) => (
          <>
            <Button variant="default" color="red" onClick={() => act('credit')}>
              {t('listedDeposits.credit')}
            </Button>
            <Button onClick={() => act('retain')}>{t('listedDeposits.retain')}</Button>
          </>
        )}
      </ReasonForm>
    </>
  )
}

const linesOf = (deposit: ListedDeposit, t: TFunction<'officer-money'>): SummaryLine[] => [
  { name: t('review.amount'), value: <WithdrawalFigure {...deposit} />, strong: true },
  { name: t('review.person'), value: <PersonLink id={deposit.accountId} /> },
  { name: t('listedDeposits.from'), value: <Hash value={deposit.fromAddress} what={t('tokens.address')} /> },
  {
    name: t('listedDeposits.transaction'),
    value: (
      <Anchor href={`/explorer/tx/${deposit.transactionHash}`} title={deposit.transactionHash} translate="no">
        {shorten(deposit.transactionHash)}
      </Anchor>
    ),
  },
  { name: t('listedDeposits.came'), value: <DateTime value={new Date(deposit.creationDate)} /> },
  { name: t('listedDeposits.decision'), value: t(`listedDeposits.${deposit.decided?.decision ?? 'undecided'}`) },
  { name: t('withdrawals.id'), value: deposit.id },
]
