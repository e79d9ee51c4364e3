/** Tokens that were not simply credited: read-only, since no decision about them moves money. Tokens without value have a separate list. */
import { Anchor, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ATTENTION_LISTS, type UncreditedToken } from '@tunjo/contract/money-reports'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AttentionList, uncreditedTokensQuery } from '../../../../api/officer-money.ts'
import { PersonLink } from '../../../../parts/person-link.tsx'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { group } from '../../../../ui/amount-format.ts'
import { Card } from '../../../../ui/card.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Hash, shorten } from '../../../../ui/hash.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../ui/server-table/use-table-state.ts'
import { WithdrawalFigure } from './withdrawal-figure.tsx'
import classes from './withdrawals.module.css'

const PAGE_SIZES = [10, 25, 100] as const

export function UncreditedTokens() {
  const { t } = useTranslation('officer-money')
  const [list, setList] = useState<AttentionList>('money')
  const { state, dispatch, query } = useTableState({ pageSize: PAGE_SIZES[0] })
  const answer = useQuery(uncreditedTokensQuery(list, pageParams(query)))
  const spam = answer.data ? group(String(answer.data.spam)) : '…'
  const choose = (value: string) => {
    setList(ATTENTION_LISTS.find((one) => one === value) ?? 'money')
    dispatch({ type: 'page', page: 1 })
  }
  return (
    <Card title={t('review.tokens')}>
      <SegmentedControl
        value={list}
        onChange={choose}
        data={ATTENTION_LISTS.map((value) => ({ value, label: t(`attentionList.${value}`, { spam }) }))}
        aria-label={t('review.tokens')}
        mb="sm"
      />
      <p className={classes.text}>{t(list === 'money' ? 'review.tokensText' : 'review.spamText')}</p>
      <ServerTable
        name="tokens-to-look-at"
        label={t('review.tokens')}
        columns={columnsOf(t)}
        rowKey={({ id }) => id}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        empty={<EmptyState title={t('review.tokensEmpty')} />}
        pageSizes={PAGE_SIZES}
        isRoomy
      />
    </Card>
  )
}

const columnsOf = (t: TFunction<'officer-money'>): readonly TableColumn<UncreditedToken>[] => [
  { key: 'what', header: t('review.what'), render: ({ kind }) => <strong>{t(`attention.${kind}`)}</strong>, isLead: true },
  {
    key: 'amount',
    header: t('review.amount'),
    align: 'right',
    render: ({ asset, amount }) => (asset ? <WithdrawalFigure asset={asset} amount={amount} /> : t('review.units', { amount })),
  },
  { key: 'person', header: t('review.person'), render: ({ userId }) => <PersonLink id={userId} /> },
  {
    key: 'from',
    header: t('review.from'),
    render: ({ from_address: address }) => (address ? <Hash value={address} what={t('tokens.address')} /> : '—'),
  },
  {
    key: 'transaction',
    header: t('review.transaction'),
    render: ({ transaction_hash: hash, blocks }) =>
      hash ? (
        <Anchor href={`/explorer/tx/${hash}`} title={hash} translate="no">
          {shorten(hash)}
        </Anchor>
      ) : (
        blocks && t('review.blocks', blocks)
      ),
  },
  { key: 'seen', header: t('review.seen'), render: ({ seenAt }) => <DateTime value={new Date(seenAt)} /> },
]
