/**
 * Dismissal by two officers of findings that are irrelevant for the customer, such as a namesake or an old matter that ended. Dismissed
 * findings no longer set a minimum risk level. A later report is assessed anew.
 */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import * as z from 'zod'
import type { ApprovalKind } from '../../../../platform/approvals/index.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { CASE_WORDS, STORED_WORDS } from '../case-words.ts'
import { dismissFindings, lockCheck } from './check-store.ts'
import type { CheckContext } from './context.ts'
import { mayDismiss } from './rules.ts'
import type { CheckRow } from './types.ts'

export const DISMISS_APPROVAL = 'screening.dismiss_findings' satisfies ApprovalKindName
const Params = z.object({ checkId: z.uuid(), accountId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({ gravest: z.string(), reportId: z.string() })

export const dismissApproval = ({
  clock,
  audit,
  risk,
}: Pick<CheckContext, 'clock' | 'audit' | 'risk'>): ApprovalKind<Params, CheckRow> => ({
  permission: 'screening.decide',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ checkId }) => checkId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { checkId }) {
    const check = (await lockCheck(tx, checkId)) ?? refuse('request.not_found')
    if (!mayDismiss(check)) refuse('screening.check_without_findings')
    return { gravest: check.gravest ?? '', reportId: check.reportId ?? '' }
  },
  isNeeded: () => true,
  words: CASE_WORDS,
  changes(_params, facts) {
    const { severe, current, dismissed } = STORED_WORDS.findings
    return [{ label: severe(Facts.parse(facts).gravest), before: current, after: dismissed }]
  },
  async execute(tx, { checkId, accountId }, { makerId, checkerId, requestId, reason, actor }) {
    const at = clock.now()
    await dismissFindings(tx, checkId, { at, by: makerId, second: checkerId, reason })
    const after = { checkId, approvalRequestId: requestId, makerId, checkerId }
    await audit.record(tx, { actor, action: 'screening.findings_dismissed', object: { type: 'account', id: accountId }, after, reason })
    await risk.reassess(tx, accountId)
    return (await lockCheck(tx, checkId)) ?? refuse('request.not_found')
  },
})
