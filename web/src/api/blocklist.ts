/** Company blocklist: search, add, propose a removal to a second officer (ADM-15). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type BlackListFilters, type BlackListKind, blackList, type ImportPreview } from '@tunjo/contract/blocklist'
import { client } from '@tunjo/contract/client'
import { queries } from './query-client.ts'
import { csvFile } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(blackList, send, authorize)
const downloads = client({ blackListCsv: blackList.blackListCsv }, sendDownload)

const ALL = ['black-list'] as const
export const blackListQuery = (asked: BlackListFilters & { pageIndex: number; size: number }) =>
  queryOptions({
    queryKey: [...ALL, asked],
    queryFn: ({ signal }) => calls.blackListEntries({ body: asked }, { signal }),
    placeholderData: keepPreviousData,
    // Each search is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export const blackListCsv = async (asked: BlackListFilters): Promise<Blob> => csvFile(await downloads.blackListCsv({ body: asked }))

export const previewImport = (csv: string): Promise<ImportPreview> => calls.previewBlackListImport({ body: { csv } })
export async function importToBlackList(csv: string): Promise<number> {
  const { added } = await calls.importToBlackList({ body: { csv } })
  await queries.invalidateQueries({ queryKey: ALL })
  return added
}

export interface NewBlackListEntry {
  readonly kind: BlackListKind
  readonly value: string
  readonly reason: string
  readonly expiresOn: string | null
}
export async function addToBlackList(body: NewBlackListEntry): Promise<void> {
  await calls.addToBlackList({ body })
  await queries.invalidateQueries({ queryKey: ALL })
}

/** Refetches after a refusal too: another officer may have proposed it meanwhile. */
export async function removeFromBlackList(id: string, reason: string): Promise<void> {
  try {
    await calls.removeFromBlackList({ params: { id }, body: { reason } })
  } finally {
    await queries.invalidateQueries({ queryKey: ALL })
  }
}
