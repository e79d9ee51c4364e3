/** HTTP routes of reports: a person's own data, the officers' lists and exports. */
import { reports as contract } from '@tunjo/contract/reports'
import { implement, type Route } from '../../platform/http/route.ts'
import { countSearch, exportSheet, nameFile, type ReportsContext } from './export-sheet.ts'
import { readMyData } from './my-data.ts'
import { listSignIns, signInsCsv } from './sign-ins.ts'
import { listUsers, usersCsv } from './users.ts'

export function reportRoutes(context: ReportsContext): Route[] {
  const { db, clock } = context
  return implement(
    contract,
    {
      async users({ caller, query }) {
        await countSearch(context, caller)
        return listUsers(db, query)
      },
      usersCsv: ({ caller, query, http }) =>
        exportSheet(context, { caller, http }, { report: 'usuarios', filter: query }, () => usersCsv(db, query)),
      async signIns({ caller, query }) {
        await countSearch(context, caller)
        return listSignIns(db, query, clock.now())
      },
      signInsCsv: ({ caller, query, http }) =>
        exportSheet(context, { caller, http }, { report: 'acceso-al-dispositivo', filter: query }, () =>
          signInsCsv(db, query, clock.now()),
        ),
      async myData({ caller, http }) {
        nameFile(http, 'mis-datos.json')
        return { generatedAt: clock.now().toISOString(), sections: await readMyData(db, caller.accountId) }
      },
    },
    { myData: async () => ({ title: 'Descargar mis datos', details: [] }) },
  )
}
