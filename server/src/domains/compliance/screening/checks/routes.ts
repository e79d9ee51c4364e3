/** HTTP routes of background checks. */
import { type BackgroundCheck, backgroundChecks as contract, isCheckRunning } from '@tunjo/contract/background-checks'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../../platform/audit/index.ts'
import type { Operation } from '../../../../platform/database/idempotency.ts'
import { ApprovalOutcome } from '../../../../platform/http/guards/approval.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { tidyText } from '../../../../platform/phrases/visible-text.ts'
import { personOf, recordView } from '../viewed-person.ts'
import { toBackgroundChecks } from './check-answers.ts'
import { checksOf, findCheck, launchesOfDay, newestReport } from './check-store.ts'
import type { CheckContext } from './context.ts'
import { DISMISS_APPROVAL } from './dismiss-approval.ts'
import { findingsIn } from './report-content.ts'
import { requestCheck, retryCheck } from './request-check.ts'
import { sourceName } from './source-names.ts'
import { checkStepUp } from './step-up.ts'
import { subjectOf } from './subject.ts'
import type { CheckRow } from './types.ts'

interface Read {
  readonly caller: Caller
  readonly http: HttpContext
}

export function checkRoutes(context: CheckContext): Route[] {
  return implement(
    contract,
    {
      async backgroundChecks({ caller, http, query: { userId } }) {
        const { id: accountId } = await personOf(context, caller, userId)
        await recordView(context, { caller, http, accountId, part: 'background_checks' })
        return checksOfPerson(context, accountId, caller)
      },
      async backgroundCheck({ caller, http, params: { id } }) {
        const check = await checkFor(context, caller, id)
        // While the screen polls every other second there is nothing personal to see, unless an earlier report has findings.
        if (!isCheckRunning(check.state) || check.gravest !== null)
          await recordView(context, { caller, http, accountId: check.accountId, part: 'background_check' })
        else context.audit.unchanged()
        return shown(context, check)
      },
      async launchBackgroundCheck({ caller, http, body: { userId, issuedOn, isFresh } }) {
        const { id: accountId } = await personOf(context, caller, userId)
        const facts = await context.kyc.reviewFacts(accountId)
        if (issuedOn !== undefined) checkIssueDate(issuedOn, facts.declared['natural-1']?.birthDate, context.clock.now())
        const subject = subjectOf(facts, context.parameters, issuedOn ?? null) ?? refuse('screening.check_without_document')
        const { check, isNew } = await requestCheck(context, { accountId, subject, isFresh, actor: personActor(caller, http) })
        return { check: await shown(context, check), isNew }
      },
      async retryFailedSources({ caller, http, params: { id } }) {
        const check = await checkFor(context, caller, id)
        return shown(context, await retryCheck(context, check.id, personActor(caller, http)))
      },
      async dismissFindings({ caller, operation, params: { id }, body: { reason } }) {
        return dismiss(context, { caller, operation }, id, reason)
      },
      async backgroundReport({ caller, http, params: { id } }) {
        return reportOf(context, await checkFor(context, caller, id), { caller, http })
      },
    },
    checkStepUp(context),
  )
}

async function dismiss(
  context: CheckContext,
  { caller, operation }: { caller: Caller; operation: Operation | null },
  id: string,
  reason: string,
): Promise<ApprovalOutcome<BackgroundCheck>> {
  const check = await checkFor(context, caller, id)
  const proposal = { params: { checkId: check.id, accountId: check.accountId }, caller, operation, reason: tidyText(reason) }
  const { outcome } = await context.approvals.perform<CheckRow>(DISMISS_APPROVAL, proposal)
  return new ApprovalOutcome(outcome.isDone ? { isDone: true, answer: await shown(context, outcome.answer) } : outcome)
}

function checkIssueDate(issuedOn: string, birthDate: string | undefined, now: Date): void {
  if (issuedOn > bogotaDay(now) || (birthDate !== undefined && issuedOn < birthDate)) refuse('screening.check_issue_date')
}

async function checkFor(context: CheckContext, caller: Caller, id: string): Promise<CheckRow> {
  const check = (isUuid(id) ? await findCheck(context.db, id) : null) ?? refuse('request.not_found')
  await personOf(context, caller, check.accountId)
  return check
}

async function shown(context: CheckContext, check: CheckRow): Promise<BackgroundCheck> {
  const [newest] = await checksOf(context.db, check.accountId, 1)
  const [one] = await toBackgroundChecks(context, [check], newest?.id)
  return one ?? refuse('request.not_found')
}

async function checksOfPerson(context: CheckContext, accountId: string, { accountId: officerId }: Caller) {
  const { db, clock, kyc, parameters, limits } = context
  const rows = await checksOf(db, accountId)
  const [current, ...earlier] = await toBackgroundChecks(context, rows, rows[0]?.id)
  const hasDocument = subjectOf(await kyc.reviewFacts(accountId), parameters, null) !== null
  const launch = current && isCheckRunning(current.state) ? 'under_way' : hasDocument ? 'possible' : 'no_document'
  const launchesLeft = Math.max(0, limits.perOfficer - (await launchesOfDay(db, officerId, clock.now())))
  return { current: current ?? null, earlier, launch, launchesLeft } as const
}

async function reportOf(context: CheckContext, check: CheckRow, { caller, http }: Read) {
  const { db, files } = context
  const report = await newestReport(db, check.id)
  const findings = report && (await findingsIn(files, report))
  if (!report || !findings) refuse('request.not_found')
  await recordView(context, { caller, http, accountId: check.accountId, part: 'background_report' })
  const { pdfFileId, sha256, receivedAt } = report
  return {
    check: await shown(context, check),
    findings: findings.map((finding) => ({ ...finding, source: sourceName(finding.source) })),
    receivedAt: receivedAt.toISOString(),
    sha256,
    fileUrl: pdfFileId && files.linkFor(pdfFileId, caller),
  }
}
