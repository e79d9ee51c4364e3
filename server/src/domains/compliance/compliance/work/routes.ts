/** HTTP routes of the work queues: list, take, release. */
import { workQueues as contract } from '@tunjo/contract/work-queues'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { ComplianceContext } from '../context.ts'
import { changeAbsence } from './absence.ts'
import { releaseWork, takeNextWork, takeWork } from './take-work.ts'
import { listOf } from './work-list.ts'

export function workRoutes(context: ComplianceContext): Route[] {
  return implement(contract, {
    async listWork({ caller, query }) {
      return listOf(context, caller, query)
    },
    async takeNextWork({ caller, body: { queue }, http }) {
      return { taken: await takeNextWork(context, { caller, http, queue }) }
    },
    // Ids are case-insensitive in the database.
    async takeWork({ caller, body: { queue, id }, http }) {
      return takeWork(context, { caller, http, queue, id: id.toLowerCase() })
    },
    async releaseWork({ caller, body: { queue, id }, http }) {
      return { released: await releaseWork(context, { caller, http, queue, id: id.toLowerCase() }) }
    },
    async changeAbsence({ caller, body: { untilDay }, http }) {
      await changeAbsence(context, { caller, http, untilDay })
      return { absentUntil: untilDay }
    },
  })
}
