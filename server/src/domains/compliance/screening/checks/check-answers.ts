/** A background check as officers see it. */
import { type BackgroundCheck, isCheckRunning } from '@tunjo/contract/background-checks'
import type * as z from 'zod'
import { withReport } from './check-store.ts'
import type { CheckContext } from './context.ts'
import { DISMISS_APPROVAL } from './dismiss-approval.ts'
import { EXPECTED_MS, mayDismiss, mayRetry } from './rules.ts'
import { sourceName } from './source-names.ts'
import { subjectOpener } from './subject.ts'
import type { CheckRow } from './types.ts'

type Showing = Pick<CheckContext, 'db' | 'clock' | 'files' | 'identity' | 'configuration' | 'approvals'>

const DAY_MS = 86_400_000

/** All checks of one customer, newest first. */
export async function toBackgroundChecks(
  context: Showing,
  rows: readonly CheckRow[],
  newestId: string | undefined,
): Promise<BackgroundCheck[]> {
  const [first] = rows
  if (!first) return []
  const open = await subjectOpener(context.files, first.accountId)
  const reported = await withReport(
    context.db,
    rows.map(({ id }) => id),
  )
  const officers = await emailsOf(context, rows)
  const now = context.clock.now()
  const waiting = await context.approvals.waitingTargets(
    context.db,
    DISMISS_APPROVAL,
    rows.map(({ id }) => id),
  )
  const { checkDays } = (await context.configuration.at(context.db, 'screening', now)).numbers
  return rows.map((row) => {
    const subject = open(row)
    return {
      ...factsOf(row, now, checkDays),
      launchedBy: row.launchedBy && (officers.get(row.launchedBy) ?? row.launchedBy),
      document: subject && { type: subject.documentType, number: subject.document, issuedOn: subject.issuedOn },
      mayRetry: mayRetry(row, newestId),
      mayDismiss: mayDismiss(row) && !waiting.has(row.id),
      dismissWaits: waiting.has(row.id),
      dismissed: row.dismissedAt && { at: row.dismissedAt.toISOString(), reason: row.dismissReason ?? '' },
      // The report of a purged customer cannot be opened.
      hasReport: subject !== null && reported.has(row.id),
    }
  })
}

async function emailsOf({ identity }: Showing, rows: readonly CheckRow[]): Promise<ReadonlyMap<string, string>> {
  const emails = new Map<string, string>()
  for (const id of new Set(rows.flatMap(({ launchedBy }) => launchedBy ?? []))) {
    const officer = await identity.person(id)
    if (officer) emails.set(id, officer.email)
  }
  return emails
}

type Facts = Omit<BackgroundCheck, 'launchedBy' | 'document' | 'mayRetry' | 'hasReport' | 'mayDismiss' | 'dismissWaits' | 'dismissed'>
function factsOf(row: CheckRow, now: Date, goodForDays: number): Facts {
  const { id, accountId, state, startedAt, launchedAt, endedAt, problem, isCached, retryAt } = row
  const isGoingOn = isCheckRunning(state)
  return {
    id,
    userId: accountId,
    state,
    startedAt: startedAt.toISOString(),
    expectedAt: isGoingOn ? new Date((launchedAt ?? startedAt).getTime() + EXPECTED_MS).toISOString() : null,
    endedAt: endedAt?.toISOString() ?? null,
    isProviderAway: problem !== null,
    sources: sourcesOf(row),
    result: resultOf(row),
    isCached,
    refusedFields: [...new Set(row.refusedFields.map((field) => FIELD[field] ?? 'other'))],
    retryAt: retryAt?.toISOString() ?? null,
    isExpired: !isGoingOn && endedAt !== null && now.getTime() - endedAt.getTime() > goodForDays * DAY_MS,
  }
}

const FIELD: Readonly<Record<string, z.output<typeof BackgroundCheck>['refusedFields'][number]>> = {
  doc: 'document',
  typedoc: 'documentType',
  fechaE: 'issuedOn',
}

/** Failed sources that are being retried count as asked. */
function sourcesOf({ state, sources, failedSources }: CheckRow): Facts['sources'] {
  const failed = new Set(state === 'retrying' ? [] : failedSources)
  const named = sources.map(({ source, isConsulted }) => ({
    code: source,
    name: sourceName(source),
    state: failed.has(source) ? ('failed' as const) : isConsulted ? ('answered' as const) : ('asked' as const),
  }))
  const unnamed = [...failed].filter((code) => !sources.some(({ source }) => source === code))
  return [...named, ...unnamed.map((code) => ({ code, name: sourceName(code), state: 'failed' as const }))]
}

const yesNo = (is: boolean | null) => (is === null ? null : is ? 'Si' : 'No')

/** Findings remain while failed sources are asked again. */
export function resultOf({
  gravest,
  isListed,
  isPep,
  failedSources,
  isValidated,
}: Pick<CheckRow, 'gravest' | 'isListed' | 'isPep' | 'failedSources' | 'isValidated'>): BackgroundCheck['result'] {
  if (gravest === null) return null
  const isComplete = failedSources.length === 0
  const background = isComplete || gravest === 'Alto' ? gravest : null
  return { background, gravest, listed: yesNo(isListed), pep: yesNo(isPep), isComplete, isValidated }
}
