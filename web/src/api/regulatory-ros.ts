/** Suspicious transaction reports (ROS), for compliance officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { type RosDraft, regulatoryRos } from '@tunjo/contract/regulatory-ros'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(regulatoryRos, send, authorize)
const downloads = client({ pdf: regulatoryRos.pdf }, sendDownload)

const KEY = 'regulatory-ros'
export const rosKey = [KEY] as const

export type RosAsked = NonNullable<Request<typeof regulatoryRos.list>['query']>
export const rosListQuery = (query: RosAsked) =>
  queryOptions({ queryKey: [KEY, 'list', query], queryFn: ({ signal }) => calls.list({ query }, { signal }) })
export const rosQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => calls.show({ params: { id } }, { signal }),
    // An automatic refetch would overwrite the text being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
export const rosEvidenceQuery = (id: string, period: { from: string; to: string }) =>
  queryOptions({
    queryKey: [KEY, id, 'evidence', period],
    queryFn: ({ signal }) => calls.evidence({ params: { id }, query: period }, { signal }),
    staleTime: 0,
  })

export const createRos = (userId: string) => calls.create({ body: { userId } })
export const saveRos = (id: string, version: number, draft: RosDraft) => calls.save({ params: { id }, body: { version, draft } })
export const proposeRos = (id: string, version: number) => calls.propose({ params: { id }, body: { version } })
export const reopenRos = (id: string, version: number, reason: string) => calls.reopen({ params: { id }, body: { version, reason } })
export const discardRos = (id: string, version: number, reason: string) => calls.discard({ params: { id }, body: { version, reason } })
export const fileRos = (id: string, body: { version: number; number: string; on: string }) => calls.file({ params: { id }, body })
export const rosPdf = async (id: string): Promise<Blob> =>
  new Blob([new Uint8Array(await downloads.pdf({ params: { id } }))], { type: 'application/pdf' })
