/** State transitions of a token withdrawal: its row and its events. */
import type { CryptoWithdrawalState } from '@tunjo/contract/crypto'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, customer, move } from '../../../../platform/state-machine/index.ts'
import type { CryptoContext } from '../context.ts'
import { addressLabel } from '../saved-addresses/check-destination.ts'
import { CRYPTO_WITHDRAWAL_MACHINE } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

const COLUMNS = [
  'reason',
  'undelivered_since',
  'waiting',
  'sanctions',
  'maker_id',
  'checker_id',
  'approval_seal',
  'release_seal',
  'listed_seal',
  'try_at',
  'ended_at',
] as const
type Column = (typeof COLUMNS)[number]
type Context = Pick<CryptoContext, 'outbox'>

/** `isAgain`: two officers send an undelivered one again, without a request of the customer. */
const withdrawalAggregate = ({ outbox }: Context, isAgain = false): Aggregate<CryptoWithdrawalState, WithdrawalRow, Column> => ({
  machine: CRYPTO_WITHDRAWAL_MACHINE,
  table: 'withdrawal',
  columns: COLUMNS,
  keyOf: ({ id }) => ({ id }),
  announce(tx, withdrawal, { from, to: state }) {
    const { id: withdrawalId, accountId, asset, amount } = withdrawal
    if (from !== null) return outbox.emit(tx, 'crypto.withdrawal_updated', { accountId, withdrawalId, state })
    const address = addressLabel(withdrawal)
    const begun = { accountId, withdrawalId, asset, amount: String(amount), address }
    return isAgain ? outbox.emit(tx, 'crypto.withdrawal_sent_again', begun) : outbox.emit(tx, 'crypto.withdrawal_requested', begun)
  },
})

export const beginWithdrawal = (context: Context, tx: Transaction, withdrawal: WithdrawalRow): Promise<void> =>
  begin(tx, withdrawalAggregate(context), withdrawal, { at: withdrawal.createdAt, actor: customer(withdrawal.accountId) })

/** Start the replacement of an undelivered one, by an officer. */
export const beginReplacement = (context: Context, tx: Transaction, withdrawal: WithdrawalRow, actor: Actor): Promise<void> =>
  begin(tx, withdrawalAggregate(context, true), withdrawal, { at: withdrawal.createdAt, actor })

/** `withdrawal` is locked, or was just inserted. */
export const moveWithdrawal = (
  context: Context,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  change: Parameters<typeof move<CryptoWithdrawalState, WithdrawalRow, Column>>[3],
) => move(tx, withdrawalAggregate(context), withdrawal, change)
