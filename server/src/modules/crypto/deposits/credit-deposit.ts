/**
 * Credits a token deposit, once (MON-05). The row is only a hint of the scanner: contract, receiver, amount and depth are read from the
 * chain again, and whose address it is follows from the account, so that an invented row credits nobody.
 */
import { isAddressEqual } from 'viem'
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { type Refusal, Refused, refusal } from '../../../platform/refusal.ts'
import { CHAIN, SYSTEM } from '../../../platform/state-machine/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import { depositAddressOf } from '../addresses/derive-address.ts'
import type { CryptoContext } from '../context.ts'
import { classify } from '../scan/classify.ts'
import { type DepositRow, lockDeposit, putOff } from './deposit-store.ts'
import { moveDeposit } from './move-deposit.ts'
import { creditIdOf, depositAddresses } from './postings.ts'
import { reviewReason } from './reasons.es.ts'
import { tryAgainAt, valueCop } from './rules.ts'

export async function creditDeposit(context: CryptoContext, seen: DepositRow): Promise<void> {
  const { db, clock, log, settings, pricing } = context
  const { id: depositId, asset, amount, state } = seen
  const proof = await proveDeposit(context, seen)
  if (proof !== 'proved') {
    if (proof === 'forged')
      log.error({ securityEvent: 'crypto_forged', depositId }, 'the chain knows nothing of a deposit that is written down')
    return putOff(db, depositId, tryAgainAt(clock.now()))
  }
  // Who was told that it is kept gets it, whatever the minimum is by then.
  if (state === 'PENDING' && amount < settings.minimums[asset]) return endTooSmall(context, depositId)
  const amountCop = valueCop(asset, amount, asset === 'COP' ? null : await pricing.priceInCop(asset))
  if (amountCop === null) return putOff(db, depositId, tryAgainAt(clock.now()))
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    // Credited by another worker, or taken back by a reorganisation: what was proved is no longer this row.
    if (!deposit || !isCreditable(deposit) || deposit.blockHash !== seen.blockHash) return
    await creditLocked(context, tx, deposit, amountCop)
    failpoint('crypto.credit_posted')
  })
  failpoint('crypto.credited')
}

const isCreditable = ({ state }: DepositRow): boolean => state === 'PENDING' || state === 'IN_REVIEW'

type Proof = 'proved' | 'too_early' | 'forged'

async function proveDeposit({ blockchain, settings }: CryptoContext, seen: DepositRow): Promise<Proof> {
  const { blocks, deployment } = blockchain
  const [head, block, mined] = await Promise.all([
    blocks.headNumber(),
    blocks.head(seen.blockNumber),
    blocks.minedTransaction(seen.transactionHash),
  ])
  // A reorganisation: the scanner will see it.
  if (block?.hash !== seen.blockHash || head - block.number + 1n < BigInt(settings.confirmationsNeeded)) return 'too_early'
  if (mined?.blockHash !== seen.blockHash) return 'forged'
  const transfer = mined.transfers.find(({ position }) => position === seen.logPosition)
  if (
    !transfer ||
    classify(transfer, deployment).asset !== seen.asset ||
    transfer.value !== seen.amount ||
    !isAddressEqual(transfer.from, seen.fromAddress)
  )
    return 'forged'
  return isAddressEqual(transfer.to, depositAddressOf(deployment.forwarderFactory, seen.accountId)) ? 'proved' : 'forged'
}

async function creditLocked(context: CryptoContext, tx: Transaction, deposit: DepositRow, amountCop: bigint): Promise<void> {
  const { clock, ledger, outbox } = context
  const { id, accountId, asset, amount, credits } = deposit
  const at = clock.now()
  // From there nobody is paid; the person hears what anybody under review hears.
  const isBarred = await context.screening.isSenderBarred(tx, {
    accountId,
    address: deposit.fromAddress,
    isFirst: deposit.state === 'PENDING',
  })
  const refused = isBarred ? refusal('limits.in_review') : await refusalOfLimits(context, tx, deposit, amountCop)
  if (refused) return keepInReview(context, tx, deposit, refused)
  await moveDeposit(context, tx, deposit, {
    to: 'COMPLETED',
    at,
    actor: CHAIN,
    set: { reason: null, credits: credits + 1, updated_at: at },
  })
  await outbox.emit(tx, 'crypto.deposit_credited', { accountId, depositId: id, asset, amount: String(amount) })
  await ledger.postWithin(tx, [
    {
      kind: 'post',
      id: creditIdOf(id, credits),
      debit: depositAddresses(asset),
      credit: customerAccount(accountId, asset),
      amount,
      code: 'crypto.deposit',
      ref: id,
    },
  ])
}

/** The tokens are here whatever the limits say: they only say when the customer has them. */
async function refusalOfLimits(
  { limits }: CryptoContext,
  tx: Transaction,
  deposit: DepositRow,
  amountCop: bigint,
): Promise<Refusal | null> {
  const { id: operationId, accountId } = deposit
  try {
    await limits.reserveLimit(tx, { operationId, accountId, direction: 'deposit', amountCop })
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
  if (moved === 'already') await putOff(tx, deposit.id, again)
}

async function endTooSmall(context: CryptoContext, depositId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (!deposit) return
    const at = context.clock.now()
    await moveDeposit(context, tx, deposit, { to: 'BELOW_MINIMUM', at, actor: CHAIN, set: { updated_at: at }, illegal: 'ignore' })
  })
}
