/** Personal data requests, for officers. Each read is recorded in the audit trail, so refetching on focus is off. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { officerDataRequests } from '@tunjo/contract/data-requests'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(officerDataRequests, send)
const ALL = ['officer-data-requests'] as const

export type RequestFilter = 'open' | 'incomplete' | 'ended'

export const dataRequestQueueQuery = (show: RequestFilter, page: number) =>
  queryOptions({
    queryKey: [...ALL, 'queue', show, page],
    queryFn: ({ signal }) => calls.queue({ query: { show, page } }, { signal }),
    refetchOnWindowFocus: false,
  })

export const personDataRequestsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ALL, 'person', userId],
    queryFn: ({ signal }) => calls.ofPerson({ query: { userId } }, { signal }),
    refetchOnWindowFocus: false,
  })

export const officerDataRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'thread', id],
    queryFn: ({ signal }) => calls.read({ params: { id } }, { signal }),
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

interface Step {
  readonly id: string
  readonly version: number
}
export type DataRequestAct = 'answered' | 'rejected' | 'extend' | 'askCompletion'

export const takeDataRequest = ({ id, version }: Step) => changing(calls.take({ params: { id }, body: { version } }))

export function actOnDataRequest({ id, version }: Step, act: DataRequestAct, { text, files }: { text: string; files: readonly File[] }) {
  const [params, body] = [{ id }, { version, text }]
  if (act === 'extend') return changing(calls.extend({ params, body }))
  if (act === 'askCompletion') return changing(calls.askCompletion({ params, body }))
  return changing(calls.decide({ params, body: { ...body, outcome: act }, files: { files } }))
}

/** Refetches after a refusal too, since the request changed meanwhile. */
async function changing(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } finally {
    await queries.invalidateQueries({ queryKey: ALL })
  }
}
