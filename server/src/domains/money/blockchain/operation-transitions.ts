/** State machines of intents and transactions: their rows and their events. */
import type { Transaction } from '../../../platform/database/database.ts'
import { type Aggregate, begin, move, SYSTEM } from '../../../platform/state-machine/index.ts'
import type { ChainContext } from './context.ts'
import { INTENT_STATES, type IntentState, TRANSACTION_STATES, type TransactionState } from './states.ts'
import type { IntentRow, TransactionRow } from './store.ts'

type Context = Pick<ChainContext, 'outbox'>
type IntentColumn = 'refused'
const TRANSACTION_COLUMNS = [
  'signed', 'hash', 'mined_hash', 'receipt', 'block_number', 'block_hash', 'confirmations', 'outcome_seal', 'updated_at',
] as const // biome-ignore format: one line
type TransactionColumn = (typeof TRANSACTION_COLUMNS)[number]

/** True when no module waits for the transition: a nonce or a signature is not announced. */
const isUnheard = (state: IntentState | TransactionState): boolean => state === 'decided' || state === 'reserved' || state === 'signed'

const announce =
  ({ outbox }: Context) =>
  async (tx: Transaction, row: IntentRow | TransactionRow, { to }: { to: IntentState | TransactionState }): Promise<void> => {
    const { operationId, kind, ref } = row
    if (!isUnheard(to)) await outbox.emit(tx, 'blockchain.operation_updated', { operationId, kind, ref, state: to })
  }

const intentAggregate = (context: Context): Aggregate<IntentState, IntentRow, IntentColumn> => ({
  machine: INTENT_STATES,
  table: 'intent',
  columns: ['refused'],
  keyOf: ({ operationId: operation_id }) => ({ operation_id }),
  announce: announce(context),
})

const transactionAggregate = (context: Context): Aggregate<TransactionState, TransactionRow, TransactionColumn> => ({
  machine: TRANSACTION_STATES,
  table: 'chain_transaction',
  columns: TRANSACTION_COLUMNS,
  keyOf: ({ operationId: operation_id }) => ({ operation_id }),
  announce: announce(context),
})

/** The row of `intent` is locked by the caller. */
export const moveIntent = (
  context: Context,
  tx: Transaction,
  intent: IntentRow,
  change: Parameters<typeof move<IntentState, IntentRow, IntentColumn>>[3],
) => move(tx, intentAggregate(context), intent, change)

export const beginTransaction = (context: Context, tx: Transaction, transaction: TransactionRow, at: Date): Promise<void> =>
  begin(tx, transactionAggregate(context), transaction, { at, actor: SYSTEM })

/** The row of `transaction` is locked by the caller. */
export const moveTransaction = (
  context: Context,
  tx: Transaction,
  transaction: TransactionRow,
  change: Parameters<typeof move<TransactionState, TransactionRow, TransactionColumn>>[3],
) => move(tx, transactionAggregate(context), transaction, change)
