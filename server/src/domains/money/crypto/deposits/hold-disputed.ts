/**
 * Holds for credits whose block the chain lost, from that moment until the deposit comes back or is reversed (R15): the part
 * still in the balance cannot leave. A spent part freezes the asset, and is a difference of the books that names deposit and customer
 * until it is covered (docs/decisions/0062-spent-credits-of-lost-deposits.md).
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { CheckName } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { customerAccount, type OpenHold, type Transfer } from '../../ledger/index.ts'
import { chainPostingState } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'

const CODE = 'crypto.deposit_disputed'
/** The reconciliation check that keeps the freeze. */
const SPENT = 'crypto.disputed' satisfies CheckName

/** Later holds are at least this part of the credit, or all that is missing, so that dust does not create an endless series of holds. */
const LEAST_PART = 20n
const PARTS_MAX = 25
/** Reserved for the write-off, which leaves no unit available. */
const LAST_PART = PARTS_MAX - 1

/**
 * Id of a hold, by the number of losses when its dispute began: a hold that was released is not held again. Part 0 is made when the block
 * is lost.
 */
const holdIdOf = (depositId: string, losses: number, part: number): string =>
  idOf('crypto.disputed', depositId, String(losses), ...(part === 0 ? [] : [String(part)]))

export interface LostDeposit {
  readonly deposit: Pick<DepositRow, 'id' | 'accountId'>
  /** The credit in the ledger. */
  readonly credit: Transfer
  /** Number of times that the chain has lost it. */
  readonly losses: number
}

/** Hold the credit in the transaction that lost the block. */
export async function holdDisputed(context: CryptoContext, tx: Transaction, lost: LostDeposit): Promise<void> {
  const { ledger, log } = context
  const { deposit, credit } = lost
  const missing = await hold(context, tx, lost, 'loss')
  if (missing === 0n) return
  await ledger.freeze(tx, { asset: credit.asset, reason: SPENT })
  const facts = { securityEvent: 'crypto_reorganised', depositId: deposit.id, asset: credit.asset, missing: String(missing) }
  log.error(facts, 'a deposit that the chain lost was spent: its asset is frozen')
}

/** Hold money that arrived in the balance since, towards the missing part. */
export const holdMissing = (context: CryptoContext, tx: Transaction, lost: LostDeposit): Promise<bigint> => hold(context, tx, lost, 'later')

/** Hold all of the balance towards the missing part. Until the transaction ends nothing else posts to the ledger. */
export const holdForWriteOff = (context: CryptoContext, tx: Transaction, lost: LostDeposit): Promise<bigint> =>
  hold(context, tx, lost, 'write-off')

/** Part of the credit that is not held. */
export async function missingOf(ledger: HoldReads, tx: Transaction, { deposit, credit, losses }: LostDeposit): Promise<bigint> {
  const missing = credit.amount - leftOf((await heldFor(ledger, tx, deposit.id, losses)).open)
  return missing > 0n ? missing : 0n
}

/** Returns the sum that is still missing. */
async function hold(
  { ledger }: Pick<CryptoContext, 'ledger'>,
  tx: Transaction,
  { deposit: { id, accountId }, credit: { asset, amount, credit: to }, losses }: LostDeposit,
  when: 'loss' | 'later' | 'write-off',
): Promise<bigint> {
  const { open, nextPart } = await heldFor(ledger, tx, id, losses)
  const missing = amount - leftOf(open)
  const account = customerAccount(accountId, asset)
  // A row that names another account than the credit holds nothing of that account, and the credit counts as spent.
  if (missing <= 0n || account.id !== to?.accountId || nextPart === null) return missing > 0n ? missing : 0n
  if (nextPart === LAST_PART && when !== 'write-off') return missing
  const part = when === 'loss' && open.length === 0 ? 0 : nextPart
  const least = part === 0 || when === 'write-off' ? 1n : smaller(missing, amount / LEAST_PART + 1n)
  return (
    missing - (await ledger.holdAvailable(tx, { id: holdIdOf(id, losses, part), account, amount: missing, code: CODE, ref: id }, least))
  )
}

type HeldReads = HoldReads & Pick<CryptoContext['ledger'], 'provedHeld'>

/**
 * Sum held in the account for something else: it was not spent. Holds of other disputes with a missing part do not count, since each
 * would wait for the other.
 */
export async function heldElsewhere(ledger: HeldReads, tx: Transaction, { deposit, credit, losses }: LostDeposit): Promise<bigint> {
  const { id, accountId } = deposit
  const { asset } = credit
  const all = await ledger.provedHeld(customerAccount(accountId, asset), tx)
  const elsewhere = all - leftOf((await heldFor(ledger, tx, id, losses)).open)
  if (elsewhere === 0n) return 0n
  const others = await sql<Pick<Disputed, 'id'>>`SELECT id FROM crypto.deposit
    WHERE state = 'DISPUTED' AND account_id = ${accountId} AND asset = ${asset} AND id <> ${id}`.execute(tx)
  let ofSpent = 0n
  for (const other of others.rows) ofSpent += await heldOfSpent(ledger, tx, other.id)
  return elsewhere - ofSpent
}

async function heldOfSpent(ledger: HoldReads, tx: Transaction, depositId: string): Promise<bigint> {
  const arrival = await chainPostingState(ledger, tx, 'arrival', depositId)
  const { posting: credit } = await chainPostingState(ledger, tx, 'credit', depositId)
  if (arrival.posting || !credit) return 0n
  const held = leftOf((await heldFor(ledger, tx, depositId, arrival.times)).open)
  return held < credit.amount ? held : 0n
}

/** Release the holds after it came back permanently, or is reversed. */
export async function releaseDisputed(
  { ledger }: Pick<CryptoContext, 'ledger'>,
  tx: Transaction,
  depositId: string,
  losses: number,
): Promise<void> {
  for (const open of (await heldFor(ledger, tx, depositId, losses)).open)
    await ledger.releaseWithin(tx, { id: idOf('crypto.disputed.released', open.id), holdId: open.id, code: CODE, ref: depositId })
}

type HoldReads = Pick<CryptoContext['ledger'], 'provedHold' | 'provedTransfer'>

interface Held {
  readonly open: readonly OpenHold[]
  /** Next part of the newest dispute; null when the maximum number of holds was reached. */
  readonly nextPart: number | null
  /** Held by the posting that lost the block. */
  readonly atLoss: bigint
}

/** Including earlier disputes that did not end. */
async function heldFor(ledger: HoldReads, tx: Transaction, depositId: string, losses: number): Promise<Held> {
  const open: OpenHold[] = []
  let nextPart: number | null = null
  let atLoss = 0n
  for (let count = losses; count >= 0; count--)
    for (let part = 0; part < PARTS_MAX; part++) {
      const id = holdIdOf(depositId, count, part)
      const found = await ledger.provedHold(id, tx)
      if (found && found.left > 0n) open.push(found)
      if (found && part === 0) atLoss += found.left
      // There is no first one when nothing was left to hold.
      if (part === 0 || found || (await ledger.provedTransfer(id, tx))) continue
      if (count === losses) nextPart = part
      break
    }
  return { open, nextPart, atLoss }
}

const leftOf = (holds: readonly OpenHold[]): bigint => holds.reduce((sum, { left }) => sum + left, 0n)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export interface SpentCredit {
  readonly depositId: string
  readonly accountId: string
  readonly asset: AssetCode
  readonly amount: bigint
  /** Sum that could be held when the block was lost: constant until all is covered, so that an officer's explanation stays valid. */
  readonly held: bigint
}

const DISPUTES_AT_ONCE = 500

/** Credits in dispute that the balance does not cover: a claim against their customers. */
export async function spentCredits({ ledger }: { readonly ledger: HoldReads }, tx: Transaction): Promise<SpentCredit[]> {
  const spent: SpentCredit[] = []
  for (let after = FIRST_ID; ; ) {
    const found = await sql<Disputed>`SELECT id, account_id AS "accountId", asset, amount FROM crypto.deposit
      WHERE state = 'DISPUTED' AND id > ${after}::uuid ORDER BY id LIMIT ${DISPUTES_AT_ONCE}`.execute(tx)
    for (const deposit of found.rows) spent.push(...(await spentOf(ledger, tx, deposit)))
    const last = found.rows.at(-1)
    if (!last || found.rows.length < DISPUTES_AT_ONCE) return spent
    after = last.id
  }
}

type Disputed = Pick<DepositRow, 'id' | 'accountId' | 'asset' | 'amount'>
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

async function spentOf(ledger: HoldReads, tx: Transaction, { id: depositId, accountId, ...row }: Disputed): Promise<SpentCredit[]> {
  try {
    const arrival = await chainPostingState(ledger, tx, 'arrival', depositId)
    const credit = (await chainPostingState(ledger, tx, 'credit', depositId)).posting
    if (arrival.posting || !credit) return []
    const { open, atLoss } = await heldFor(ledger, tx, depositId, arrival.times)
    const { asset, amount } = credit
    return leftOf(open) < amount ? [{ depositId, accountId, asset, amount, held: atLoss }] : []
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // An unproved deposit covers nothing, and does not stop the check of the others.
    return [{ depositId, accountId, asset: row.asset, amount: row.amount, held: 0n }]
  }
}
