/**
 * Job that generates a monthly file. It reads everything first, and writes all pieces and the result in one transaction: a process that is
 * killed leaves nothing half written, and the next one begins anew and ends once.
 */
import { createHash } from 'node:crypto'
import { CarfUser } from '@tunjo/contract/regulatory-carf'
import { UiafClient, UiafLine } from '@tunjo/contract/regulatory-files'
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { type JobHandler, LeaseLost, type RunningJob } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { Dossier } from '../../../customers/kyc/index.ts'
import { collectCarf } from '../carf/collect-carf.ts'
import type { RegulatoryContext } from '../context.ts'
import { buildClientFile } from './build-client-file.ts'
import { buildFile } from './build-file.ts'
import { clientsOfMonth } from './clients.ts'
import { type FileResult, type FileRow, findFile, lockFile, lockOlder, saveProgress, versionBefore } from './file-store.ts'
import type { BuiltFile } from './frame-file.ts'
import { CLIENTS_LAYOUT, madeBy, OPERATIONS_LAYOUT } from './layout.ts'
import { moveFile } from './move-file.ts'
import { operationsOf } from './operations.ts'
import { everyLine, writePieces } from './pieces.ts'

export const UIAF_JOB = 'regulatory.uiaf_file'
const ATTEMPTS_MAX = 3
const CLIENTS_AT_ONCE = 100
export const PROBLEMS_SHOWN_MAX = 200
const Payload = z.object({ id: z.uuid() })
type AnyLine = { readonly place: number; readonly text: string }

export const uiafJob = (context: RegulatoryContext): JobHandler => ({
  name: UIAF_JOB,
  lane: UIAF_JOB,
  places: 1,
  async run(payload, job) {
    const { id } = Payload.parse(payload)
    const row = await findFile(context.db, id)
    if (row?.state !== 'generating') return undefined
    try {
      // The cause that ended the earlier processes would end this one too.
      if (job.attempt > ATTEMPTS_MAX) throw new Error('the processes that generated it ended')
      await generate(context, row, job)
    } catch (error) {
      if (error instanceof LeaseLost || job.attempt < ATTEMPTS_MAX) throw error
      job.log.error({ err: error, file: id }, 'a monthly file was given up')
      await step(context, row, job, (tx, now) => moveFile(tx, now, { to: 'failed', at: context.clock.now(), actor: SYSTEM }))
    }
    return undefined
  },
})

async function generate(context: RegulatoryContext, row: FileRow, job: RunningJob): Promise<void> {
  if (row.report === 'carf') {
    const showProgress = (done: number, all: number) => step(context, row, job, (tx) => saveProgress(tx, row.id, { done, all }))
    return save(context, row, job, await collectCarf(context, row, showProgress), CARF_USERS)
  }
  if (row.report === 'operations') await save(context, row, job, await buildOperations(context, row, job), OPERATION_LINES)
  else await save(context, row, job, await buildClients(context, row, job), CLIENT_LINES)
}

async function buildOperations(context: RegulatoryContext, row: FileRow, job: RunningJob): Promise<BuiltFile<UiafLine>> {
  const operations = await operationsOf(context.db, row.month)
  const ids = [...new Set(operations.map(({ accountId }) => accountId))]
  const clients = await dossiersOf(context, row, ids, job)
  const { entityCode } = context
  return buildFile({ month: row.month, layout: OPERATIONS_LAYOUT, entityCode, operations, clientOf: (id) => clients.get(id) ?? null })
}

async function buildClients(context: RegulatoryContext, row: FileRow, job: RunningJob): Promise<BuiltFile<UiafClient>> {
  const { activityMonths } = CLIENTS_LAYOUT
  const clients = await clientsOfMonth(context, { month: row.month, activityMonths })
  const ids = clients.map(({ accountId }) => accountId)
  const dossiers = await dossiersOf(context, row, ids, job)
  const { entityCode } = context
  return buildClientFile({ month: row.month, layout: CLIENTS_LAYOUT, entityCode, clients, dossierOf: (id) => dossiers.get(id) ?? null })
}

/** Stored lines of a kind of report, and the identity of a line across versions. */
interface LineKind<Line> {
  readonly schema: z.ZodType<Line>
  readonly keyOf: (line: Line) => string
  /** Part of a line that belongs to its version alone, besides its place and text. */
  readonly own?: readonly (keyof Line)[]
}
const OPERATION_LINES: LineKind<UiafLine> = { schema: UiafLine, keyOf: ({ movementId, userId }) => `${movementId} ${userId}` }
const CLIENT_LINES: LineKind<UiafClient> = { schema: UiafClient, keyOf: ({ userId }) => userId }
const CARF_USERS: LineKind<CarfUser> = { schema: CarfUser, keyOf: ({ userId }) => userId, own: ['docRefId'] }

async function save<Line extends AnyLine>(
  context: RegulatoryContext,
  row: FileRow,
  job: RunningJob,
  built: BuiltFile<Line>,
  kind: LineKind<Line>,
): Promise<void> {
  const { secrets, clock } = context
  const difference = await differenceOf(context, row, built, kind)
  failpoint('regulatory.file_built')
  await step(context, row, job, async (tx, now) => {
    await writePieces(secrets, tx, row.id, built)
    failpoint('regulatory.pieces_written')
    const sha256 = createHash('sha256').update(built.bytes).digest('hex')
    const set = { result: JSON.stringify({ ...resultOf(built, difference), made: madeBy(row) } satisfies FileResult), sha256 }
    await moveFile(tx, now, { to: 'ready', at: clock.now(), actor: SYSTEM, set })
    // The version approved by two officers remains the one to send, until two approve this one.
    for (const older of await lockOlder(tx, row, 'ready')) await moveFile(tx, older, { to: 'replaced', at: clock.now(), actor: SYSTEM })
  })
  failpoint('regulatory.file_ready')
}

const resultOf = (
  { lines, bytes, totals, clients, carf, rates, problems, basedOn }: BuiltFile<AnyLine>,
  difference: FileResult['difference'],
): FileResult => ({
  lines: lines.length,
  bytes: bytes.length,
  totals,
  clients,
  carf,
  rates,
  problems: problems.slice(0, PROBLEMS_SHOWN_MAX),
  problemsAll: problems.length,
  difference,
  ...(basedOn && { basedOn }),
})

/** Dossiers of the clients, a hundred at a time, with the progress. */
async function dossiersOf(context: RegulatoryContext, row: FileRow, ids: readonly string[], job: RunningJob) {
  const clients = new Map<string, Dossier | null>()
  const reportProgress = (done: number) => step(context, row, job, (tx) => saveProgress(tx, row.id, { done, all: ids.length }))
  for (let done = 0; done < ids.length; done += CLIENTS_AT_ONCE) {
    await reportProgress(done)
    for (const id of ids.slice(done, done + CLIENTS_AT_ONCE)) clients.set(id, (await context.kyc.person(id))?.dossier ?? null)
  }
  await reportProgress(ids.length)
  return clients
}

/** Lines that were added, removed, or changed. */
async function differenceOf<Line extends AnyLine>(
  { db, secrets }: RegulatoryContext,
  row: FileRow,
  { lines }: BuiltFile<Line>,
  { schema, keyOf, own = [] }: LineKind<Line>,
): Promise<FileResult['difference']> {
  const before = await versionBefore(db, row)
  if (!before) return null
  /** A line's position in the file is no change of the report. */
  const left = new Set<PropertyKey>(['place', 'text', ...own])
  const factsOf = (line: Line) => JSON.stringify(Object.entries(line).filter(([name]) => !left.has(name)))
  const old = new Map<string, string>()
  for await (const line of everyLine({ secrets, connection: db, fileId: before.id, schema })) old.set(keyOf(line), factsOf(line))
  const kept = lines.filter((line) => old.has(keyOf(line)))
  const changed = kept.filter((line) => old.get(keyOf(line)) !== factsOf(line)).length
  return { version: before.version, added: lines.length - kept.length, removed: old.size - kept.length, changed }
}

/** Fenced: a process that was paused past its lease repeats nothing that another one did meanwhile. */
async function step(
  { db }: RegulatoryContext,
  { id }: FileRow,
  { lease }: RunningJob,
  act: (tx: Transaction, row: FileRow) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lease.fence(tx)
    const row = await lockFile(tx, id)
    if (row?.state === 'generating') await act(tx, row)
  })
}
