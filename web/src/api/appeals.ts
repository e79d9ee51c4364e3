/** Appeals about a blocked account, with the token of a mail instead of a session. */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { appeals } from '@tunjo/contract/appeals'
import { client } from '@tunjo/contract/client'
import { credentials } from '@tunjo/contract/credentials'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const { requestAppeal: request } = credentials
const calls = client({ ...appeals, request }, send)

export const requestAppeal = (email: string) => calls.request({ body: { email } })

/** Pages of entries, the newest first; in each the oldest first. */
export const appealQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['appeal', token],
    queryFn: ({ signal, pageParam }) => calls.read({ body: { token, before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
    retry: false,
    meta: { explains: true },
  })

export async function sendAppeal(token: string, message: { messageId: string; text: string }): Promise<void> {
  await calls.write({ body: { token, ...message } })
  await queries.invalidateQueries({ queryKey: ['appeal', token] })
}
