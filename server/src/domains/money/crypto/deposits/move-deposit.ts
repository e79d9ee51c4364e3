/** State transitions of a token deposit: its row and its events. */
import type { CryptoDepositState } from '@tunjo/contract/crypto'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Aggregate, begin, CHAIN, move } from '../../../../platform/state-machine/index.ts'
import type { CryptoContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'
import { CRYPTO_DEPOSIT_MACHINE } from './states.ts'

type Column = 'reason' | 'try_at' | 'updated_at' | 'value_cop'
type Context = Pick<CryptoContext, 'outbox'>

const depositAggregate = ({ outbox }: Context): Aggregate<CryptoDepositState, DepositRow, Column> => ({
  machine: CRYPTO_DEPOSIT_MACHINE,
  table: 'deposit',
  columns: ['reason', 'try_at', 'updated_at', 'value_cop'],
  keyOf: ({ id }) => ({ id }),
  announce: (tx, { id: depositId, accountId }, { to: state }) => outbox.emit(tx, 'crypto.deposit_updated', { accountId, depositId, state }),
})

export const beginDeposit = (context: Context, tx: Transaction, deposit: DepositRow): Promise<void> =>
  begin(tx, depositAggregate(context), deposit, { at: deposit.createdAt, actor: CHAIN })

/** `deposit` is locked. */
export const moveDeposit = (
  context: Context,
  tx: Transaction,
  deposit: DepositRow,
  change: Parameters<typeof move<CryptoDepositState, DepositRow, Column>>[3],
) => move(tx, depositAggregate(context), deposit, change)
