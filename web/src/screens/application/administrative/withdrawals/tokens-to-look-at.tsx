/** Tokens that were not simply credited: to read, since no decision about them moves money. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TokenToLookAt } from '@tunjo/contract/money-reports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { tokensToLookAtQuery } from '../../../../api/officer-money.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { Hash, shorten } from '../../../../ui/hash.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { WithdrawalFigure } from './withdrawal-figure.tsx'
import classes from './withdrawals.module.css'

export function TokensToLookAt() {
  const { t } = useTranslation('officer-money')
  const tokens = useQuery(tokensToLookAtQuery)
  return (
    <Card title={t('review.tokens')}>
      <p className={classes.text}>{t('review.tokensText')}</p>
      {tokens.isPending && <RowsSkeleton rows={3} />}
      {tokens.isLoadingError && <ErrorState message={errorText(tokens.error)} onRetry={() => void tokens.refetch()} />}
      {tokens.data?.length === 0 && <EmptyState title={t('review.tokensEmpty')} />}
      {tokens.data && tokens.data.length > 0 && (
        <DataTable label={t('review.tokens')} columns={columnsOf(t)} rows={tokens.data} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}

const columnsOf = (t: TFunction<'officer-money'>): Column<TokenToLookAt>[] => [
  { key: 'what', header: t('review.what'), render: ({ kind }) => <strong>{t(`attention.${kind}`)}</strong>, isLead: true },
  {
    key: 'amount',
    header: t('review.amount'),
    align: 'right',
    render: ({ asset, amount }) => (asset ? <WithdrawalFigure asset={asset} amount={amount} /> : t('review.units', { amount })),
  },
  { key: 'person', header: t('review.person'), render: ({ userId }) => <PersonLink id={userId} /> },
  { key: 'from', header: t('review.from'), render: ({ from_address: address }) => <Hash value={address} what={t('tokens.address')} /> },
  {
    key: 'transaction',
    header: t('review.transaction'),
    render: ({ transaction_hash: hash }) => (
      <Anchor href={`/explorer/tx/${hash}`} title={hash}>
        {shorten(hash)}
      </Anchor>
    ),
  },
  { key: 'seen', header: t('review.seen'), render: ({ seenAt }) => <DateTime value={new Date(seenAt)} /> },
]
