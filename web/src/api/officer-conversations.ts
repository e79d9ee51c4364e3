/** Conversations with customers, for officers. Each read is recorded in the audit trail, so refetching on focus is off. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type ConversationState, officerConversations } from '@tunjo/contract/conversations'
import type { WrittenMessage } from './conversations.ts'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(officerConversations, send)
const ALL = ['officer-conversations'] as const

export type QueueFilter = 'unanswered' | ConversationState

export const queueQuery = (show: QueueFilter, page: number) =>
  queryOptions({
    queryKey: [...ALL, 'queue', show, page],
    queryFn: ({ signal }) => calls.queue({ query: { show, page } }, { signal }),
    refetchOnWindowFocus: false,
  })

export const personConversationsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ALL, 'person', userId],
    queryFn: async ({ signal }) => (await calls.ofPerson({ query: { userId } }, { signal })).results,
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export const officerThreadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...ALL, 'thread', id],
    queryFn: ({ signal, pageParam }) => calls.read({ params: { id }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export async function answer(id: string, { files, ...body }: WrittenMessage & { knowsRestricted: boolean }): Promise<void> {
  await calls.answer({ params: { id }, body, files: { files } })
  await queries.invalidateQueries({ queryKey: ALL })
}

/** `entryId`: the newest entry that the officer read. */
export async function needsNoAnswer(id: string, entryId: string): Promise<void> {
  await calls.needsNoAnswer({ params: { id }, body: { entryId } })
  await queries.invalidateQueries({ queryKey: ALL })
}

export async function changeState(id: string, state: ConversationState): Promise<void> {
  await calls.setState({ params: { id }, body: { state } })
  await queries.invalidateQueries({ queryKey: ALL })
}
