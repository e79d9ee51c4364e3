/** Long lists as CSV, written by the server in the background (ADM-02). */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type ExportAsked, type ExportView, exportJobs } from '@tunjo/contract/exports'
import { queries } from './query-client.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(exportJobs, send)
const downloads = client({ downloadExport: exportJobs.downloadExport }, sendDownload)

const EXPORTS = ['exports'] as const
const LOOK_EVERY_MS = 1_500

export const isUnderWay = ({ state }: ExportView): boolean => state === 'waiting' || state === 'running'

export const exportsQuery = queryOptions({
  queryKey: EXPORTS,
  queryFn: ({ signal }) => calls.exports({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? LOOK_EVERY_MS : false),
})

const refresh = () => queries.invalidateQueries({ queryKey: EXPORTS })

export async function startExport(body: ExportAsked): Promise<void> {
  await calls.startExport({ body })
  await refresh()
}
export async function cancelExport(id: string): Promise<void> {
  await calls.cancelExport({ params: { id }, body: undefined })
  await refresh()
}
export async function exportFile(id: string): Promise<Blob> {
  const bytes = await downloads.downloadExport({ params: { id } })
  return new Blob([new Uint8Array(bytes)], { type: 'text/csv;charset=utf-8' })
}
