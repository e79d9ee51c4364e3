/**
 * Approval kind of an enhanced due diligence: always two officers, without emergency access (Decreto 830 de 2021 requires a senior
 * officer). An author of any version does not approve it, and an officer whom it is about does not learn of it.
 */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { DiligenceCause, DiligenceConclusion, diligenceGaps } from '@tunjo/contract/due-diligence'
import * as z from 'zod'
import type { ApprovalKind, Execution, Json, RequestStep } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { refusal, refuse } from '../../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { ComplianceContext } from '../context.ts'
import { insertApproval } from './approval-rows.ts'
import { diligenceOpener, sealNote } from './content.ts'
import { type DiligenceRow, diligenceAbout, findContent, hasWritten, lockDiligence, setReturnedNote } from './diligence-store.ts'
import { moveDiligence } from './move-diligence.ts'
import { DILIGENCE_OBJECT, recordDiligence } from './save-draft.ts'

export const DILIGENCE_APPROVAL = 'compliance.due_diligence' satisfies ApprovalKindName
/** The content itself is sealed, on the page of the customer. */
export const DILIGENCE_REASON = STORED_WORDS.diligence.reason

const Params = z.object({ accountId: z.uuid(), id: z.uuid(), version: z.int() })
type Params = z.output<typeof Params>
const Facts = z.object({ contentSha256: z.string(), cause: DiligenceCause, conclusion: DiligenceConclusion, nextReviewOn: z.iso.date() })

export const diligenceApproval = (context: ComplianceContext): ApprovalKind<Params, { id: string }> => ({
  permission: 'risk.set',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ id }) => id,
  subjectId: ({ accountId }) => accountId,
  keptFromSubject: { objectType: DILIGENCE_OBJECT, targetsAbout: diligenceAbout },
  facts: (tx, params) => factsOf(context, tx, params),
  isNeeded: () => true,
  checkDecider: async (connection, { id }, officerId) =>
    (await hasWritten(connection, id, officerId)) ? refusal('approvals.own_request') : null,
  execute: (tx, params, execution) => approve(context, tx, params, execution),
  follow: (tx, params, step) => followRequest(context, tx, params, step),
  words: APPROVAL_WORDS,
  changes(_params, facts) {
    const words = STORED_WORDS.diligence
    const { cause, conclusion, nextReviewOn } = Facts.parse(facts)
    return [
      { label: words.cause, before: null, after: words.causes[cause] },
      { label: words.conclusion, before: null, after: words.conclusions[conclusion] },
      { label: words.nextReview, before: null, after: formatDay(nextReviewOn) },
    ]
  },
})

/** Checked at the proposal and again before the approval: by then its review day may be too close. */
async function factsOf({ files, clock, risk }: ComplianceContext, tx: Transaction, params: Params): Promise<Json> {
  const row = await toDecide(tx, params)
  if (row.state === 'approved') refuse('compliance.edd_locked')
  const { sealed } = await findContent(tx, row.id, row.version)
  const opener = await diligenceOpener(files, tx, row.accountId)
  const content = opener.content(row.id, row.version, sealed) ?? refuse('compliance.edd_unreadable')
  const { cause, conclusion, nextReviewOn } = content
  if (diligenceGaps(content, bogotaDay(clock.now())).length > 0) refuse('compliance.edd_incomplete')
  const { risk: level, isPep, isListed } = await risk.profile(tx, row.accountId)
  return { contentSha256: sha256(sealed), cause, conclusion, nextReviewOn, risk: level, isPep, isListed }
}

async function toDecide(tx: Transaction, { accountId, id, version }: Params): Promise<DiligenceRow> {
  const row = (await lockDiligence(tx, accountId, id)) ?? refuse('request.not_found')
  if (row.version !== version) refuse('compliance.edd_changed')
  return row
}

async function approve(context: ComplianceContext, tx: Transaction, params: Params, execution: Execution): Promise<{ id: string }> {
  const { makerId, checkerId, requestId, actor } = execution
  if (checkerId === null || requestId === null) throw new Error('a due diligence is approved by two officers')
  const row = await toDecide(tx, params)
  const facts = Facts.parse(await factsOf(context, tx, params))
  const at = context.clock.now()
  await moveDiligence(tx, row, { to: 'approved', at, actor: officer(actor.accountId) })
  const { accountId, version, id: diligenceId } = row
  const approved = { diligenceId, accountId, version, ...facts, makerId, checkerId, requestId, approvedAt: at }
  await insertApproval(tx, evidenceSeals(context.secrets), approved)
  const { cause, conclusion, nextReviewOn } = facts
  const after = { version, cause, conclusion, nextReviewOn, approvalRequestId: requestId, makerId, checkerId }
  await recordDiligence(context, tx, row, { actor, action: 'compliance.edd_approved', after })
  return { id: diligenceId }
}

/** The record returns for correction when the request ends without being executed. */
async function followRequest(
  context: ComplianceContext,
  tx: Transaction,
  { accountId, id }: Params,
  { to, by, note, at }: RequestStep,
): Promise<void> {
  const row = await lockDiligence(tx, accountId, id)
  if (!row) throw new Error('a request about a due diligence that is not there')
  const isProposed = to === 'proposed'
  const who = by === null ? SYSTEM : officer(by)
  const set = isProposed ? { proposed_by: by, proposed_at: at, returned_at: null } : { returned_at: at }
  await moveDiligence(tx, row, { to: isProposed ? 'proposed' : 'returned', at, actor: who, set })
  await setReturnedNote(tx, id, note && !isProposed ? await sealNote(context.files, tx, row, note) : null)
  const actor =
    by === null ? ({ kind: 'system', name: 'approvals' } as const) : ({ kind: 'person', accountId: by, sessionId: null } as const)
  const action = isProposed ? 'compliance.edd_proposed' : 'compliance.edd_returned'
  await recordDiligence(context, tx, row, { actor, action, after: { version: row.version, request: to } })
}
