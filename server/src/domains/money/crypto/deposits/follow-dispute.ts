/**
 * Handling of a deposit in dispute: it was credited and the chain lost its block. It is released once it is back and as deep as any other;
 * when two checks with an interval confirmed that it no longer exists, it is reversed by a compensating posting (R5). Beyond the final
 * depth two officers have to decide that too (decision 70). A deposit that the customer has spent meanwhile stays in dispute, which is
 * retried and reported each time. The month stays counted, since the same deposit may come back.
 */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { CHAIN, officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { MinedTransfer } from '../../blockchain/index.ts'
import { type ChainPostingState, chainPostingState, reverseChainPosting } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { type DepositRow, deferDeposit, isSameTransfer, knownDepositBefore, lockDeposit, setAbsent } from './deposit-store.ts'
import { isBeyondFinality, isLossConfirmed } from './dispute.ts'
import { findDisputeDecision } from './dispute-decision-store.ts'
import { holdMissing, releaseDisputed } from './hold-disputed.ts'
import { moveDeposit } from './move-deposit.ts'
import { isDepositIn, proveDeposit } from './prove-deposit.ts'
import { tryAgainAt } from './rules.ts'
import { writeOff } from './write-off.ts'

/** Retry delay of one that waits for money or for officers. */
const WAITS_AGAIN_MS = 30_000

export async function followDispute(context: CryptoContext, seen: DepositRow): Promise<void> {
  const { db, log } = context
  const { id } = seen
  const said = (await proveDeposit(context, seen)) === 'proved' ? 'back' : (await isLost(context, seen)) ? 'lost' : 'nothing'
  try {
    await inTransaction(db, async (tx) => {
      const deposit = await lockDeposit(tx, id)
      if (deposit?.state === 'DISPUTED' && isSameTransfer(deposit, seen)) await decide(context, tx, deposit, said)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    log.error({ securityEvent: 'crypto_reorganised', depositId: id, code: error.refusal.code }, 'a deposit that the chain lost was spent')
    await holdWhatCame(context, seen)
  }
}

/** Money that arrived since it was spent covers it, and cannot be spent before the next attempt. */
async function holdWhatCame(context: CryptoContext, seen: DepositRow): Promise<void> {
  const { db, clock, ledger } = context
  await inTransaction(db, async (tx) => {
    const deposit = await lockDeposit(tx, seen.id)
    if (deposit?.state !== 'DISPUTED' || !isSameTransfer(deposit, seen)) return
    await deferDeposit(tx, deposit.id, tryAgainAt(clock.now(), WAITS_AGAIN_MS))
    const arrival = await chainPostingState(ledger, tx, 'arrival', deposit.id)
    const credit = (await chainPostingState(ledger, tx, 'credit', deposit.id)).posting
    if (credit && !arrival.posting) await holdMissing(context, tx, { deposit, credit, losses: arrival.times })
  })
}

/** `nothing`: no conclusive answer, so no credit is reversed. */
type Said = 'back' | 'lost' | 'nothing'

async function isLost({ db, blockchain }: CryptoContext, deposit: DepositRow): Promise<boolean> {
  const { transactionHash: hash, blockNumber, blockHash } = deposit
  const isSame = (transfers: readonly MinedTransfer[]) => isDepositIn(transfers, deposit, blockchain.deployment)
  return blockchain.isPositivelyLost({ hash, blockNumber, blockHash, isSame, known: await knownDepositBefore(db, blockNumber) })
}

async function decide(context: CryptoContext, tx: Transaction, deposit: DepositRow, said: Said): Promise<void> {
  const { clock, ledger } = context
  const arrival = await chainPostingState(ledger, tx, 'arrival', deposit.id)
  const credit = (await chainPostingState(ledger, tx, 'credit', deposit.id)).posting
  if (said === 'back') return restore(context, tx, deposit, arrival)
  const at = clock.now()
  // Behind those that were not checked yet, since a pass is limited.
  await deferDeposit(tx, deposit.id, at)
  // In a block that is not deep enough yet, or only its row calls it lost: no credit is reversed.
  if (arrival.posting) return
  if (said === 'lost') await setAbsent(tx, deposit.id, at)
  const decided = await findDisputeDecision(context, tx, deposit, { losses: arrival.times })
  const isForOfficers = credit !== null && decided === null && isBeyondFinality(context, deposit)
  if (said !== 'lost' || !isLossConfirmed(deposit, at) || isForOfficers) {
    if (credit) await holdMissing(context, tx, { deposit, credit, losses: arrival.times })
    // Two officers decide: only their decision, or the chain, advances it.
    if (isForOfficers && isLossConfirmed(deposit, at)) await deferDeposit(tx, deposit.id, tryAgainAt(at, WAITS_AGAIN_MS))
    return
  }
  await moveDeposit(context, tx, deposit, {
    to: 'REVERSED',
    at,
    actor: decided ? officer(decided.checkerId) : SYSTEM,
    set: { updated_at: at },
  })
  if (credit && decided?.decision === 'write_off') await writeOff(context, tx, { deposit, credit, losses: arrival.times }, decided)
  await releaseDisputed(context, tx, deposit.id, arrival.times)
  if (credit) await reverseChainPosting(ledger, tx, 'credit', credit)
  failpoint('crypto.reverse_posted')
}

async function restore(context: CryptoContext, tx: Transaction, deposit: DepositRow, arrival: ChainPostingState): Promise<void> {
  const { clock, log } = context
  const { id: depositId, state } = deposit
  const at = clock.now()
  if (arrival.times === 0)
    log.error({ securityEvent: 'crypto_forged', depositId, state }, 'a credited deposit was recorded as not credited')
  await moveDeposit(context, tx, deposit, { to: 'COMPLETED', at, actor: CHAIN, set: { reason: null, updated_at: at } })
  await releaseDisputed(context, tx, depositId, arrival.times)
}
