/**
 * HTTP routes of the customer list: counts, list, export. The search text is recorded as a salted hash, since it may be a document number.
 */
import { AlertsChoice, compliancePeopleAlerts } from '@tunjo/contract/compliance-alerts'
import { compliancePeople as contract, PeopleChoice } from '@tunjo/contract/compliance-people'
import { type AuditValue, personActor } from '../../../../platform/audit/index.ts'
import { CSV_ROWS_READ, listToCsv } from '../../../../platform/csv/csv.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { deadlinesAt } from '../../../reference/configuration/index.ts'
import type { ComplianceContext } from '../context.ts'
import { reviewersOf } from '../review/assign.ts'
import { countStates } from './count-states.ts'
import { alertsHeader, alertsSheet, alertsToExport, listAlerts } from './list-alerts.ts'
import { type Asking, listPeople, peopleHeader, peopleSheet, peopleToExport } from './list-people.ts'
import { workload } from './workload.ts'

const ALERTS_FILE = 'alertas-de-usuarios.csv'

export function peopleRoutes(context: ComplianceContext): Route[] {
  const { db, clock, exports } = context
  exports.register({
    report: 'user-information',
    fileName: 'user-information.csv',
    filter: PeopleChoice,
    sheet: async (filter, asked) => peopleSheet(filter, { ...(await asking(context, asked)), now: asked.now, locale: asked.locale }),
    recorded: (filter, accountId) => searched(context, filter, accountId),
  })
  const people = implement(contract, {
    kycSummary: () => countStates(db, clock.now()),
    async workload({ caller }) {
      return workload(db, { ...(await asking(context, caller)), mayAssign: caller.permissions?.includes('reviews.assign') ?? false })
    },
    async people({ caller, body, http }) {
      const after = { filter: await searched(context, body, caller.accountId) }
      await record(context, { caller, http, action: 'kyc.people_listed', object: { type: 'list', id: 'verification' }, after })
      return listPeople(db, body, await asking(context, caller))
    },
    async peopleCsv({ caller, body, http }) {
      const locale = localeOf(http)
      const asked = { ...(await asking(context, caller)), locale }
      const file = listToCsv(peopleHeader(locale), await peopleToExport(db, body, asked, CSV_ROWS_READ), locale)
      // An unrecorded export must not exist (SEC-44).
      const after = { rows: file.rows, filter: await searched(context, body, caller.accountId) }
      await record(context, { caller, http, action: 'reports.exported', object: { type: 'report', id: 'user-information' }, after })
      http.setHeader('content-disposition', 'attachment; filename="user-information.csv"')
      return file.text
    },
  })
  return [...people, ...alertRoutes(context)]
}

function alertRoutes(context: ComplianceContext): Route[] {
  const { db, exports } = context
  exports.register({
    report: 'alertas-de-usuarios',
    fileName: ALERTS_FILE,
    filter: AlertsChoice,
    sheet: async (filter, { now, accountId, locale }) => alertsSheet(filter, { now, except: accountId, locale }),
    recorded: async (filter) => ({ ...filter }),
  })
  return implement(compliancePeopleAlerts, {
    async alertsOfPeople({ caller, body, http }) {
      const after = { filter: { ...body } }
      await record(context, { caller, http, action: 'kyc.people_listed', object: { type: 'list', id: 'alerts' }, after })
      const now = context.clock.now()
      return listAlerts(db, body, { now, except: caller.accountId, deadlines: await deadlinesAt(context, db, now) })
    },
    async alertsOfPeopleCsv({ caller, body, http }) {
      const locale = localeOf(http)
      const wanted = { now: context.clock.now(), except: caller.accountId, limit: CSV_ROWS_READ, locale }
      const file = listToCsv(alertsHeader(locale), await alertsToExport(db, body, wanted), locale)
      const after = { rows: file.rows, filter: { ...body } }
      await record(context, { caller, http, action: 'reports.exported', object: { type: 'report', id: 'alertas-de-usuarios' }, after })
      http.setHeader('content-disposition', `attachment; filename="${ALERTS_FILE}"`)
      return file.text
    },
  })
}

async function asking(context: ComplianceContext, { accountId }: Pick<Caller, 'accountId'>): Promise<Asking> {
  const now = context.clock.now()
  return { accountId, now, reviewers: await reviewersOf(context), deadlines: await deadlinesAt(context, context.db, now) }
}

async function searched({ db, audit }: ComplianceContext, filter: PeopleChoice, accountId: string): Promise<AuditValue> {
  const hidden = (text: string) => (text === '' ? '' : inTransaction(db, (tx) => audit.redacted(tx, accountId, text)))
  return { ...filter, document: await hidden(filter.document), idUser: await hidden(filter.idUser) }
}

interface Entry {
  readonly caller: Caller
  readonly http: HttpContext
  readonly action: 'kyc.people_listed' | 'reports.exported'
  readonly object: { readonly type: string; readonly id: string }
  readonly after: AuditValue
}

const record = ({ db, audit }: ComplianceContext, { caller, http, ...entry }: Entry): Promise<void> =>
  inTransaction(db, (tx) => audit.record(tx, { actor: personActor(caller, http), ...entry }))
