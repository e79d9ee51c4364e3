/**
 * Postings that follow the chain: made when a block brings their cause, reversed when a reorganisation drops it, made again when it comes
 * back. Their number is proved by the ledger itself (docs/decisions/0046-token-deposits-in-the-books.md): a forged row would otherwise
 * cause as many credits as it claims.
 */

import type { Transaction } from '../../../platform/database/database.ts'
import { idOf } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Account, Ledger, Post, Transfer } from '../ledger/index.ts'

/** `made` and `reversed`: names that the ids derive from, and codes of the postings. */
const CHAIN_POSTINGS = {
  arrival: { made: ['crypto.arrived', 'crypto.arrived'], reversed: ['crypto.arrived.reverse', 'crypto.arrived_reversed'] },
  credit: { made: ['crypto.credit', 'crypto.deposit'], reversed: ['crypto.reverse', 'crypto.deposit_reversed'] },
  writtenOff: {
    made: ['crypto.written_off', 'crypto.deposit_written_off'],
    reversed: ['crypto.written_off.reverse', 'crypto.write_off_recovered'],
  },
  sweep: { made: ['crypto.swept', 'crypto.swept'], reversed: ['crypto.swept.reverse', 'crypto.swept_reversed'] },
  undelivered: {
    made: ['crypto.withdrawal.undelivered', 'crypto.withdrawal_undelivered'],
    reversed: ['crypto.withdrawal.undelivered.reverse', 'crypto.withdrawal_delivered'],
  },
  undeliveredFee: {
    made: ['crypto.withdrawal.undelivered_fee', 'crypto.withdrawal_undelivered'],
    reversed: ['crypto.withdrawal.undelivered_fee.reverse', 'crypto.withdrawal_delivered'],
  },
} as const
export type ChainPosting = keyof typeof CHAIN_POSTINGS

export interface ChainPostingState {
  /** Number of times it was made and reversed before. */
  readonly times: number
  /** The posting in force; null when it is not made, or is reversed. */
  readonly posting: Transfer | null
}

type Prover = Pick<Ledger, 'provedTransfer'>

/** More reorganisations than one transfer can survive. */
const TIMES_MAX = 100

/** Current posting of a subject, whose row is locked. @throws Refused `ledger.unproved` */
export async function chainPostingState(ledger: Prover, tx: Transaction, kind: ChainPosting, subject: string): Promise<ChainPostingState> {
  const { made, reversed } = CHAIN_POSTINGS[kind]
  for (let times = 0; times < TIMES_MAX; times++) {
    const id = postingId(kind, subject, times)
    const reversal = await ledger.provedTransfer(reversalId(kind, id), tx)
    if (reversal === null) {
      const posting = await ledger.provedTransfer(id, tx)
      // Ids derive from public names: a posting of something else under this id does not count.
      if (posting && (posting.kind !== 'post' || posting.code !== made[1] || posting.ref !== subject)) refuse('ledger.unproved')
      return { times, posting }
    }
    if (reversal.kind !== 'reverse' || reversal.code !== reversed[1] || reversal.targetId !== id) refuse('ledger.unproved')
  }
  throw new Error(`${kind} of ${subject} was reversed more than ${TIMES_MAX} times`)
}

interface Moved {
  readonly debit: Account
  readonly credit: Account
  readonly amount: bigint
}
/** Built from the result of `chainPostingState`. */
export const chainPosting = (kind: ChainPosting, subject: string, times: number, moved: Moved): Post => ({
  ...moved,
  kind: 'post',
  id: postingId(kind, subject, times),
  code: CHAIN_POSTINGS[kind].made[1],
  ref: subject,
})

export async function reverseChainPosting(
  ledger: Pick<Ledger, 'reverseWithin'>,
  tx: Transaction,
  kind: ChainPosting,
  { id: transferId, ref }: Transfer,
): Promise<void> {
  const code = CHAIN_POSTINGS[kind].reversed[1]
  await ledger.reverseWithin(tx, { id: reversalId(kind, transferId), transferId, code, ...(ref === null ? {} : { ref }) })
}

const postingId = (kind: ChainPosting, subject: string, times: number): string => idOf(CHAIN_POSTINGS[kind].made[0], subject, String(times))
const reversalId = (kind: ChainPosting, transferId: string): string => idOf(CHAIN_POSTINGS[kind].reversed[0], transferId)
