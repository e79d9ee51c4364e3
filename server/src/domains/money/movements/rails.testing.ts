/** Movements of each rail as rows, for tests of their readers. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'

export interface Given {
  readonly owner: string
  readonly at: Date
  readonly id?: string
  readonly amount?: bigint
  readonly state?: string
}
/** Fields of a swap, in base units of the bought asset. */
interface GivenSwap extends Given {
  readonly houseFee?: bigint
  readonly type?: 'input' | 'output'
  /** Quote and place of the fill; without them it is a trade from before they were kept. */
  readonly execution?: {
    readonly quotedIn: bigint
    readonly quotedOut: bigint
    readonly routes: readonly object[]
    readonly block: number
    readonly hash: string
  }
}

export async function pseDeposit(db: Connection, { owner, at, id = newId(), amount = 5_000_000n, state = 'COMPLETED' }: Given) {
  const endedAt = state === 'PENDING' || state === 'IN_REVIEW' ? null : at
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payer, state, bank_reference, created_at, ended_at)
    VALUES (${id}, ${owner}, ${id}, ${newId()}, 7, 'Nómina', 9, '1234567890', ${amount}, '{}', ${state}, 'CUS-778899', ${at}, ${endedAt})`.execute(
    db,
  )
  return id
}
export async function bankWithdrawal(db: Connection, { owner, at, id = newId(), amount = 2_000_000n, state = 'COMPLETED' }: Given) {
  const endedAt = ['HELD', 'SENDING', 'UNKNOWN', 'PROCESSING'].includes(state) ? null : at
  await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type,
      account_number, amount, payee, state, pay_after, created_at, ended_at)
    VALUES (${id}, ${owner}, ${id}, ${newId()}, 7, '=cmd', 9, '1234564321', ${amount}, '{}', ${state}, ${at}, ${at}, ${endedAt})`.execute(
    db,
  )
  return id
}
export async function tokenDeposit(db: Connection, { owner, at, id = newId(), amount = 2_500_000n, state = 'COMPLETED' }: Given) {
  const hash = `0x${id.replaceAll('-', '').padEnd(64, 'a')}`
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at)
    VALUES (${id}, 1, ${hash}, 0, ${owner}, ${`0x${'b'.repeat(40)}`}, 'BTC', ${amount}, ${`0x${'c'.repeat(40)}`}, 1, 'x', ${state}, ${at}, ${at},
      ${at})`.execute(db)
  return id
}
export async function swap(db: Connection, { owner, at, id = newId(), amount = 10_000_000n, state = 'settled', ...given }: GivenSwap) {
  const { houseFee = 0n, type = 'input', execution } = given
  const [sold, bought, settledAt] = state === 'settled' ? [amount, 24_000_000n, at] : [null, null, null]
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at, network_fee_out, house_fee_out,
      quoted_in, quoted_out, routes, block_number, transaction_hash)
    VALUES (${id}, ${owner}, ${id}, ${type}, 0, 31, ${amount}, 24100000, ${amount}, 23000000, '[]', 1, 1, ${state}, ${sold}, ${bought}, ${at},
      ${settledAt}, 1000000, ${houseFee}, ${execution?.quotedIn ?? null}, ${execution?.quotedOut ?? null},
      ${execution ? JSON.stringify(execution.routes) : null}, ${execution?.block ?? null}, ${execution?.hash ?? null})`.execute(db)
  return id
}
/** Internal transfer from `owner` to `receiver`: one row that is a movement of both. */
export async function internalTransfer(db: Connection, { owner, receiver, at, id = newId() }: Given & { receiver: string }) {
  const [saved, address] = [newId(), `0x${'d'.repeat(40)}`]
  await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
    VALUES (${saved}, ${owner}, 1, 'Ana', 'ana', ${address}, 'x', ${at})`.execute(db)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, receiver_id, asset, amount, fee,
      value_cop, sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    VALUES (${id}, ${owner}, ${id}, ${saved}, 'Ana', ${address}, ${receiver}, 'USDT', 40000000, 0, 16000000, 'clear', '{}', 'x', 'CONFIRMED',
      ${at}, ${at}, ${at}, ${at})`.execute(db)
  return id
}
