/** Columns of the history over every rail. */
import { Button } from '@mantine/core'
import type { Movement } from '@tunjo/contract/movements'
import { balanceUnits } from '@tunjo/contract/wallets'
import type { TFunction } from 'i18next'
import { MovementState } from '../../../parts/movements/movement-state.tsx'
import { OwnAmount } from '../../../parts/portfolio/own-amount.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../ui/date-time.tsx'
import { shorten } from '../../../ui/hash.tsx'
import classes from './record.module.css'

export function movementColumns(t: TFunction<'record'>, onOpen: (id: string) => void): Column<Movement>[] {
  return [
    { key: 'kind', header: t('kind'), isLead: true, render: (movement) => <Title movement={movement} t={t} /> },
    { key: 'date', header: t('date'), render: ({ createdAt }) => <DateTime value={new Date(createdAt)} /> },
    { key: 'place', header: t('place'), render: (movement) => placeOf(movement, t) },
    { key: 'state', header: t('state'), render: ({ state, stateGroup }) => <MovementState state={state} group={stateGroup} /> },
    { key: 'amount', header: t('amount'), align: 'right', isFigure: true, render: (movement) => <Figures movement={movement} /> },
    {
      key: 'see',
      header: t('see'),
      hiddenHeader: true,
      align: 'right',
      render: ({ id, kind, createdAt }) => (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.see}
          aria-label={t('seeLabel', { kind: t(`kinds.${kind}`), date: formatDate(new Date(createdAt)) })}
          onClick={() => onOpen(id)}
        >
          {t('see')}
        </Button>
      ),
    },
  ]
}

function Title({ movement: { kind, asset, received }, t }: { movement: Movement; t: TFunction<'record'> }) {
  return <span>{received ? t('swapTitle', { sold: asset, bought: received.asset }) : t(`kinds.${kind}`)}</span>
}

const placeOf = ({ place, rail }: Movement, t: TFunction<'record'>): string =>
  place === null ? t(`rails.${rail}`) : rail === 'ERC20' ? `ERC20 · ${shorten(place)}` : place

/** A failed movement has no sign: it neither came in nor went out. */
function Figures({ movement: { kind, asset, amount, received, stateGroup } }: { movement: Movement }) {
  const isVoid = stateGroup === 'failed'
  const out = isVoid ? undefined : 'out'
  return (
    <span className={classes.figures}>
      <OwnAmount value={balanceUnits(asset, amount)} asset={asset} direction={kind === 'DEPOSIT' && !isVoid ? 'in' : out} />
      {received && (
        <OwnAmount value={balanceUnits(received.asset, received.amount)} asset={received.asset} direction={isVoid ? undefined : 'in'} />
      )}
    </span>
  )
}
