/** HTTP routes of approvals: list, decide, break the glass, review. */
import { titleOfApproval } from '@tunjo/contract/approval-kinds'
import { approvals as contract } from '@tunjo/contract/approvals'
import type { Locale } from '@tunjo/contract/locales'
import { validate as isUuid } from 'uuid'
import { pageOf } from '../database/list-query.ts'
import type { StepUpDescription } from '../http/guards/step-up.ts'
import { localeOf } from '../http/preferred-locale.ts'
import { refuse } from '../http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../http/route.ts'
import { excerpt } from '../phrases/visible-text.ts'
import { personOf, toApprovalView } from './approval-view.ts'
import { breakGlass, review } from './break-glass.ts'
import { checkVisible, hiddenFrom, storedText } from './confidential.ts'
import { type ApprovalsContext, linesOf } from './context.ts'
import { approve, refuseRequest, withdraw } from './decide.ts'
import type { DecisionWords } from './decision-words.es.ts'
import { DECISION_WORDS } from './decision-words.ts'
import { eventsOf, findRequest, listRequests, type RequestRow } from './store.ts'

export function approvalRoutes(context: ApprovalsContext): Route[] {
  const { db } = context
  const describe = (decision: keyof DecisionWords['decisions']) => describeDecision(context, decision)
  const view = (row: RequestRow, caller: Caller, http: HttpContext) => toApprovalView(context, row, caller, localeOf(http))
  const show = async (id: string, caller: Caller, http: HttpContext) => view(await knownRequest(context, id, caller), caller, http)

  return implement(
    contract,
    {
      async list({ query, caller, http }) {
        const { pageIndex, size, ...filters } = query
        const hidden = await hiddenFrom(context, db, caller)
        const { rows, total } = await listRequests(db, { ...filters, hidden, callerId: caller.accountId, offset: pageIndex * size, size })
        const results = await Promise.all(rows.map((row) => view(row, caller, http)))
        return pageOf(results, total, size)
      },
      async show({ params, caller, http }) {
        const history = await Promise.all(
          (await eventsOf(db, (await knownRequest(context, params.id, caller)).id)).map(async ({ event, at, actorId, note }) => {
            return { event, at: at.toISOString(), by: await personOf(context, actorId), note }
          }),
        )
        return { ...(await show(params.id, caller, http)), history }
      },
      async approve({ params: { id }, body: { note }, caller, operation, http }) {
        await approve(context, { id, caller, note, operation })
        return show(id, caller, http)
      },
      async refuse({ params: { id }, body: { note }, caller, operation, http }) {
        await refuseRequest(context, { id, caller, note, operation })
        return show(id, caller, http)
      },
      async withdraw({ params: { id }, body: { note }, caller, operation, http }) {
        await withdraw(context, { id, caller, note, operation })
        return show(id, caller, http)
      },
      async breakGlass({ params: { id }, body: { note }, caller, operation, http }) {
        await breakGlass(context, { id, caller, note, operation })
        return show(id, caller, http)
      },
      async review({ params: { id }, body: { note, verdict }, caller, operation, http }) {
        await review(context, { id, caller, note, verdict, operation })
        return show(id, caller, http)
      },
    },
    {
      approve: describe('approve'),
      refuse: describe('refuse'),
      withdraw: describe('withdraw'),
      breakGlass: describe('breakGlass'),
      review: describe('review'),
    },
  )
}

async function knownRequest(context: ApprovalsContext, id: string, caller: Caller): Promise<RequestRow> {
  const request = (isUuid(id) ? await findRequest(context.db, id) : undefined) ?? refuse('request.not_found')
  if (!context.kinds.has(request.kind)) refuse('request.not_found')
  await checkVisible(context, context.db, request, caller)
  return request
}

/** Text that the officer approves with a factor: the request in the words of its kind, the decision, and the note. */
function describeDecision(context: ApprovalsContext, decision: keyof DecisionWords['decisions']) {
  return async ({
    params,
    body,
    caller,
    locale,
  }: {
    params: { id: string }
    body: { note: string }
    caller: Caller
    locale: Locale
  }): Promise<StepUpDescription> => {
    const request = await knownRequest(context, params.id, caller)
    const { kind, subjectId } = request
    const words = DECISION_WORDS[locale]
    const subject = await personOf(context, subjectId)
    // The text is mailed and stored.
    const note = excerpt(storedText(context, request, body.note) ?? '')
    const details = [
      ...(subject ? [{ label: words.subject, value: subject.email || subject.id }] : []),
      ...linesOf(context, request, locale).map(({ label, before, after }) => ({
        label,
        value: before === null ? after : `${before} → ${after}`,
      })),
      ...(note ? [{ label: words.note, value: note }] : []),
    ]
    return { title: `${words.decisions[decision]}: ${titleOfApproval(kind, locale)}`, details }
  }
}
