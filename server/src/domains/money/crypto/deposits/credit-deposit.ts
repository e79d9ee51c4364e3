/**
 * Credit a token deposit, once (MON-05, R15). The row is only a hint of the scanner: contract, receiver, amount and depth are read from the
 * chain again, the owner of the address is derived from the account, and the ledger proves whether it was credited before.
 */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { type Refusal, Refused, refusal } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { CHAIN, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { Post } from '../../ledger/index.ts'
import { chainPostingState } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { type DepositRow, deferDeposit, isSameTransfer, lockDeposit, setBooked, startSum } from './deposit-store.ts'
import { moveDeposit } from './move-deposit.ts'
import { creditPosting, isCredit, missingArrival } from './postings.ts'
import { proveDeposit } from './prove-deposit.ts'
import { reviewReason } from './reasons.ts'
import { tryAgainAt, valueCop } from './rules.ts'
import { isSenderHeld, recordSenderScreening } from './sender-screening.ts'
import { recoverWriteOff } from './write-off.ts'

export async function creditDeposit(context: CryptoContext, seen: DepositRow): Promise<void> {
  const { db, clock, ledger, log, pricing } = context
  const { id: depositId, asset, amount } = seen
  const proof = await proveDeposit(context, seen)
  if (proof !== 'proved') {
    if (proof === 'forged') log.error({ securityEvent: 'crypto_forged', depositId }, 'deposit not found on chain')
    return deferDeposit(db, depositId, tryAgainAt(clock.now()))
  }
  const price = asset === 'COP' ? null : await pricing.priceInCop(asset)
  const amountCop = isTooSmall(context, seen) ? 0n : price?.isStale ? null : valueCop(asset, amount, price)
  // A limit in pesos is never applied with an unreliable price: it waits.
  if (amountCop === null) return deferDeposit(db, depositId, tryAgainAt(clock.now()))
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    // Decided by another worker, dropped by a reorganisation, or changed by an attacker: the row is no longer the proved one.
    if (!deposit || !isCreditable(deposit) || deposit.state !== seen.state || !isSameTransfer(deposit, seen)) return
    const postings = await decide(context, tx, deposit, amountCop)
    if (postings.length > 0) await ledger.postWithin(tx, postings)
    if (postings.some(isCredit)) await recoverWriteOff(context, tx, depositId)
    failpoint('crypto.credit_posted')
  })
  failpoint('crypto.credited')
}

const isCreditable = ({ state, isSummed }: DepositRow): boolean =>
  state === 'PENDING' || state === 'IN_REVIEW' || (state === 'BELOW_MINIMUM' && isSummed)

/** A deposit that was reported as held is credited whatever the minimum is by then; a small one is due because of others. */
const isTooSmall = ({ settings }: CryptoContext, { state, asset, amount }: DepositRow): boolean =>
  state === 'PENDING' && amount < settings.minimums[asset]

/** Returns the postings, since nothing else is done once the ledger is locked. */
async function decide(context: CryptoContext, tx: Transaction, deposit: DepositRow, amountCop: bigint): Promise<Post[]> {
  const { clock, ledger } = context
  const { id } = deposit
  const at = clock.now()
  const credit = await chainPostingState(ledger, tx, 'credit', id)
  if (credit.posting) {
    await restoreCredited(context, tx, deposit)
    return []
  }
  const arrival = await missingArrival(ledger, tx, deposit)
  if (arrival) await setBooked(tx, id, true)
  const arrived = arrival ? [arrival] : []
  if (isTooSmall(context, deposit)) {
    await moveDeposit(context, tx, deposit, { to: 'BELOW_MINIMUM', at, actor: CHAIN, set: { updated_at: at } })
    await startSum(tx, id)
    await recordSenderScreening(context, tx, deposit)
    return arrived
  }
  const refused = await refusalOf(context, tx, deposit, amountCop)
  if (refused) {
    await keepInReview(context, tx, deposit, refused)
    return arrived
  }
  await complete(context, tx, deposit, amountCop)
  return [...arrived, creditPosting(deposit, credit)]
}

/** The ledger has credited and not reversed it: a row with another state was forged. */
async function restoreCredited(context: CryptoContext, tx: Transaction, deposit: DepositRow): Promise<void> {
  const { clock, log } = context
  const { id: depositId, state } = deposit
  log.error({ securityEvent: 'crypto_forged', depositId, state }, 'a credited deposit was recorded as not credited')
  const at = clock.now()
  await moveDeposit(context, tx, deposit, { to: 'COMPLETED', at, actor: CHAIN, set: { reason: null, updated_at: at } })
}

async function complete(context: CryptoContext, tx: Transaction, deposit: DepositRow, amountCop: bigint): Promise<void> {
  const { clock, outbox } = context
  const { id: depositId, accountId, asset, amount } = deposit
  const at = clock.now()
  await moveDeposit(context, tx, deposit, {
    to: 'COMPLETED',
    at,
    actor: CHAIN,
    set: { reason: null, updated_at: at, value_cop: amountCop },
  })
  await outbox.emit(tx, 'crypto.deposit_credited', { accountId, depositId, asset, amount: String(amount) })
}

/** The tokens have arrived whatever the lists and limits: these only decide when the customer receives them. */
async function refusalOf(context: CryptoContext, tx: Transaction, deposit: DepositRow, amountCop: bigint): Promise<Refusal | null> {
  const { id: operationId, accountId } = deposit
  // The customer receives the same answer as any account in review.
  if (await isSenderHeld(context, tx, deposit)) return refusal('limits.in_review')
  try {
    await context.limits.reserveLimit(tx, { operationId, accountId, direction: 'deposit', amountCop })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

async function keepInReview(context: CryptoContext, tx: Transaction, deposit: DepositRow, refusal: Refusal): Promise<void> {
  const at = context.clock.now()
  const again = tryAgainAt(at)
  const reason = reviewReason(refusal.code)
  const set = { reason, try_at: again, updated_at: at }
  const moved = await moveDeposit(context, tx, deposit, { to: 'IN_REVIEW', at, actor: SYSTEM, note: reason, set })
  if (moved === 'already') await deferDeposit(tx, deposit.id, again)
}
