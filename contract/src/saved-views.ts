/**
 * Saved views of an officer over the lists of people: named filters and page size, private or shared with the team.
 * A search term (a document, an id) is not stored. Extension of the specification.
 */
import * as z from 'zod'
import { ALERT_KINDS } from './alert-kinds.ts'
import { SEVERITIES } from './alert-severity.ts'
import { ASSIGNMENTS, NOVELTIES, REVIEW_STATES, RISKS, TIMES } from './compliance-people.ts'
import { PERSON_KINDS } from './compliance-person.ts'
import { endpoint } from './endpoint.ts'

export const VIEW_LISTS = ['people', 'alerts'] as const
export const ViewList = z.enum(VIEW_LISTS)
export type ViewList = z.infer<typeof ViewList>

/** Maximum per officer, over both lists. */
export const VIEWS_MAX = 30
export const VIEW_NAME_MAX = 40

/** Filters of each list, named as in its address. */
export const VIEW_FILTERS: Readonly<Record<ViewList, Readonly<Record<string, readonly string[]>>>> = {
  people: {
    type: PERSON_KINDS,
    level: ['1', '2', '3'],
    alert: ['Si', 'No'],
    risk: RISKS,
    novelty: NOVELTIES,
    state: REVIEW_STATES,
    time: TIMES,
    assigned: ASSIGNMENTS,
  },
  alerts: {
    ...Object.fromEntries(ALERT_KINDS.map(({ row }) => [row, ['1']])),
    overdue: ['1'],
    snoozed: ['1'],
    severity: SEVERITIES,
    mode: ['any'],
  },
}

export const ViewContent = z.object({
  filters: z.record(z.string().max(40), z.string().max(40)),
  pageSize: z.union([z.literal(25), z.literal(50), z.literal(100)]),
})
export type ViewContent = z.infer<typeof ViewContent>

/** Drop filters that the list does not have, or no longer has. */
export const knownFilters = (list: ViewList, filters: ViewContent['filters']): ViewContent['filters'] =>
  Object.fromEntries(Object.entries(filters).filter(([key, value]) => isKnown(list, key, value)))

const isKnown = (list: ViewList, key: string, value: string): boolean =>
  Object.hasOwn(VIEW_FILTERS[list], key) && (VIEW_FILTERS[list][key]?.includes(value) ?? false)

export const ViewName = z.string().trim().min(1).max(VIEW_NAME_MAX)

export const SavedView = z.object({
  id: z.uuid(),
  list: ViewList,
  name: z.string(),
  content: ViewContent,
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** True when it opens first for the requesting officer. */
  isDefault: z.boolean(),
  /** E-mail of the officer who shares it. */
  owner: z.string(),
  /** True when it was saved with a filter that no longer exists; the others still apply. */
  isOutdated: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

const path = '/kyc/administrative/views'
const ofView = z.object({ id: z.uuid() })
const change = { role: 'ROLE_ADMIN', permission: 'kyc.read', audit: 'compliance.view_changed' } as const

export const savedViews = {
  savedViews: endpoint({
    method: 'GET',
    path,
    role: 'ROLE_ADMIN',
    permission: 'kyc.read',
    summary: 'Own views of a list, and those that others share with the team',
    allowance: 'kyc-people',
    query: z.object({ list: ViewList }),
    response: z.object({ results: z.array(SavedView) }),
    errors: ['request.invalid', 'request.too_many'],
  }),
  saveView: endpoint({
    ...change,
    method: 'POST',
    path,
    summary: `Save a view under a name; at most ${VIEWS_MAX} for each officer`,
    allowance: 'kyc-people',
    body: z.object({ list: ViewList, name: ViewName, content: ViewContent, isShared: z.boolean(), isDefault: z.boolean() }),
    response: z.object({ id: z.uuid() }),
    errors: ['request.invalid', 'request.text_unseen', 'request.too_many', 'views.name_taken', 'views.too_many', 'views.filter_unknown'],
  }),
  changeView: endpoint({
    ...change,
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Rename an own view, share it or keep it to oneself, or give it other filters. What is left out stays',
    allowance: 'kyc-people',
    params: ofView,
    body: z.object({ name: ViewName.optional(), isShared: z.boolean().optional(), content: ViewContent.optional() }),
    response: z.object({ id: z.uuid() }),
    errors: ['request.invalid', 'views.gone', 'request.text_unseen', 'request.too_many', 'views.name_taken', 'views.filter_unknown'],
  }),
  setDefaultView: endpoint({
    ...change,
    method: 'PUT',
    path: `${path}/default`,
    summary: 'Default view of a list for the caller; null for none',
    allowance: 'kyc-people',
    body: z.object({ list: ViewList, id: z.uuid().nullable() }),
    response: z.object({ id: z.uuid().nullable() }),
    errors: ['request.invalid', 'views.gone', 'request.too_many'],
  }),
  deleteView: endpoint({
    ...change,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an own view, for the whole team if it was shared',
    allowance: 'kyc-people',
    params: ofView,
    response: z.object({ id: z.uuid() }),
    errors: ['request.invalid', 'views.gone', 'request.too_many'],
  }),
}
