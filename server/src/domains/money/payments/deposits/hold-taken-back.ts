/**
 * Holds for credited payments that the provider took back (E6): the rest of the credit cannot leave until the provider reports the payment
 * as approved again. Money that the customer receives meanwhile is held too until all of it is covered, as for token deposits lost in a
 * reorganisation.
 */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { customerAccount, type OpenHold } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import { type DepositRow, lockDeposit } from './deposit-store.ts'
import { stillTakenBack, type TakenBackContext, takenBackOf } from './taken-back-store.ts'

type HoldContext = Pick<PaymentsContext, 'ledger'>
type EndContext = HoldContext & TakenBackContext

const CODE = 'payments.deposit_taken_back'
/**
 * Later holds are at least this part of the credit, or all that is missing, so that small sums do not create an endless series of holds.
 */
const LEAST_PART = 20n
const PARTS_MAX = 50

const holdIdOf = (depositId: string, part: number): string => idOf('payments.taken_back', depositId, String(part))

interface Held {
  readonly open: readonly OpenHold[]
  /** Null when the maximum number of holds was reached. */
  readonly nextPart: number | null
}

/**
 * Hold the available part of the credit that is not held yet; nothing where the ledger has no credit of this deposit to this customer. The
 * deposit is locked.
 */
export async function holdTakenBack({ ledger }: HoldContext, tx: Transaction, deposit: DepositRow): Promise<void> {
  const amount = await creditedTo(ledger, tx, deposit)
  const { open, nextPart } = await heldFor(ledger, tx, deposit.id)
  const missing = amount - sumOf(open)
  if (missing <= 0n || nextPart === null) return
  const part = amount / LEAST_PART + 1n
  const least = open.length === 0 ? 1n : missing < part ? missing : part
  const account = customerAccount(deposit.accountId, 'COP')
  await ledger.holdAvailable(tx, { id: holdIdOf(deposit.id, nextPart), account, amount: missing, code: CODE, ref: deposit.id }, least)
}

/** Release the holds after the provider approved the payment again. The deposit is locked. */
export async function releaseTakenBack({ ledger }: HoldContext, tx: Transaction, depositId: string): Promise<void> {
  for (const { kind: _, ...release } of releasesOf(depositId, (await heldFor(ledger, tx, depositId)).open))
    await ledger.releaseWithin(tx, release)
}

export const releasesOf = (depositId: string, holds: readonly OpenHold[]) =>
  holds.map(({ id }) => ({
    kind: 'release' as const,
    id: idOf('payments.taken_back.released', id),
    holdId: id,
    code: CODE,
    ref: depositId,
  }))

export interface CreditLeft {
  /** Amount of the credit in the ledger; zero when it has none to this customer. */
  readonly amount: bigint
  readonly open: readonly OpenHold[]
  /** Part of it that is not held. */
  readonly missing: bigint
  /** Held in the same balance for something else, when anything is missing: it was not spent. */
  readonly heldElsewhere: bigint
}

/** Remaining and missing parts of the credit. The deposit is locked. */
export async function creditLeft(context: EndContext, tx: Transaction, deposit: DepositRow): Promise<CreditLeft> {
  const amount = await creditedTo(context.ledger, tx, deposit)
  const { open } = await heldFor(context.ledger, tx, deposit.id)
  const missing = amount - sumOf(open)
  return { amount, open, missing, heldElsewhere: missing > 0n ? await heldElsewhere(context, tx, deposit, open) : 0n }
}

/** Hold all that is available of it before its credit ends. The deposit is locked. */
export async function holdRest(context: EndContext, tx: Transaction, deposit: DepositRow): Promise<CreditLeft> {
  const { amount, missing } = await creditLeft(context, tx, deposit)
  const { nextPart } = await heldFor(context.ledger, tx, deposit.id)
  const account = customerAccount(deposit.accountId, 'COP')
  const hold = { id: holdIdOf(deposit.id, nextPart ?? PARTS_MAX), account, amount: missing, code: CODE, ref: deposit.id }
  if (amount > 0n && missing > 0n) await context.ledger.holdAvailable(tx, hold, 1n)
  return creditLeft(context, tx, deposit)
}

/** Holds of the same customer's other taken-back payments do not count, since each would wait for the other. */
async function heldElsewhere(
  context: EndContext,
  tx: Transaction,
  { id, accountId }: DepositRow,
  open: readonly OpenHold[],
): Promise<bigint> {
  const { ledger } = context
  let elsewhere = (await ledger.provedHeld(customerAccount(accountId, 'COP'), tx)) - sumOf(open)
  for (const other of await stillTakenBack(context, tx, accountId))
    if (other !== id) elsewhere -= sumOf((await heldFor(ledger, tx, other)).open)
  return elsewhere
}

const sumOf = (holds: readonly OpenHold[]): bigint => holds.reduce((sum, { left }) => sum + left, 0n)

/** Credited amount by the ledger: when the provider confirmed it, or by two officers. */
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
  // The last part is reserved for the end by two officers.
  for (let part = 0; part <= PARTS_MAX; part++) {
    const id = holdIdOf(depositId, part)
    const found = await ledger.provedHold(id, tx)
    if (found) open.push(found)
    else if (!(await ledger.provedTransfer(id, tx))) return { open, nextPart: part < PARTS_MAX ? part : null }
  }
  return { open, nextPart: null }
}

/** Hold what has arrived in the balances since, without asking the provider. */
export async function holdMissing(context: PaymentsContext): Promise<void> {
  const { db, log } = context
  for (const id of await stillTakenBack(context, db))
    try {
      await inTransaction(db, async (tx) => {
        const deposit = await lockDeposit(tx, id)
        if (deposit?.state === 'COMPLETED' && (await takenBackOf(context, tx, id))) await holdTakenBack(context, tx, deposit)
      })
    } catch (error) {
      log.error({ err: error, depositId: id }, 'what came in since a payment was taken back could not be held')
    }
}
