/** Current and target balance of the hot wallet by asset, and the action to propose the suggested movement. */
import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ASSETS } from '@tunjo/contract/money'
import type { TreasuryTarget } from '@tunjo/contract/treasury'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../api/error-text.ts'
import { targetsQuery } from '../../../../api/treasury.ts'
import { TransactionLink } from '../../../../parts/transaction-link.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { ProposeModal } from './propose-modal.tsx'
import classes from './treasury.module.css'
import { TreasuryFigure } from './treasury-figure.tsx'

export function TargetsCard() {
  const { t } = useTranslation('treasury')
  const [chosen, setChosen] = useState<TreasuryTarget | null>(null)
  const targets = useQuery(targetsQuery)
  const { data } = targets
  const mayPropose = data?.mayPropose === true && data.coldAddress !== null
  return (
    <Card title={t('targets')}>
      {targets.isPending && <RowsSkeleton rows={4} />}
      {targets.isLoadingError && <ErrorState message={errorText(targets.error)} onRetry={() => void targets.refetch()} />}
      {data && (
        <div className={classes.targets}>
          <Text c="dimmed">{t('targetsText')}</Text>
          {data.coldAddress === null && (
            <Alert color="amber" role="note">
              {t('noCold')}
            </Alert>
          )}
          {data.unasked.map(({ transactionHash, asset, amount }) => (
            <Alert key={transactionHash + asset} color="red" role="status" title={t('unasked')}>
              <TreasuryFigure asset={asset} amount={amount} /> · <TransactionLink hash={transactionHash} />
            </Alert>
          ))}
          <DataTable
            label={t('targets')}
            columns={columnsOf(t, mayPropose ? setChosen : null)}
            rows={data.targets}
            rowKey={({ asset }) => asset}
          />
        </div>
      )}
      <ProposeModal target={chosen} onClose={() => setChosen(null)} />
    </Card>
  )
}

type Words = TFunction<'treasury'>

const figure =
  (key: 'hot' | 'cold' | 'target') =>
  ({ asset, ...amounts }: TreasuryTarget) => <TreasuryFigure asset={asset} amount={amounts[key]} />

function columnsOf(t: Words, onPropose: ((target: TreasuryTarget) => void) | null): Column<TreasuryTarget>[] {
  const columns: Column<TreasuryTarget>[] = [
    {
      key: 'asset',
      header: t('asset'),
      render: ({ asset }) => <strong>{asset === 'COP' ? 'COPT' : ASSETS[asset].name}</strong>,
      isLead: true,
    },
    { key: 'hot', header: t('hot'), align: 'right', render: figure('hot') },
    { key: 'target', header: t('target'), align: 'right', render: figure('target') },
    { key: 'cold', header: t('cold'), align: 'right', render: figure('cold') },
    { key: 'advice', header: t('advice'), render: (target) => <Advice {...target} />, isFigure: true },
  ]
  if (!onPropose) return columns
  const render = (target: TreasuryTarget) => (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => onPropose(target)}
      aria-label={t('proposeLabel', { asset: target.asset === 'COP' ? 'COPT' : target.asset })}
    >
      {t('propose')}
    </Button>
  )
  return [...columns, { key: 'propose', header: t('propose'), hiddenHeader: true, align: 'right', render }]
}

function Advice({ asset, suggestion, hot, low, high }: TreasuryTarget) {
  const { t } = useTranslation('treasury')
  if (suggestion)
    return (
      <span className={classes.advice}>
        <StatusBadge kind="waiting">{t(`suggest.${suggestion.kind}`)}</StatusBadge>
        <TreasuryFigure asset={asset} amount={suggestion.amount} />
      </span>
    )
  return <StatusBadge kind={isBetween(hot, low, high) ? 'done' : 'failed'}>{t(isBetween(hot, low, high) ? 'within' : 'empty')}</StatusBadge>
}

/** Compares only: the figures themselves come from the server. */
const isBetween = (hot: string, low: string, high: string): boolean => Number(hot) >= Number(low) && Number(hot) <= Number(high)
