/**
 * Holds for credited payments that the provider took back (E6): what is left of the credit leaves by no way until the provider calls the payment approved
 * again. What the customer receives meanwhile is held too until all of it is covered, as for token deposits that the chain lost.
 */
import { sql } from 'kysely'
import { type Connection, inTransaction, type Transaction } from '../../../platform/database.ts'
import { idOf } from '../../../platform/ids.ts'
import { customerAccount, type OpenHold } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import { type DepositRow, lockDeposit } from './deposit-store.ts'

export type HoldContext = Pick<PaymentsContext, 'ledger'>

const CODE = 'payments.deposit_taken_back'
/** Later holds are at least this part of the credit, or all that is missing, so that small sums make no endless row of holds. */
const LEAST_PART = 20n
const PARTS_MAX = 50

const holdIdOf = (depositId: string, part: number): string => idOf('payments.taken_back', depositId, String(part))

interface Held {
  readonly open: readonly OpenHold[]
  /** Null when there were as many as there may be. */
  readonly nextPart: number | null
}

/** Holds what is available of the credit and not held yet; nothing where the ledger has no credit of this deposit to this customer. The deposit is locked. */
export async function holdTakenBack({ ledger }: HoldContext, tx: Transaction, deposit: DepositRow): Promise<void> {
  const amount = await creditedTo(ledger, tx, deposit)
  const { open, nextPart } = await heldFor(ledger, tx, deposit.id)
  const missing = amount - open.reduce((sum, { left }) => sum + left, 0n)
  if (missing <= 0n || nextPart === null) return
  const part = amount / LEAST_PART + 1n
  const least = open.length === 0 ? 1n : missing < part ? missing : part
  const account = customerAccount(deposit.accountId, 'COP')
  await ledger.holdAvailable(tx, { id: holdIdOf(deposit.id, nextPart), account, amount: missing, code: CODE, ref: deposit.id }, least)
}

/** The provider calls it approved again. The deposit is locked. */
export async function releaseTakenBack({ ledger }: HoldContext, tx: Transaction, depositId: string): Promise<void> {
  for (const { id } of (await heldFor(ledger, tx, depositId)).open)
    await ledger.releaseWithin(tx, { id: idOf('payments.taken_back.released', id), holdId: id, code: CODE, ref: depositId })
}

/** By the ledger: when the provider confirmed it, or by two officers. */
async function creditedTo(ledger: HoldContext['ledger'], tx: Transaction, deposit: DepositRow): Promise<bigint> {
  const { id, accountId, providerTransactionId } = deposit
  const account = customerAccount(accountId, 'COP').id
  const ids = [idOf('payments.deposit.decided', id), ...(providerTransactionId ? [idOf('payments.deposit', providerTransactionId)] : [])]
  for (const transferId of ids) {
    const transfer = await ledger.provedTransfer(transferId, tx)
    if (transfer?.ref === id && transfer.credit?.accountId === account) return transfer.amount
  }
  return 0n
}

async function heldFor(ledger: HoldContext['ledger'], tx: Transaction, depositId: string): Promise<Held> {
  const open: OpenHold[] = []
  for (let part = 0; part < PARTS_MAX; part++) {
    const id = holdIdOf(depositId, part)
    const found = await ledger.provedHold(id, tx)
    if (found) open.push(found)
    else if (!(await ledger.provedTransfer(id, tx))) return { open, nextPart: part }
  }
  return { open, nextPart: null }
}

const HELD_AT_ONCE = 200

/** Holds what came into the balances since, without a question to the provider. */
export async function holdMissed(context: PaymentsContext): Promise<void> {
  const { db, log } = context
  for (const id of await stillTakenBack(db))
    try {
      await inTransaction(db, async (tx) => {
        const deposit = await lockDeposit(tx, id)
        if (deposit?.state === 'COMPLETED' && (await stillTakenBack(tx, id)).length > 0) await holdTakenBack(context, tx, deposit)
      })
    } catch (error) {
      log.error({ err: error, depositId: id }, 'what came in since a payment was taken back could not be held')
    }
}

/** Credited deposits whose payment the provider took back, also those that two officers booked; of one deposit, when it is named. */
async function stillTakenBack(connection: Connection, id: string | null = null): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM payments.deposit WHERE state = 'COMPLETED' AND id IN (
      SELECT deposit_id FROM payments.taken_back WHERE restored_at IS NULL
      UNION SELECT id FROM payments.anomaly WHERE state = 'OPEN' AND booked_at IS NOT NULL AND status <> 'APPROVED')
    AND (${id}::uuid IS NULL OR id = ${id}) ORDER BY ended_at DESC, id LIMIT ${HELD_AT_ONCE}`.execute(connection)
  return found.rows.map((row) => row.id)
}
