/**
 * Facts of a deposit in dispute: its credit in the ledger, whether two checks confirmed that the chain lost it, and whether two officers
 * have to decide, since its block was final (docs/decisions/0070-officers-decide-over-lost-deposits.md).
 */
import type { TokenDisputeDecision } from '@tunjo/contract/crypto-officers'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { customerAccount, type Transfer } from '../../ledger/index.ts'
import { chainPostingState } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import type { DepositRow } from './deposit-store.ts'
import { heldElsewhere, missingOf } from './hold-disputed.ts'

/** A transaction that a reorganisation dropped usually comes back within minutes. */
const DISPUTED_FOR_MS = 10 * 60_000
/** Minimum interval between the two checks that reverse a credit. */
const BETWEEN_LOOKS_MS = 5 * 60_000

/** True when two checks with an interval confirmed that it no longer exists. */
export const isLossConfirmed = ({ updatedAt, absentSince }: Pick<DepositRow, 'updatedAt' | 'absentSince'>, now: Date): boolean =>
  updatedAt.getTime() <= now.getTime() - DISPUTED_FOR_MS &&
  absentSince !== null &&
  absentSince.getTime() <= now.getTime() - BETWEEN_LOOKS_MS

/** True when its block was final when the chain lost it. An unknown depth counts as final, so that officers are asked. */
export const isBeyondFinality = (
  { blockchain }: Pick<CryptoContext, 'blockchain'>,
  { lostDepth }: Pick<DepositRow, 'lostDepth'>,
): boolean => lostDepth === null || lostDepth >= BigInt(blockchain.finalDepth)

export interface Dispute {
  /** The credit in the ledger. */
  readonly credit: Transfer
  /** Number of times that the chain has lost it. */
  readonly losses: number
  /** Part of the credit that is not held. */
  readonly missing: bigint
  /** Units of the same balance held for something else: while there are any, nothing is written off, since they were not spent. */
  readonly heldElsewhere: bigint
}

/**
 * Null while a block has it again, and when it was not credited. The deposit is locked.
 * @throws Refused `ledger.unproved` also when the row differs from the credit.
 */
export async function disputeOf({ ledger }: Pick<CryptoContext, 'ledger'>, tx: Transaction, deposit: DepositRow): Promise<Dispute | null> {
  const { posting, times: losses } = await chainPostingState(ledger, tx, 'arrival', deposit.id)
  const { posting: credit } = await chainPostingState(ledger, tx, 'credit', deposit.id)
  if (deposit.state !== 'DISPUTED' || posting || !credit) return null
  const { accountId, asset, amount } = deposit
  const isSame = credit.asset === asset && credit.amount === amount && credit.credit?.accountId === customerAccount(accountId, asset).id
  if (!isSame) refuse('ledger.unproved')
  const lost = { deposit, credit, losses }
  const missing = await missingOf(ledger, tx, lost)
  return { credit, losses, missing, heldElsewhere: missing > 0n ? await heldElsewhere(ledger, tx, lost) : 0n }
}

/** Decision that two officers may take now. */
export function decidableOf(
  context: Pick<CryptoContext, 'blockchain' | 'clock'>,
  deposit: DepositRow,
  { missing, heldElsewhere: held }: Dispute,
): TokenDisputeDecision | null {
  if (!isLossConfirmed(deposit, context.clock.now())) return null
  if (missing > 0n) return held > 0n ? null : 'write_off'
  return isBeyondFinality(context, deposit) ? 'reverse' : null
}
