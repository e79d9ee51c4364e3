/**
 * Write-off of the part that a customer spent of a credit that the chain lost: the platform bears it, by the decision of two officers,
 * until the chain has the deposit again (docs/decisions/0070-officers-decide-over-lost-deposits.md).
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { type Account, customerAccount, systemAccount } from '../../ledger/index.ts'
import { chainPosting, chainPostingState, reverseChainPosting } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import type { DecidedDispute } from './dispute-decision-store.ts'
import { heldElsewhere, holdForWriteOff, type LostDeposit } from './hold-disputed.ts'

/** Losses of the platform by deposits that were reorganised away after they were spent. */
const depositLosses = (asset: AssetCode): Account => systemAccount('deposit_losses', asset)

/** The balance pays first, and a sum held for something else was not spent. Never more than the officers decided about. */
export async function writeOff(
  context: CryptoContext,
  tx: Transaction,
  lost: LostDeposit,
  { missing: maximum }: DecidedDispute,
): Promise<void> {
  const { ledger } = context
  const { id, accountId } = lost.deposit
  const { asset } = lost.credit
  const missing = await holdForWriteOff(context, tx, lost)
  if (missing === 0n) return
  if ((await heldElsewhere(ledger, tx, lost)) > 0n) refuse('crypto.dispute_not_decidable')
  const { times, posting } = await chainPostingState(ledger, tx, 'writtenOff', id)
  if (posting || missing > maximum) refuse('ledger.unproved')
  const moved = { debit: depositLosses(asset), credit: customerAccount(accountId, asset), amount: missing }
  await ledger.postWithin(tx, [chainPosting('writtenOff', id, times, moved)])
  failpoint('crypto.written_off')
}

/** It was credited again as a whole: the part that the platform bore is recovered from it. */
export async function recoverWriteOff({ ledger }: Pick<CryptoContext, 'ledger'>, tx: Transaction, depositId: string): Promise<void> {
  const { posting } = await chainPostingState(ledger, tx, 'writtenOff', depositId)
  if (!posting) return
  await reverseChainPosting(ledger, tx, 'writtenOff', posting)
  failpoint('crypto.write_off_recovered')
}
