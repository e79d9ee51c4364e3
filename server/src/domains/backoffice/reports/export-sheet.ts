/** Exports of lists over other people: limited per officer, and recorded before they are sent (SEC-43). */
import type { AuditValue } from '../../../platform/audit/index.ts'
import { personActor } from '../../../platform/audit/index.ts'
import type { CsvList } from '../../../platform/csv/csv.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { Caller, HttpContext } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'

export type ReportsContext = Pick<Platform, 'db' | 'clock' | 'audit'>

export interface ExportedReport {
  readonly report: string
  readonly fileName?: string
  readonly filter: { readonly [name: string]: AuditValue | undefined; readonly text?: string }
}

/** An unrecorded export must not exist (SEC-44). */
export async function exportSheet(
  { db, audit }: ReportsContext,
  { caller, http }: { caller: Caller; http: HttpContext },
  { report, fileName = `${report}.csv`, filter }: ExportedReport,
  make: () => Promise<CsvList>,
): Promise<string> {
  const { text, rows } = await make()
  const actor = personActor(caller, http)
  await inTransaction(db, async (tx) => {
    // The search text may be a person's e-mail.
    const text = filter.text && (await audit.redacted(tx, caller.accountId, filter.text))
    await audit.record(tx, {
      actor,
      action: 'reports.exported',
      object: { type: 'report', id: report },
      after: { rows, filter: { ...filter, text } },
    })
  })
  nameFile(http, fileName)
  return text
}

export const nameFile = (http: HttpContext, name: string): void => http.setHeader('content-disposition', `attachment; filename="${name}"`)
