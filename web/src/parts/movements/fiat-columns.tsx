/** Columns of the lists of bank movements; each screen picks its own. */
import type { FiatTransaction } from '@tunjo/contract/payments'
import type { TFunction } from 'i18next'
import { Amount } from '../../ui/amount.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Hash } from '../../ui/hash.tsx'
import { FiatState } from './fiat-state.tsx'

export type FiatColumn = 'kind' | 'currency' | 'money' | 'date' | 'amount' | 'state' | 'destination' | 'address' | 'txid'

export function fiatColumns(t: TFunction<'money'>, wanted: readonly FiatColumn[]): Column<FiatTransaction>[] {
  const all: Record<FiatColumn, Omit<Column<FiatTransaction>, 'key' | 'header'>> = {
    kind: { render: ({ kind }) => t(`kind.${kind}`) },
    currency: { render: ({ money }) => money },
    money: {
      isLead: true,
      render: ({ amount, kind }) => <Amount value={amount} asset="COP" direction={kind === 'DEPOSIT' ? 'in' : 'out'} />,
    },
    date: { render: ({ creationDate }) => <DateTime value={new Date(creationDate)} /> },
    amount: {
      align: 'right',
      render: ({ amount, kind }) => <Amount value={amount} asset="COP" direction={kind === 'DEPOSIT' ? 'in' : 'out'} withUnit={false} />,
    },
    state: { render: ({ state }) => <FiatState state={state} /> },
    destination: { render: ({ destination }) => destination },
    address: { render: ({ destination }) => destination },
    txid: { render: ({ transactionId }) => <Hash value={transactionId} what={t('list.txidWhat')} /> },
  }
  return wanted.map((key) => ({ key, header: t(`list.${key}`), ...all[key] }))
}
