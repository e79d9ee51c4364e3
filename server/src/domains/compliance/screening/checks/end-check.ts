/** Storage of an arrived report: its sealed content, the extracted facts and their consequences, in one transaction. */

import type { Transaction } from '../../../../platform/database/database.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import type { StoredFile } from '../../../../platform/files/index.ts'
import type { Reschedule } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { move, PROVIDER } from '../../../../platform/state-machine/index.ts'
import type { CheckResult, Gravity, SourceProgress, Subject } from '../provider/background-checks.ts'
import { ProviderUnreachable } from '../provider/http.ts'
import { UNNAMED_SOURCE } from '../provider/read-report.ts'
import { applyResult } from './apply-result.ts'
import { clearDismissal, insertReport, lockCheck, NO_PROBLEM, updateCheck } from './check-store.ts'
import { checkAggregate } from './check-transitions.ts'
import { type CheckJobContext, withFencedLease } from './context.ts'
import { isOtherName } from './declared-name.ts'
import { type RegisterFacts, registerFacts } from './registers.ts'
import { sealReport } from './report-content.ts'
import { isPdfGivenUp, knownOf, lacksFindings, retryAfterMs } from './rules.ts'
import type { CheckRow } from './types.ts'

interface Ended {
  readonly reportId: string
  readonly failedSources: readonly string[]
  /** Null for an earlier report, which does not include it. */
  readonly isValidated: boolean | null
  readonly sources: readonly SourceProgress[]
  readonly isCached: boolean
  /** The gravest finding as the job reported it. Null when it does not include it. */
  readonly gravest: Gravity | null
}
interface Received extends Ended {
  readonly json: Uint8Array
  readonly pdf: StoredFile | null
  readonly result: CheckResult
  /** Null when the sources give no name. */
  readonly isOtherName: boolean | null
  readonly registers: RegisterFacts
}

/** Returns when failed sources are asked again. @throws ProviderUnreachable */
export async function endCheck(context: CheckJobContext, check: CheckRow, subject: Subject, ended: Ended): Promise<Reschedule | undefined> {
  const { provider, files, kyc } = context
  const { reportId } = ended
  // The id of the report came in an answer that named the subject.
  const report = await provider.report(reportId, subject, { isOwnerNamed: true })
  if (!report) throw new ProviderUnreachable('an ended check without a report')
  const content = await pdfOf(context, check, reportId, subject)
  failpoint('screening.report_fetched')
  // A finding of the job that the report lacks belongs to some source, which counts as failed.
  const lacking = lacksFindings(report.result.gravest, ended.gravest) ? [UNNAMED_SOURCE] : []
  const result = knownOf(report.result, [...ended.failedSources, ...lacking])
  const isOther = isOtherName(await kyc.reviewFacts(check.accountId), report.name)
  return files.storing(async (write) => {
    const { accountId: ownerId } = check
    const name = `antecedentes-${check.id}.pdf`
    const file = { ownerId, purpose: 'screening.report', kind: 'pdf', mediaType: 'application/pdf', originalName: name } as const
    const pdf = content && (await write({ ...file, content }))
    const registers = registerFacts(subject, report.registers)
    const received = { ...ended, json: report.json, pdf, result, isOtherName: isOther, registers }
    const again = await withFencedLease(context, (tx) => keep(context, tx, check, received))
    failpoint('screening.report_kept')
    return again
  })
}

/** Findings do not wait for their PDF without limit: after some tries the report is stored without it. */
async function pdfOf(
  { provider, log, clock }: Pick<CheckJobContext, 'provider' | 'log' | 'clock'>,
  check: CheckRow,
  reportId: string,
  { documentType }: Subject,
): Promise<Uint8Array | null> {
  try {
    const pdf = await provider.reportPdf(reportId, documentType)
    // A check without a job sends its launch again when it is resumed, and that launch may be charged.
    if (pdf || check.state === 'queued') return pdf
    throw new ProviderUnreachable('an ended check without a PDF')
  } catch (error) {
    if (!(error instanceof ProviderUnreachable) || !isPdfGivenUp(check, clock.now())) throw error
    log.warn({ err: error, checkId: check.id }, 'a report of a background check is kept without its PDF')
    return null
  }
}

async function keep(context: CheckJobContext, tx: Transaction, before: CheckRow, received: Received): Promise<Reschedule | undefined> {
  const { clock, outbox, files, audit } = context
  const check = await lockCheck(tx, before.id)
  if (!check || check.state !== before.state || check.round !== before.round || check.jobId !== before.jobId) return undefined
  const { accountId } = check
  const { pdf, result, json, reportId, isValidated, isCached, isOtherName: isOther, registers } = received
  const at = clock.now()
  if (pdf) await files.attach(tx, pdf)
  const id = newId()
  const sealed = await sealReport(files, tx, { id, accountId, json })
  const kept = { id, checkId: check.id, accountId, reportId, sealed, sha256: sha256(json), pdfFileId: pdf?.id ?? null, receivedAt: at }
  const report = { ...kept, ...registers }
  await insertReport(tx, report)
  const hasFailures = result.failedSources.length > 0
  const waitMs = hasFailures ? retryAfterMs(check.retries) : null
  const to = hasFailures ? 'failed_sources' : 'finished'
  await move(tx, checkAggregate(outbox), check, { to, at, actor: PROVIDER })
  const { gravest, isListed, isPep, failedSources } = result
  const known = { gravest, isListed, isPep, failedSources, isValidated, isCached, reportId }
  const sources = received.sources.length > 0 ? { sources: received.sources } : {}
  const retryAt = waitMs === null ? null : new Date(at.getTime() + waitMs)
  await updateCheck(tx, check.id, { ...NO_PROBLEM, ...known, ...sources, endedAt: at, retryAt })
  // The dismissal by officers applied to an earlier report.
  await clearDismissal(tx, check.id)
  await applyResult(context, tx, check, { result, isValidated, isOtherName: isOther })
  const after = { checkId: check.id, state: to, sha256: report.sha256, failedSources: failedSources.length }
  const object = { type: 'account', id: accountId }
  await audit.record(tx, { actor: { kind: 'system', name: 'screening.background_check' }, action: 'screening.check_ended', object, after })
  failpoint('screening.report_stored')
  return waitMs === null ? undefined : { againInMs: waitMs }
}
