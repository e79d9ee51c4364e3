/** Approval kind to end a legal hold: always two officers, because destroyed documents cannot be restored. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import * as z from 'zod'
import type { ApprovalKind } from '../../../../platform/approvals/index.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Platform } from '../../../../platform/module.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import { type HoldRow, lockHold, markLifted } from './hold-store.ts'

export const LIFT_APPROVAL = 'retention.lift_legal_hold' satisfies ApprovalKindName
const Params = z.object({ holdId: z.uuid(), accountId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({ reason: z.string() })

export const liftApproval = ({ clock, audit }: Pick<Platform, 'clock' | 'audit'>): ApprovalKind<Params, HoldRow> => ({
  permission: 'legal_holds.manage',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ holdId }) => holdId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { holdId }) {
    const hold = (await lockHold(tx, holdId)) ?? refuse('request.not_found')
    if (hold.liftedAt) refuse('retention.hold_lifted')
    return { reason: hold.reason, placedAt: hold.placedAt.toISOString() }
  },
  isNeeded: () => true,
  words: APPROVAL_WORDS,
  changes: (_params, facts) => [{ label: STORED_WORDS.legalHold, before: Facts.parse(facts).reason, after: STORED_WORDS.lifted }],
  async execute(tx, { holdId, accountId }, { makerId, checkerId, requestId, reason, actor }) {
    const hold = (await lockHold(tx, holdId)) ?? refuse('request.not_found')
    const at = clock.now()
    await markLifted(tx, holdId, { at, by: actor.accountId, reason })
    await audit.record(tx, {
      actor,
      action: 'retention.legal_hold_lifted',
      object: { type: 'account', id: accountId },
      before: { holdId },
      after: { approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
    return { ...hold, liftedAt: at }
  },
})
