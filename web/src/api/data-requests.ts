/** The person's own requests about their personal data. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type DataRequestKind, dataRequests } from '@tunjo/contract/data-requests'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(dataRequests, send)
const ALL = ['data-requests'] as const

export const dataRequestsQuery = queryOptions({
  queryKey: [...ALL, 'list'],
  queryFn: async ({ signal }) => (await calls.mine({}, { signal })).results,
})

export const dataRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'thread', id],
    queryFn: ({ signal }) => calls.thread({ params: { id } }, { signal }),
    meta: { explains: true },
  })

interface NewRequest {
  /** The same for every attempt of one request. */
  readonly requestId: string
  readonly kind: DataRequestKind
  readonly text: string
  readonly files: readonly File[]
}

export async function fileDataRequest({ files, ...body }: NewRequest) {
  const filed = await calls.file({ body, files: { files } })
  await queries.invalidateQueries({ queryKey: ALL })
  return filed
}

export async function completeDataRequest(id: string, { text, files }: Pick<NewRequest, 'text' | 'files'>): Promise<void> {
  await calls.complete({ params: { id }, body: { text }, files: { files } })
  await queries.invalidateQueries({ queryKey: ALL })
}
