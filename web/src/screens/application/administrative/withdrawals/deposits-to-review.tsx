/** PSE deposits above the monthly limit, and the decision of two officers on each (KYC-18). */
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DepositDecision,
  type DepositInReview,
  decideDeposit,
  depositsInReviewQuery,
  OFFICER_MONEY,
} from '../../../../api/officer-money.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { ReasonForm } from '../../../../parts/reason-form.tsx'
import { useAccount } from '../../../../session.ts'
import { Amount } from '../../../../ui/amount.tsx'
import type { Column } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { PAGE_SIZE, PagedCard } from './paged-card.tsx'

export function DepositsToReview() {
  const { t } = useTranslation('officer-money')
  const [pageIndex, setPageIndex] = useState(0)
  const [opened, setOpened] = useState<DepositInReview | null>(null)
  const deposits = useQuery(depositsInReviewQuery({ pageIndex, size: PAGE_SIZE }))
  return (
    <PagedCard
      title={t('review.pse')}
      text={t('review.pseText')}
      empty={t('review.pseEmpty')}
      answer={deposits}
      pageIndex={pageIndex}
      onPage={setPageIndex}
      columns={columnsOf(t, setOpened)}
      rowKey={({ transactionId }) => transactionId}
    >
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={t('review.modal')}>
        {opened && <Opened deposit={opened} onDone={() => setOpened(null)} />}
      </Modal>
    </PagedCard>
  )
}

const columnsOf = (t: TFunction<'officer-money'>, onOpen: (deposit: DepositInReview) => void): Column<DepositInReview>[] => [
  { key: 'person', header: t('review.person'), render: ({ accountId }) => <PersonLink id={accountId} />, isLead: true },
  { key: 'amount', header: t('review.amount'), align: 'right', render: ({ amount }) => <Amount value={amount} asset="COP" /> },
  { key: 'created', header: t('review.created'), render: ({ creationDate }) => <DateTime value={new Date(creationDate)} /> },
  {
    key: 'see',
    header: t('review.see'),
    hiddenHeader: true,
    align: 'right',
    render: (deposit) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(deposit)}
        aria-label={t('review.seeLabel', { amount: String(deposit.amount / 100n) })}
      >
        {t('review.see')}
      </Button>
    ),
  },
]

function Opened({ deposit, onDone }: { deposit: DepositInReview; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const mayDecide = useAccount()?.permissions.includes('payments.review') ?? false
  const { accountId, amount, creationDate, reason, providerTransactionId, transactionId } = deposit
  return (
    <Stack>
      <Summary
        lines={[
          { name: t('review.amount'), value: <Amount value={amount} asset="COP" />, strong: true },
          { name: t('review.person'), value: <PersonLink id={accountId} /> },
          { name: t('review.created'), value: <DateTime value={new Date(creationDate)} /> },
          { name: t('review.why'), value: reason },
          { name: t('review.provider'), value: providerTransactionId },
          { name: t('withdrawals.id'), value: transactionId },
        ]}
      />
      {mayDecide && <Deciding id={transactionId} onDone={onDone} />}
    </Stack>
  )
}

function Deciding({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation('officer-money')
  const queries = useQueryClient()
  const deciding = useMutation({
    mutationFn: ({ decision, reason }: { decision: DepositDecision; reason: string }) => decideDeposit(id, decision, reason),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: OFFICER_MONEY }),
  })
  return (
    <>
      <Alert color="amber" role="note">
        {t('review.two')} {t('review.sendBackText')}
      </Alert>
      <ReasonForm<DepositDecision>
        label={t('withdrawals.reason')}
        isBusy={deciding.isPending}
        failure={deciding.error}
        onAct={(decision, reason) => deciding.mutate({ decision, reason })}
      >
        {(act) => (
          <>
            <Button variant="default" onClick={() => act('send_back')}>
              {t('review.send_back')}
            </Button>
            <Button onClick={() => act('credit')}>{t('review.credit')}</Button>
          </>
        )}
      </ReasonForm>
    </>
  )
}
