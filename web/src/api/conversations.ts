/** The customer's conversations with compliance. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { conversations } from '@tunjo/contract/conversations'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(conversations, send)
const ALL = ['conversations'] as const

export const conversationsQuery = infiniteQueryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: ({ signal, pageParam }) => calls.mine({ query: pageParam === null ? {} : { before: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

/** The newest ones, for notices on screens. */
export const openConversationsQuery = queryOptions({
  queryKey: [...ALL, 'open'],
  queryFn: async ({ signal }) => (await calls.mine({ query: { state: 'open' } }, { signal })).results,
})

/** Pages of entries, the newest first; in each the oldest first. */
export const threadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'thread', id],
    queryFn: ({ signal, pageParam }) =>
      calls.thread({ params: { id }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    meta: { explains: true },
  })

export interface WrittenMessage {
  /** The same for every attempt of one message. */
  readonly messageId: string
  readonly text: string
  readonly files: readonly File[]
}

export async function sendMessage(id: string, { files, ...body }: WrittenMessage): Promise<void> {
  await calls.send({ params: { id }, body, files: { files } })
  await queries.invalidateQueries({ queryKey: ALL })
}

export async function markSeen(id: string, entryId: string): Promise<void> {
  await calls.seen({ params: { id }, body: { entryId } })
  await Promise.all(['list', 'open'].map((part) => queries.invalidateQueries({ queryKey: [...ALL, part] })))
}
