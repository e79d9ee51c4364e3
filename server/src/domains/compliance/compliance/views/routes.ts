/** HTTP routes of saved views. The private view of another officer is reported as not found. */
import { hasInvisible } from '@tunjo/contract/plain-text'
import { savedViews as contract, knownFilters, type SavedView, VIEWS_MAX, ViewContent, type ViewList } from '@tunjo/contract/saved-views'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { tidyText } from '../../../../platform/phrases/visible-text.ts'
import type { ComplianceContext } from '../context.ts'
import {
  clearDefaultsOfOthers,
  countViews,
  isNameTaken,
  type ListedView,
  listViews,
  lockViewsOf,
  ownView,
  putView,
  removeView,
  setDefault,
  type ViewRow,
} from './view-store.ts'

export function viewRoutes(context: ComplianceContext): Route[] {
  return implement(contract, {
    async savedViews({ caller, query: { list } }) {
      return { results: (await listViews(context.db, caller.accountId, list)).map((view) => shown(view, caller.accountId)) }
    },
    async saveView({ caller, body: { list, name, content, isShared, isDefault }, http }) {
      const [id, ownerId] = [newId(), caller.accountId]
      await changing(context, { caller, http, id }, async (tx) => {
        if ((await countViews(tx, ownerId)) >= VIEWS_MAX) refuse('views.too_many', { maximum: VIEWS_MAX })
        await put(tx, { id, ownerId, list, name: tidyText(name), content, isShared }, context.clock.now())
        if (isDefault) await setDefault(tx, ownerId, list, id)
        return { after: { list, isShared } }
      })
      return { id }
    },
    async changeView({ caller, params: { id }, body: { name, isShared: asked, content }, http }) {
      await changing(context, { caller, http, id }, async (tx) => {
        const view = (await ownView(tx, id, caller.accountId)) ?? refuse('views.gone')
        const isShared = asked ?? view.isShared
        const kept = { name: name === undefined ? view.name : tidyText(name), content: content ?? contentOf(view.list, view.content) }
        await put(tx, { ...view, ...kept, isShared }, context.clock.now())
        if (!isShared) await clearDefaultsOfOthers(tx, view)
        return { before: { isShared: view.isShared }, after: { isShared } }
      })
      return { id: id.toLowerCase() }
    },
    async setDefaultView({ caller, body: { list, id }, http }) {
      await changing(context, { caller, http, id: id ?? list }, async (tx) => {
        if (!(await setDefault(tx, caller.accountId, list, id))) refuse('views.gone')
        return { after: { list, isDefault: id !== null } }
      })
      return { id: id?.toLowerCase() ?? null }
    },
    async deleteView({ caller, params: { id }, http }) {
      await changing(context, { caller, http, id }, async (tx) => {
        const { list, isShared } = (await ownView(tx, id, caller.accountId)) ?? refuse('views.gone')
        await removeView(tx, id)
        return { before: { list, isShared } }
      })
      return { id: id.toLowerCase() }
    },
  })
}

interface Changing {
  readonly caller: Caller
  readonly http: HttpContext
  readonly id: string
}
type Facts = Readonly<Record<string, string | boolean>>
async function changing(
  context: ComplianceContext,
  { caller, http, id }: Changing,
  work: (tx: Transaction) => Promise<{ before?: Facts; after?: Facts }>,
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await lockViewsOf(tx, caller.accountId)
    const change = await work(tx)
    const object = { type: 'view', id: id.toLowerCase() }
    await context.audit.record(tx, { actor: personActor(caller, http), action: 'compliance.view_changed', object, ...change })
  })
}

async function put(tx: Transaction, view: ViewRow & { content: ViewContent }, at: Date): Promise<void> {
  const { list, content } = view
  if (view.name === '' || hasInvisible(view.name)) refuse('request.text_unseen')
  if (Object.keys(knownFilters(list, content.filters)).length < Object.keys(content.filters).length) refuse('views.filter_unknown')
  if (await isNameTaken(tx, view)) refuse('views.name_taken')
  await putView(tx, view, at)
}

const EMPTY: ViewContent = { filters: {}, pageSize: 50 }

/** Adapted to the current list: a view saved by an older version must not break a page. */
function contentOf(list: ViewList, stored: unknown): ViewContent {
  const content = ViewContent.safeParse(stored).data ?? EMPTY
  return { ...content, filters: knownFilters(list, content.filters) }
}

function shown({ ownerId, content: stored, ...view }: ListedView, callerId: string): SavedView {
  const parsed = ViewContent.safeParse(stored)
  const content = contentOf(view.list, stored)
  const wasCut = !parsed.success || Object.keys(parsed.data.filters).length > Object.keys(content.filters).length
  return { ...view, content, isMine: ownerId === callerId, isOutdated: wasCut }
}
