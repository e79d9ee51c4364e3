/** Audit trail, for officers who may read it (ADM-14). */
import { infiniteQueryOptions } from '@tanstack/react-query'
import { auditTrail } from '@tunjo/contract/audit-trail'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { csvFile } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(auditTrail, send)
const downloads = client({ auditCsv: auditTrail.auditCsv }, sendDownload)

export type AuditAsked = NonNullable<Request<typeof auditTrail.auditCsv>['query']>
const PAGE_SIZE = 50

/** Newest first, page after page by cursor. */
export const auditQuery = (query: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal, pageParam }) =>
      calls.auditEntries({ query: { ...query, size: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
export const auditCsv = async (query: AuditAsked): Promise<Blob> => csvFile(await downloads.auditCsv({ query }))
