/**
 * Undelivered withdrawals: the chain dropped a settled transfer, which can never be paid. The sum booked to the platform becomes a claim of
 * the customer (docs/decisions/0065-claims-of-undelivered-withdrawals.md). The chain is checked again before each step: only its positive
 * answers open, pay or end a claim, whatever the rows contain.
 */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { CHAIN } from '../../../../platform/state-machine/index.ts'
import { type ChainResult, compensationIdOf, operationIdOf, unavailableReasonOf, withdrawalText } from '../../blockchain/index.ts'
import { type Account, type Post, systemAccount, type Transfer } from '../../ledger/index.ts'
import { chainPosting, chainPostingState, reverseChainPosting } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { findClaimDecision } from './claim-decision-store.ts'
import { isPaid } from './follow-transfer.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { claimRefundIdOf, payClaim, undeliveredWithdrawals } from './pay-claim.ts'
import { UNDELIVERED } from './reasons.ts'
import { findWithdrawals, lockWithdrawal, setUndeliveredSince, type WithdrawalRow } from './withdrawal-store.ts'

/** Minimum interval between the two checks that open a claim. */
const BETWEEN_LOOKS_MS = 5 * 60_000

export async function followUndelivered(context: CryptoContext): Promise<void> {
  const { db, blockchain, log } = context
  const rows = await findWithdrawals(db, await blockchain.unrepeatedTransfers(db))
  for (const row of rows.filter(({ state }) => state === 'CONFIRMED' || state === 'UNDELIVERED'))
    try {
      await followOne(context, row)
    } catch (error) {
      // No fault of the withdrawal: the next pass continues once the node is trusted.
      if (unavailableReasonOf(error) !== null) throw error
      log.error({ err: error, withdrawalId: row.id }, 'a withdrawal that the chain took back was not followed: it is tried again')
    }
}

/** `nothing`: no conclusive answer, so nothing is decided. */
type Said = 'delivered' | 'undelivered' | 'nothing'

async function followOne(context: CryptoContext, seen: WithdrawalRow): Promise<void> {
  // The node is queried before anything is locked.
  const said = saidOf(context, seen, await context.blockchain.chainResult(operationIdOf('crypto.withdrawal', seen.id)))
  await inTransaction(context.db, async (tx) => {
    const row = await lockWithdrawal(tx, seen.id)
    if (row?.state === 'CONFIRMED') await compareAgain(context, tx, row, said)
    else if (row?.state === 'UNDELIVERED') await goOn(context, tx, row, said)
  })
}

/** A transfer that is final and paid no address counts as one that is never mined. */
function saidOf(context: CryptoContext, row: WithdrawalRow, word: ChainResult): Said {
  if (word.said === 'nothing') return 'nothing'
  return word.said === 'final' && isPaid(context, row, word.receipt) ? 'delivered' : 'undelivered'
}

async function compareAgain(context: CryptoContext, tx: Transaction, row: WithdrawalRow, said: Said): Promise<void> {
  const { undeliveredSince: since } = row
  const now = context.clock.now()
  if (said === 'delivered') {
    if (since !== null) await setUndeliveredSince(tx, row.id, null)
    return correctCarried(context, tx, row)
  }
  if (said !== 'undelivered') return
  if (since === null) return setUndeliveredSince(tx, row.id, now)
  if (now.getTime() - since.getTime() >= BETWEEN_LOOKS_MS) await openClaim(context, tx, row)
}

async function openClaim(context: CryptoContext, tx: Transaction, row: WithdrawalRow): Promise<void> {
  const { clock, ledger, log } = context
  const { id, asset, amount, fee } = row
  const { times, posting } = await chainPostingState(ledger, tx, 'undelivered', id)
  if (posting || !(await isSettled(context, tx, row))) return reportForged(context, row)
  const set = { reason: UNDELIVERED, ended_at: null }
  await moveWithdrawal(context, tx, row, { to: 'UNDELIVERED', at: clock.now(), actor: CHAIN, note: UNDELIVERED, set })
  const credit = undeliveredWithdrawals(asset)
  const debit = await whereItWasBooked(context, tx, row)
  const legs = [chainPosting('undelivered', id, times, { debit, credit, amount })]
  if (fee > 0n) legs.push(chainPosting('undeliveredFee', id, times, { debit: systemAccount('network-fees', asset), credit, amount: fee }))
  await ledger.postWithin(tx, legs)
  failpoint('crypto.claim_opened')
  log.error(
    { securityEvent: 'crypto_withdrawal_undelivered', withdrawalId: id, asset },
    'the chain can never pay a withdrawal: officers decide',
  )
}

/** Settled by the ledger's proof, and as the customer requested it. */
async function isSettled({ ledger, seals }: CryptoContext, tx: Transaction, row: WithdrawalRow): Promise<boolean> {
  const settled = await ledger.provedTransfer(idOf('crypto.withdrawal.settled', row.id), tx)
  return (
    settled?.kind === 'settle' && settled.ref === row.id && settled.amount === row.amount && seals.isSealOf(withdrawalText(row), row.seal)
  )
}

/** The account with its loss once the platform carried it; after a correction the books are as the settlement left them. */
async function whereItWasBooked(context: CryptoContext, tx: Transaction, row: WithdrawalRow): Promise<Account> {
  return systemAccount((await missingCorrection(context, tx, row)) ? 'float' : 'chain', row.asset)
}

/** Correction when a transfer whose loss the platform carried left after all. Null when it carried none, or was corrected before. */
async function missingCorrection({ ledger }: CryptoContext, tx: Transaction, { id, asset }: WithdrawalRow): Promise<Post | null> {
  const carried = await ledger.provedTransfer(compensationIdOf(operationIdOf('crypto.withdrawal', id), asset), tx)
  const postingId = idOf('crypto.withdrawal.delivered', id)
  if (!carried || (await ledger.provedTransfer(postingId, tx))) return null
  const [debit, credit] = [systemAccount('float', asset), systemAccount('chain', asset)]
  return { kind: 'post', id: postingId, code: 'crypto.withdrawal_delivered', ref: id, debit, credit, amount: carried.amount }
}

async function correctCarried(context: CryptoContext, tx: Transaction, row: WithdrawalRow): Promise<void> {
  const correction = await missingCorrection(context, tx, row)
  if (correction) await context.ledger.postWithin(tx, [correction])
}

async function goOn(context: CryptoContext, tx: Transaction, row: WithdrawalRow, said: Said): Promise<void> {
  const { ledger } = context
  const { times, posting } = await chainPostingState(ledger, tx, 'undelivered', row.id)
  // A row alone opens no claim, and a paid one is no longer a claim.
  if (!posting || (await ledger.provedTransfer(claimRefundIdOf(row.id), tx))) return reportForged(context, row)
  if (said === 'delivered') return endClaim(context, tx, row, posting)
  const decided = said === 'undelivered' ? await findClaimDecision(context, tx, row, times) : null
  if (decided) await payClaim(context, tx, row, decided)
}

/** The first transfer paid it after all: nothing is owed. */
async function endClaim(context: CryptoContext, tx: Transaction, row: WithdrawalRow, posting: Transfer): Promise<void> {
  const { clock, ledger, log } = context
  const { id } = row
  const fee = (await chainPostingState(ledger, tx, 'undeliveredFee', id)).posting
  const at = clock.now()
  const set = { reason: null, ended_at: at, undelivered_since: null }
  await moveWithdrawal(context, tx, row, { to: 'CONFIRMED', at, actor: CHAIN, set })
  await reverseChainPosting(ledger, tx, 'undelivered', posting)
  if (fee) await reverseChainPosting(ledger, tx, 'undeliveredFee', fee)
  await correctCarried(context, tx, row)
  failpoint('crypto.claim_ended')
  log.warn({ withdrawalId: id }, 'a withdrawal that a reorganisation removed was paid after all: its claim has ended')
}

const reportForged = ({ log }: CryptoContext, { id, state }: WithdrawalRow): void =>
  log.error(
    { securityEvent: 'payment_unproved', withdrawalId: id, state },
    'the state of a withdrawal is not what the books say: nothing is posted',
  )
