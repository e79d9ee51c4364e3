/** HTTP routes of exports: each officer sees, cancels and downloads their own; those of others answer as not found. */
import { Readable } from 'node:stream'
import { exportJobs as contract, type ExportRequest, type ExportView } from '@tunjo/contract/exports'
import { personActor } from '../audit/index.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { localeOf } from '../http/preferred-locale.ts'
import { refuse, refuseIf } from '../http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../http/route.ts'
import type { ExportsContext } from './context.ts'
import { WRITE_EXPORT } from './export-job.ts'
import { writeRequest } from './kept-request.ts'
import { filterName, pieceName } from './names.ts'
import { checkExport, EXPORT_KEPT_MS, piecesOf, READY_EXPORTS_MAX, stateOf } from './rules.ts'
import {
  countInProgress,
  deleteOldestExports,
  type ExportRow,
  exportsOf,
  findExport,
  insertExport,
  lockExportsOf,
  markCancelled,
  pieceAt,
} from './store.ts'

export function exportRoutes(context: ExportsContext): Route[] {
  const { db, clock, audit, rowsAtOnce } = context
  return implement(contract, {
    async exports({ caller }) {
      const rows = await exportsOf(db, caller.accountId, new Date(clock.now().getTime() - EXPORT_KEPT_MS))
      return { results: rows.map(shown), rowsAtOnce }
    },
    startExport: (call) => start(context, call),
    async cancelExport({ caller, http, params }) {
      const row = await ownExport(context, caller, params.id)
      await inTransaction(db, async (tx) => {
        if (!(await markCancelled(tx, row.id, clock.now()))) return audit.unchanged()
        const object = { type: 'export', id: row.id }
        await audit.record(tx, {
          actor: personActor(caller, http),
          action: 'reports.export_cancelled',
          object,
          after: { report: row.report },
        })
      })
      return shown(await ownExport(context, caller, row.id))
    },
    async downloadExport({ caller, http, params }) {
      const row = await ownExport(context, caller, params.id)
      if (!row.readyAt) refuse('reports.export_not_ready')
      // Every export must have its audit entry (SEC-44).
      const after = { exportId: row.id, rows: row.written, filter: row.recorded }
      const object = { type: 'report', id: row.report }
      await inTransaction(db, (tx) => audit.record(tx, { actor: personActor(caller, http), action: 'reports.exported', object, after }))
      return { content: Readable.from(contentOf(context, row)), mediaType: CSV, name: row.fileName, disposition: 'attachment' as const }
    },
  })
}

const CSV = 'text/csv; charset=utf-8'

interface StartCall {
  readonly caller: Caller
  readonly http: HttpContext
  readonly body: ExportRequest
}

async function start(context: ExportsContext, { caller, http, body }: StartCall): Promise<ExportView> {
  const { db, clock, audit, files, jobs, kinds } = context
  const { accountId } = caller
  const kind = kinds.get(body.report) ?? refuse('request.not_found')
  const recorded = await kind.recorded(body.filter, accountId)
  const locale = localeOf(http)
  const sheet = await kind.sheet(body.filter, { accountId, now: clock.now(), locale })
  const { seal } = await files.sealerOf(accountId)
  const [id, createdAt] = [newId(), clock.now()]
  await inTransaction(db, async (tx) => {
    await lockExportsOf(tx, accountId)
    const total = await sheet.count(tx)
    refuseIf(checkExport({ inProgress: await countInProgress(tx, accountId), total }))
    const { report } = body
    const filter = seal(filterName(id), writeRequest({ filter: body.filter, locale }))
    await deleteOldestExports(tx, accountId, READY_EXPORTS_MAX - 1)
    await insertExport(tx, { id, accountId, report, fileName: kind.fileName, filter, recorded, total, createdAt })
    await jobs.enqueue(tx, { name: WRITE_EXPORT, key: id, payload: id })
    const object = { type: 'report', id: report }
    const after = { exportId: id, rows: total, filter: recorded }
    await audit.record(tx, { actor: personActor(caller, http), action: 'reports.export_requested', object, after })
  })
  return shown(await ownExport(context, caller, id))
}

/** The export of another officer is not found, and neither is an expired one. @throws Refused `reports.export_gone` */
async function ownExport({ db, clock }: ExportsContext, { accountId }: Caller, id: string): Promise<ExportRow> {
  const row = await findExport(db, id)
  const isThere = row?.accountId === accountId && clock.now().getTime() - row.createdAt.getTime() < EXPORT_KEPT_MS
  return row && isThere ? row : refuse('reports.export_gone')
}

/** A piece at a time: the file is never whole in memory. */
async function* contentOf({ db, files }: ExportsContext, { id, accountId, written, total }: ExportRow): AsyncGenerator<Buffer> {
  if (written !== total) throw new Error('an export that is not whole')
  const { open } = await files.sealerOf(accountId)
  for (let place = 0; place < piecesOf(total); place++) {
    // Purged while it was sent: the receiver must see that the download was cut off.
    const sealed = await pieceAt(db, id, place)
    if (!sealed) throw new Error(`piece ${place} of an export no longer exists`)
    yield open(pieceName(id, place), sealed)
  }
}

const shown = (row: ExportRow): ExportView => ({
  id: row.id,
  report: row.report,
  fileName: row.fileName,
  state: stateOf(row),
  rows: row.written,
  total: row.total,
  createdAt: row.createdAt.toISOString(),
  expiresAt: new Date(row.createdAt.getTime() + EXPORT_KEPT_MS).toISOString(),
})
