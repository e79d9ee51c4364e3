/** State transitions of a deposit: its row and its events. */
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Aggregate, begin, customer, move } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'
import { DEPOSIT_STATES, type DepositState } from './states.ts'

type Column = 'reason' | 'ended_at'

const depositAggregate = ({ outbox }: Pick<PaymentsContext, 'outbox'>): Aggregate<DepositState, DepositRow, Column> => ({
  machine: DEPOSIT_STATES,
  table: 'deposit',
  columns: ['reason', 'ended_at'],
  keyOf: ({ id }) => ({ id }),
  announce: (tx, { id: depositId, accountId }, { from, to }) =>
    from === null
      ? outbox.emit(tx, 'payments.deposit_created', { accountId, depositId })
      : outbox.emit(tx, 'payments.deposit_updated', { accountId, depositId, state: to }),
})

export const beginDeposit = (context: Pick<PaymentsContext, 'outbox'>, tx: Transaction, deposit: DepositRow): Promise<void> =>
  begin(tx, depositAggregate(context), deposit, { at: deposit.createdAt, actor: customer(deposit.accountId) })

/** `deposit` is locked. */
export const moveDeposit = (
  context: Pick<PaymentsContext, 'outbox'>,
  tx: Transaction,
  deposit: DepositRow,
  change: Parameters<typeof move<DepositState, DepositRow, Column>>[3],
) => move(tx, depositAggregate(context), deposit, change)
