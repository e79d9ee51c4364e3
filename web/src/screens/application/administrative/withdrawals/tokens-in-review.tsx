/** Token withdrawals that wait for officers, with what is known of each: two approve, one rejects (ADM-15, MON-07). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { type TokensInReview, tokensInReviewQuery } from '../../../../api/token-officers.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { TokenReviewModal } from './token-review-modal.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'
import classes from './withdrawals.module.css'

export function TokenWithdrawalsInReview() {
  const { t } = useTranslation('officer-money')
  const [opened, setOpened] = useState<TokensInReview | null>(null)
  const waiting = useQuery(tokensInReviewQuery)
  return (
    <Card title={t('tokenReview.title')}>
      <p className={classes.text}>{t('tokenReview.text')}</p>
      {waiting.isPending && <RowsSkeleton rows={3} />}
      {waiting.isLoadingError && <ErrorState message={errorText(waiting.error)} onRetry={() => void waiting.refetch()} />}
      {waiting.data?.length === 0 && <EmptyState title={t('tokenReview.empty')} />}
      {waiting.data && waiting.data.length > 0 && (
        <DataTable label={t('tokenReview.title')} columns={columnsOf(t, setOpened)} rows={waiting.data} rowKey={({ id }) => id} />
      )}
      <TokenReviewModal withdrawal={opened} onClose={() => setOpened(null)} />
    </Card>
  )
}

const columnsOf = (t: TFunction<'officer-money'>, onOpen: (withdrawal: TokensInReview) => void): Column<TokensInReview>[] => [
  { key: 'person', header: t('withdrawals.person'), render: ({ accountId }) => <PersonLink id={accountId} />, isLead: true },
  { key: 'amount', header: t('withdrawals.amount'), align: 'right', render: (row) => <WithdrawalFigure {...row} /> },
  {
    key: 'cause',
    header: t('withdrawals.cause'),
    render: ({ reasons, sanctions }) => (
      <span className={sanctions === 'listed' ? classes.signals : undefined}>
        {reasonWords(t, { reasons, sanctions }).join(', ') || '—'}
      </span>
    ),
  },
  { key: 'created', header: t('withdrawals.created'), render: ({ creationDate }) => <DateTime value={new Date(creationDate)} /> },
  {
    key: 'see',
    header: t('withdrawals.see'),
    hiddenHeader: true,
    align: 'right',
    render: (row) => (
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onOpen(row)}
        aria-label={t('tokenReview.seeLabel', { amount: `${row.amount} ${row.asset}` })}
      >
        {t('withdrawals.see')}
      </Button>
    ),
  },
]

/** An address that came on the list later is not among the reasons of when it was asked for. */
const reasonWords = (t: TFunction<'officer-money'>, { reasons, sanctions }: Pick<TokensInReview, 'reasons' | 'sanctions'>): string[] => {
  const all = new Set(sanctions === 'listed' ? [...reasons, 'sanctions' as const] : reasons)
  return [...all].map((reason) => t(`tokenReason.${reason}`))
}
