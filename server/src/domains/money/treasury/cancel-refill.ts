/**
 * Cancellation of a refill that will not be made: one officer cancels it, with a reason. An arrival after that is booked as unrequested.
 */
import type { MovementState } from '@tunjo/contract/treasury'
import { validate as isUuid } from 'uuid'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import type { TreasuryContext } from './context.ts'
import { moveMovement } from './move-movement.ts'
import { lockMovement } from './store.ts'

export async function cancelRefill(
  { db, audit, clock }: TreasuryContext,
  { id, actor, reason }: { id: string; actor: PersonActor; reason: string },
): Promise<{ state: MovementState }> {
  if (!isUuid(id)) refuse('request.not_found')
  return inTransaction(db, async (tx) => {
    const movement = (await lockMovement(tx, id)) ?? refuse('request.not_found')
    if (movement.kind !== 'refill') refuse('treasury.not_cancellable')
    const at = clock.now()
    const change = { to: 'CANCELLED', at, actor: officer(actor.accountId), note: reason, set: { ended_at: at } } as const
    if ((await moveMovement(tx, movement, { ...change, illegal: 'treasury.not_cancellable' })) !== 'moved')
      refuse('treasury.not_cancellable')
    await audit.record(tx, {
      actor,
      action: 'treasury.refill_cancelled',
      object: { type: 'treasury movement', id },
      before: movement.state,
      after: 'CANCELLED',
      reason,
    })
    return { state: 'CANCELLED' }
  })
}
