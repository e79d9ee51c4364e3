/** Saved filters of officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { savedViews, type ViewList } from '@tunjo/contract/saved-views'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(savedViews, send)
const VIEWS = ['compliance', 'views'] as const

export const savedViewsQuery = (list: ViewList) =>
  queryOptions({
    queryKey: [...VIEWS, list],
    queryFn: async ({ signal }) => (await calls.savedViews({ query: { list } }, { signal })).results,
    // The dialog shows refusals itself.
    meta: { explains: true },
  })

/** Refetches after every answer: the shown data may be outdated. */
const asked = <T>(answer: Promise<T>): Promise<T> => answer.finally(() => queries.invalidateQueries({ queryKey: VIEWS }))

export const saveView = (body: Request<typeof savedViews.saveView>['body']) => asked(calls.saveView({ body }))
export const changeView = (id: string, body: Request<typeof savedViews.changeView>['body']) =>
  asked(calls.changeView({ params: { id }, body }))
export const setDefaultView = (list: ViewList, id: string | null) => asked(calls.setDefaultView({ body: { list, id } }))
export const deleteView = (id: string) => asked(calls.deleteView({ params: { id } }))
