/** The job that writes an export: one snapshot, a thousand rows at a time, each piece sealed before it is kept. */

import { toCsv, toCsvLines } from '../csv/csv.ts'
import { inTransaction, type Transaction } from '../database/database.ts'
import { type JobHandler, LeaseLost, type RunningJob } from '../jobs/jobs.ts'
import { failpoint } from '../process/failpoint.ts'
import type { ExportsContext } from './context.ts'
import { readRequest } from './kept-request.ts'
import { filterName, pieceName } from './names.ts'
import { addPiece, beginWriting, type ExportRow, findExport, markFailed, markReady } from './store.ts'
import type { Sheet } from './types.ts'

export const WRITE_EXPORT = 'platform.write_export'
const ATTEMPTS_MAX = 3

/** In a separate lane: a long list delays no other job. */
export const exportJob = (context: ExportsContext): JobHandler => ({
  name: WRITE_EXPORT,
  lane: 'exports',
  // Each holds a connection with its snapshot, and takes a second one for its writes.
  places: 2,
  async run(payload, job) {
    const row = await findExport(context.db, String(payload))
    if (!row || row.readyAt || row.failedAt || row.cancelledAt) return undefined
    try {
      // The cause that ended the earlier processes would end this one too.
      if (job.attempt > ATTEMPTS_MAX) throw new Error('the processes that wrote it ended')
      await write(context, row, job)
    } catch (error) {
      if (error instanceof LeaseLost || job.attempt < ATTEMPTS_MAX) throw error
      job.log.error({ err: error, export: row.id }, 'an export was given up')
      await inTransaction(context.db, (tx) => markFailed(tx, row.id, context.clock.now()))
    }
    return undefined
  },
})

/** Ends silently when it was cancelled. */
async function write(context: ExportsContext, row: ExportRow, { lease }: RunningJob): Promise<void> {
  const { db, clock } = context
  const sheet = await sheetFor(context, row)
  const fenced = (work: (tx: Transaction) => Promise<boolean>) =>
    inTransaction(db, async (tx) => {
      await lease.fence(tx)
      return work(tx)
    })
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const total = await sheet.count(snapshot)
      if (!(await fenced((tx) => beginWriting(tx, row.id, { total, at: clock.now() })))) return
      const { seal } = await context.files.sealerOf(row.accountId)
      const add = (place: number, text: string, rows: number) =>
        fenced((tx) => addPiece(tx, row.id, { place, sealed: seal(pieceName(row.id, place), Buffer.from(text)), rows }))
      if (!(await add(0, toCsv([sheet.header]), 0))) return
      let place = 1
      for await (const cells of sheet.batches(snapshot)) {
        if (!(await add(place, toCsvLines(cells), cells.length))) return
        failpoint('exports.piece_written')
        place++
      }
      await fenced((tx) => markReady(tx, row.id, clock.now()))
    })
}

async function sheetFor({ files, kinds, clock }: ExportsContext, { id, accountId, report, filter }: ExportRow): Promise<Sheet> {
  const kind = kinds.get(report)
  if (!kind) throw new Error(`no list is called ${report}`)
  const { open } = await files.sealerOf(accountId)
  const request = readRequest(open(filterName(id), filter))
  return kind.sheet(request.filter, { accountId, now: clock.now(), locale: request.locale })
}
