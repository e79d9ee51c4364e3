/** Columns of the lists of bank movements; each screen selects some. */
import { type FiatTransaction, STATE_GROUP, type TransactionState } from '@tunjo/contract/payments'
import type { TFunction } from 'i18next'
import type { Column } from '../../ui/data-table.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Hash } from '../../ui/hash.tsx'
import { OwnAmount } from '../portfolio/own-amount.tsx'
import { FiatState } from './fiat-state.tsx'

/** A failed movement has no sign: it neither came in nor went out. */
export function directionOf(kind: FiatTransaction['kind'], state: TransactionState): 'in' | 'out' | undefined {
  if (STATE_GROUP[state] === 'failed') return undefined
  return kind === 'DEPOSIT' ? 'in' : 'out'
}

export type FiatColumn = 'kind' | 'currency' | 'money' | 'day' | 'date' | 'amount' | 'state' | 'destination' | 'address' | 'txid'

export function fiatColumns(t: TFunction<'money'>, wanted: readonly FiatColumn[]): Column<FiatTransaction>[] {
  const all: Record<FiatColumn, Omit<Column<FiatTransaction>, 'key' | 'header'>> = {
    kind: { isLead: true, render: ({ kind }) => t(`kind.${kind}`) },
    currency: { render: ({ money }) => money },
    money: {
      isLead: true,
      render: ({ amount, kind, state }) => <OwnAmount value={amount} asset="COP" direction={directionOf(kind, state)} />,
    },
    day: { render: ({ creationDate }) => <DateTime value={new Date(creationDate)} as="day" /> },
    // Without the kind of movement, a phone shows the date first.
    date: { isLead: !wanted.includes('kind'), render: ({ creationDate }) => <DateTime value={new Date(creationDate)} /> },
    amount: {
      align: 'right',
      isFigure: true,
      render: ({ amount, kind, state }) => <OwnAmount value={amount} asset="COP" direction={directionOf(kind, state)} withUnit={false} />,
    },
    state: { render: ({ state }) => <FiatState state={state} /> },
    destination: { render: ({ destination }) => destination },
    address: { render: ({ destination }) => destination },
    txid: { render: ({ transactionId }) => <Hash value={transactionId} what={t('list.txidWhat')} /> },
  }
  return wanted.map((key) => ({ key, header: t(`list.${key}`), ...all[key] }))
}
