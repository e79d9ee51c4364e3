/** Approval kind to lift a freeze: always two officers, and no open difference may prevent it. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ASSET_CODES } from '@tunjo/contract/money'
import * as z from 'zod'
import type { ApprovalKind } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { APPROVAL_WORDS, STORED_WORDS } from './approval-words.ts'
import { stoppedAssets } from './checks.ts'
import { spentFigures } from './comparisons.ts'
import type { ReconciliationContext } from './context.ts'
import { lockOpen } from './difference-store.ts'
import { explainedOfAsset, isExplained, isStopFound } from './difference-transitions.ts'
import { refuseNotCompared } from './restored.ts'

export const LIFT_APPROVAL = 'reconciliation.lift_freeze' satisfies ApprovalKindName
const Params = z.object({ asset: z.enum(ASSET_CODES) })
type Params = z.output<typeof Params>

export const liftApproval = (context: ReconciliationContext): ApprovalKind<Params, { lifted: true }> => ({
  permission: 'payments.review',
  // An officer who took money and explained it away must not resume the asset alone.
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ asset }) => asset,
  subjectId: () => null,
  async facts(tx, { asset }) {
    const { blockchain, ledger } = context
    const reasons = (await ledger.freezes(tx)).filter((one) => one.asset === asset).map(({ reason }) => reason)
    if (reasons.length === 0) refuse('reconciliation.not_frozen')
    await refuseNotCompared(context, tx, asset)
    // The chain may still repeat it, and its end is not known before.
    if (reasons.includes('chain.reorganised') && (await blockchain.hasLostOperation(tx))) refuse('reconciliation.differences_open')
    if ((await lockOpen(tx)).some((open) => stoppedAssets(open).includes(asset))) refuse('reconciliation.differences_open')
    if (await isStopFound(context, tx, asset)) refuse('reconciliation.differences_open')
    await refuseUnexplained(context, tx, asset)
    await refuseUndecided(context, tx, asset)
    // All of them: a freeze that came since is not part of the proposal. After the differences, whose rows a pass locks first too.
    const freezeIds = (await ledger.lockFreezes(tx)).filter((one) => one.asset === asset).map(({ id }) => id)
    // One officer explains a difference: the approver of the lift must have seen that one.
    const explained = await explainedOfAsset(context, tx, asset)
    return { asset, freezeIds: freezeIds.toSorted(), explained }
  },
  isNeeded: () => true,
  async execute(tx, { asset }, { actor, reason, requestId, makerId, checkerId }) {
    const { audit, ledger } = context
    await audit.record(tx, {
      actor,
      action: 'reconciliation.freeze_lifted',
      object: { type: 'asset', id: asset },
      after: { approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
    await ledger.lift(tx, asset)
    return { lifted: true }
  },
  words: APPROVAL_WORDS,
  changes: ({ asset }) => [{ label: asset, before: STORED_WORDS.paused, after: STORED_WORDS.active }],
})

/** A spent credit that the chain took back freezes its asset before two passes have found it, or found it changed. */
async function refuseUnexplained(context: ReconciliationContext, tx: Transaction, asset: Params['asset']): Promise<void> {
  for (const figure of await spentFigures(context, tx))
    if (figure.asset === asset && !(await isExplained(context, tx, figure))) refuse('reconciliation.differences_open')
}

/**
 * A case that officers or the chain have not decided is not ended by an explanation of its difference: it has a separate end, after which
 * the books agree.
 */
async function refuseUndecided({ crypto, payments }: ReconciliationContext, tx: Transaction, asset: Params['asset']): Promise<void> {
  const { disputed, claims, found } = await crypto.openCases(tx, asset)
  if (disputed > 0) refuse('reconciliation.disputes_open', { asset, count: disputed })
  if (claims > 0) refuse('reconciliation.claims_open', { asset, count: claims })
  if (found > 0) refuse('reconciliation.found_open', { asset, count: found })
  const count = asset === 'COP' ? await payments.unbookedPayments(tx) : 0
  if (count > 0) refuse('reconciliation.payments_unbooked', { count })
}
