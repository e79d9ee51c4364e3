import { approvals as contract } from '@tunjo/contract/approvals'
import { validate as isUuid } from 'uuid'
import type { StepUpDescription } from '../http/guards/step-up.ts'
import { type Caller, implement, type Route } from '../http/route.ts'
import { pageOf } from '../list-query.ts'
import { refuse } from '../refusal.ts'
import { tidyText } from '../visible-text.ts'
import type { ApprovalsContext } from './context.ts'
import { approve, breakGlass, refuseRequest, review, withdraw } from './decide.ts'
import { descriptionOf, officerOf, shown } from './show.ts'
import { eventsOf, findRequest, listRequests } from './store.ts'

const NOTE_SHOWN_MAX = 240

export function approvalRoutes(context: ApprovalsContext): Route[] {
  const { db } = context
  const known = async (id: string) => (isUuid(id) ? await findRequest(db, id) : undefined) ?? refuse('request.not_found')
  const show = async (id: string, caller: Caller) => shown(context, await known(id), caller)

  /** What the officer approves with a factor: the request in the words of its kind, the decision, and their note. */
  const describe = (decision: string) => {
    return async ({ params, body }: { params: { id: string }; body: { note: string } }): Promise<StepUpDescription> => {
      const { title, details } = await descriptionOf(context, await known(params.id))
      const note = [...tidyText(body.note)].slice(0, NOTE_SHOWN_MAX).join('')
      return { title: `${decision}: ${title}`, details: [...details, ...(note ? [{ label: 'Nota', value: note }] : [])] }
    }
  }

  return implement(
    contract,
    {
      async list({ query, caller }) {
        const { pageIndex, size, ...filters } = query
        const { rows, total } = await listRequests(db, { ...filters, callerId: caller.accountId, offset: pageIndex * size, size })
        const results = await Promise.all(rows.map((row) => shown(context, row, caller)))
        return pageOf(results, total, size)
      },
      async show({ params, caller }) {
        const history = await Promise.all(
          (await eventsOf(db, (await known(params.id)).id)).map(async ({ event, at, actorId, note }) => {
            return { event, at: at.toISOString(), by: actorId ? await officerOf(context, actorId) : null, note }
          }),
        )
        return { ...(await show(params.id, caller)), history }
      },
      async approve({ params: { id }, body: { note }, caller }) {
        await approve(context, { id, caller, note })
        return show(id, caller)
      },
      async refuse({ params: { id }, body: { note }, caller }) {
        await refuseRequest(context, { id, caller, note })
        return show(id, caller)
      },
      async withdraw({ params: { id }, body: { note }, caller }) {
        await withdraw(context, { id, caller, note })
        return show(id, caller)
      },
      async breakGlass({ params: { id }, body: { note }, caller }) {
        await breakGlass(context, { id, caller, note })
        return show(id, caller)
      },
      async review({ params: { id }, body: { note, verdict }, caller }) {
        await review(context, { id, caller, note, verdict })
        return show(id, caller)
      },
    },
    {
      approve: describe('Aprobar'),
      refuse: describe('Rechazar'),
      withdraw: describe('Retirar la solicitud'),
      breakGlass: describe('Ejecutar sin segunda aprobación'),
      review: describe('Revisar una ejecución de emergencia'),
    },
  )
}
