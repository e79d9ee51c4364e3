/** HTTP routes of reports: a person's own data, the officers' lists and exports. */
import { reports as contract } from '@tunjo/contract/reports'
import { type AuditValue, personActor } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/module.ts'
import type { Allowance, RateLimit } from '../../platform/rate-limit.ts'
import { readMyData } from './my-data.ts'
import { listSignIns, signInsCsv } from './sign-ins.ts'
import type { SheetRows } from './to-sheet.ts'
import { listUsers, usersCsv } from './users.ts'

/** Far above a person at work; far below a program that reads everybody. */
const SEARCH_ALLOWANCE: Allowance = { tries: 120, windowMs: 60_000 }
const EXPORT_ALLOWANCE: Allowance = { tries: 60, windowMs: 60 * 60_000 }

type ReportsContext = Pick<Platform, 'db' | 'clock' | 'audit'> & { rateLimit: RateLimit }

export function reportRoutes(context: ReportsContext): Route[] {
  const { db, clock, rateLimit } = context
  const search = ({ accountId }: Caller) =>
    rateLimit.take([{ kind: 'report-search', key: accountId, allowance: SEARCH_ALLOWANCE }], 'request.too_many')
  return implement(
    contract,
    {
      async users({ caller, query }) {
        await search(caller)
        return listUsers(db, query)
      },
      usersCsv: ({ caller, query, http }) =>
        exportSheet(context, caller, http, { report: 'usuarios', filter: query }, () => usersCsv(db, query)),
      async signIns({ caller, query }) {
        await search(caller)
        return listSignIns(db, query, clock.now())
      },
      signInsCsv: ({ caller, query, http }) =>
        exportSheet(context, caller, http, { report: 'acceso-al-dispositivo', filter: query }, () => signInsCsv(db, query, clock.now())),
      async myData({ caller, http }) {
        nameFile(http, 'mis-datos.json')
        return { generatedAt: clock.now().toISOString(), sections: await readMyData(db, caller.accountId) }
      },
    },
    { myData: async () => ({ title: 'Descargar mis datos', details: [] }) },
  )
}

interface ExportedReport {
  readonly report: string
  readonly filter: { readonly [name: string]: AuditValue | undefined; readonly text?: string }
}

/** Recorded before it leaves: an export that nobody knows of must not exist (SEC-44). */
async function exportSheet(
  { db, audit, rateLimit }: ReportsContext,
  caller: Caller,
  http: HttpContext,
  { report, filter }: ExportedReport,
  make: () => Promise<SheetRows>,
): Promise<string> {
  await rateLimit.take([{ kind: 'report-export', key: caller.accountId, allowance: EXPORT_ALLOWANCE }], 'request.too_many')
  const { text, rows } = await make()
  const actor = personActor(caller, http)
  await inTransaction(db, async (tx) => {
    // What was searched for may be somebody's e-mail.
    const text = filter.text && (await audit.redacted(tx, caller.accountId, filter.text))
    await audit.record(tx, {
      actor,
      action: 'reports.exported',
      object: { type: 'report', id: report },
      after: { rows, filter: { ...filter, text } },
    })
  })
  nameFile(http, `${report}.csv`)
  return text
}

const nameFile = (http: HttpContext, name: string): void => http.setHeader('content-disposition', `attachment; filename="${name}"`)
