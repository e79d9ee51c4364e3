/**
 * The job that generates a monthly file. It reads everything first, and writes all pieces and the result in one transaction: a process that
 * is killed leaves nothing half written, and the next one begins anew and ends once.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { type JobHandler, LeaseLost, type RunningJob } from '../../../platform/jobs.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { Dossier } from '../../kyc/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { type BuiltFile, buildFile } from './build-file.ts'
import { type FileResult, type FileRow, findFile, lockFile, lockOlder, saveProgress, versionBefore } from './file-store.ts'
import { CURRENT_LAYOUT, madeBy } from './layout.ts'
import { moveFile } from './move-file.ts'
import { type Operation, operationsOf } from './operations.ts'
import { everyLine, writePieces } from './pieces.ts'

export const UIAF_JOB = 'regulatory.uiaf_file'
const ATTEMPTS_MAX = 3
const CLIENTS_AT_ONCE = 100
export const PROBLEMS_SHOWN_MAX = 200
const Payload = z.object({ id: z.uuid() })

export const uiafJob = (context: RegulatoryContext): JobHandler => ({
  name: UIAF_JOB,
  lane: UIAF_JOB,
  places: 1,
  async run(payload, job) {
    const { id } = Payload.parse(payload)
    const row = await findFile(context.db, id)
    if (row?.state !== 'generating') return undefined
    try {
      // Whatever ended the processes that tried would end this one too.
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
  const { db, secrets, clock, entityCode } = context
  const operations = await operationsOf(db, row.month)
  const clients = await clientsOf(context, row, operations, job)
  const layout = CURRENT_LAYOUT
  const built = buildFile({ month: row.month, layout, entityCode, operations, clientOf: (id) => clients.get(id) ?? null })
  const difference = await differenceOf(context, row, built)
  failpoint('regulatory.file_built')
  await step(context, row, job, async (tx, now) => {
    await writePieces(secrets, tx, row.id, built)
    failpoint('regulatory.pieces_written')
    const sha256 = createHash('sha256').update(built.bytes).digest('hex')
    const set = { result: JSON.stringify({ ...resultOf(built, difference), made: madeBy(layout, row) } satisfies FileResult), sha256 }
    await moveFile(tx, now, { to: 'ready', at: clock.now(), actor: SYSTEM, set })
    // What two officers approved stays the one that is sent, until two approve this one.
    for (const older of await lockOlder(tx, row, 'ready')) await moveFile(tx, older, { to: 'replaced', at: clock.now(), actor: SYSTEM })
  })
  failpoint('regulatory.file_ready')
}

const resultOf = ({ lines, bytes, totals, rates, problems }: BuiltFile, difference: FileResult['difference']): FileResult => ({
  lines: lines.length,
  bytes: bytes.length,
  totals,
  rates,
  problems: problems.slice(0, PROBLEMS_SHOWN_MAX),
  problemsAll: problems.length,
  difference,
})

/** Who they are, a hundred at a time, with how far it is. */
async function clientsOf(context: RegulatoryContext, row: FileRow, operations: readonly Operation[], job: RunningJob) {
  const ids = [...new Set(operations.map(({ accountId }) => accountId))]
  const clients = new Map<string, Dossier | null>()
  const tell = (done: number) => step(context, row, job, (tx) => saveProgress(tx, row.id, { done, all: ids.length }))
  for (let done = 0; done < ids.length; done += CLIENTS_AT_ONCE) {
    await tell(done)
    for (const id of ids.slice(done, done + CLIENTS_AT_ONCE)) clients.set(id, (await context.kyc.person(id))?.dossier ?? null)
  }
  await tell(ids.length)
  return clients
}

/** By the movement and its client: a line is added, gone, or says something else. */
async function differenceOf({ db, secrets }: RegulatoryContext, row: FileRow, { lines }: BuiltFile): Promise<FileResult['difference']> {
  const before = await versionBefore(db, row)
  if (!before) return null
  const keyOf = ({ movementId, userId }: { movementId: string; userId: string }) => `${movementId} ${userId}`
  /** The place in the file is no change of what is told. */
  const said = ({ place: _place, text: _text, ...facts }: BuiltFile['lines'][number]) => JSON.stringify(facts)
  const old = new Map<string, string>()
  for await (const line of everyLine(secrets, db, before.id)) old.set(keyOf(line), said(line))
  const kept = lines.filter((line) => old.has(keyOf(line)))
  const changed = kept.filter((line) => old.get(keyOf(line)) !== said(line)).length
  return { version: before.version, added: lines.length - kept.length, removed: old.size - kept.length, changed }
}

/** Fenced: a process that slept past its lease does nothing of what another one did meanwhile. */
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
