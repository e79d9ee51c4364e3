/** HTTP routes of reports: a person's own data, the officers' lists and exports. */

import { auditTrail } from '@tunjo/contract/audit-trail'
import { personTimeline, timelineKindsFor } from '@tunjo/contract/person-timeline'
import { reports as contract } from '@tunjo/contract/reports'
import { validate as isUuid } from 'uuid'
import type { Approvals } from '../../../platform/approvals/index.ts'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import { entriesCsv, listEntries, personNamed } from './audit-trail.ts'
import { exportSheet, nameFile, type ReportsContext } from './export-sheet.ts'
import { EXPORT_WORDS } from './export-words.ts'
import { readMyData } from './my-data.ts'
import { listSignIns, signInsCsv } from './sign-ins.ts'
import { listEvents } from './timeline.ts'
import { listUsers, usersCsv } from './users.ts'

export interface TrailContext extends ReportsContext {
  readonly approvals: Pick<Approvals, 'hiddenFrom'>
}

export function reportRoutes(context: TrailContext): Route[] {
  const { db, clock, approvals } = context
  const trail = implement(auditTrail, {
    async auditEntries({ caller, query, http }) {
      const personId = query.person ? await personNamed(db, query.person) : null
      if (personId === caller.accountId) refuse('compliance.own_account')
      if (personId !== null) {
        const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object: { type: 'account', id: personId } } as const
        await inTransaction(db, (tx) => context.audit.record(tx, { ...entry, after: { part: 'audit' } }))
        // Without a person no history of a customer is read.
      } else context.audit.unchanged()
      return listEntries(db, { ...query, readerId: caller.accountId, hidden: await approvals.hiddenFrom(db, caller) }, localeOf(http))
    },
    async auditCsv({ caller, query, http }) {
      if (query.person && (await personNamed(db, query.person)) === caller.accountId) refuse('compliance.own_account')
      const { person, officer, ...filter } = query
      const text = [person, officer].filter((name) => name).join(' ')
      return exportSheet(context, { caller, http }, { report: 'auditoria', filter: { ...filter, text } }, async () =>
        entriesCsv(db, { ...query, readerId: caller.accountId, hidden: await approvals.hiddenFrom(db, caller) }, localeOf(http)),
      )
    },
  })
  const lists = implement(
    contract,
    {
      users: ({ query }) => listUsers(db, query),
      usersCsv: ({ caller, query, http }) =>
        exportSheet(context, { caller, http }, { report: 'usuarios', filter: query }, () => usersCsv(db, query, localeOf(http))),
      signIns: ({ query }) => listSignIns(db, query, clock.now()),
      signInsCsv: ({ caller, query, http }) =>
        exportSheet(context, { caller, http }, { report: 'acceso-al-dispositivo', filter: query }, () =>
          signInsCsv(db, query, { now: clock.now(), locale: localeOf(http) }),
        ),
      async myData({ caller, http }) {
        nameFile(http, 'mis-datos.json')
        return { generatedAt: clock.now().toISOString(), sections: await readMyData(db, caller.accountId) }
      },
    },
    { myData: async ({ locale }) => ({ title: EXPORT_WORDS[locale].myData, details: [] }) },
  )
  return [...lists, ...trail, ...timelineRoutes(context)]
}

function timelineRoutes(context: ReportsContext): Route[] {
  const { db, audit } = context
  return implement(personTimeline, {
    async timeline({ caller, query: { userId, kind, ...search }, http }) {
      const accountId = isUuid(userId) ? await personNamed(db, userId) : null
      if (accountId === null) refuse('request.not_found')
      // An officer may be a customer too: they may not read what others record about them.
      if (accountId === caller.accountId) refuse('compliance.own_account')
      const object = { type: 'account', id: accountId }
      const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object, after: { part: 'timeline' } } as const
      await inTransaction(db, (tx) => audit.record(tx, entry))
      const kinds = timelineKindsFor(caller.permissions ?? [])
      const page = await listEvents(db, { ...search, accountId, kinds: kinds.filter((one) => kind === undefined || one === kind) })
      return { ...page, kinds }
    },
  })
}
