/** Hold a token withdrawal for review until two officers decide about it: an earlier approval no longer counts. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Actor } from '../../../../platform/state-machine/index.ts'
import type { CryptoContext } from '../context.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { HELD_FOR_REVIEW } from './reasons.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

/** `withdrawal` is locked. `isListed`: its address was found on a list. */
export async function holdForReview(
  context: Pick<CryptoContext, 'clock' | 'outbox'>,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  { actor, isListed = false }: { actor: Actor; isListed?: boolean },
): Promise<void> {
  const cleared = { waiting: null, maker_id: null, checker_id: null, approval_seal: null, release_seal: null, listed_seal: null }
  const set = { ...cleared, ...(isListed && { sanctions: 'listed' }) }
  await moveWithdrawal(context, tx, withdrawal, { to: 'IN_REVIEW', at: context.clock.now(), actor, note: HELD_FOR_REVIEW, set })
}
