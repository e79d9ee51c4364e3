/** Step-up gate: before a guarded call it consumes the grant, for exactly this call of this session, or refuses. */

import { sha256 } from '../../../../platform/database/ids.ts'
import type { StepUpGate } from '../../../../platform/http/guards/step-up.ts'
import { refuse, refuseSuspect } from '../../../../platform/http/refusal.ts'
import type { IdentityContext } from '../core/context.ts'
import { markGrantUsed, wasUsedForOperation } from './step-up-store.ts'

export function createStepUpGate({ db, clock }: Pick<IdentityContext, 'db' | 'clock'>): StepUpGate {
  return async ({ grant, ...guarded }) => {
    if (!grant) refuse('identity.step_up_required')
    const shown = { ...guarded, grantHash: sha256(grant) }
    if (await markGrantUsed(db, shown, clock.now())) return
    if (!(await wasUsedForOperation(db, shown))) refuseSuspect('identity.step_up_invalid', { event: 'step_up_mismatch' })
  }
}
