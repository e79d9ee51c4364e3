/** Monthly files for the UIAF and their deadlines, for compliance officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { regulatoryCalendar } from '@tunjo/contract/regulatory-calendar'
import { regulatoryFiles, type UiafFile, type UiafReport } from '@tunjo/contract/regulatory-files'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(regulatoryFiles, send, authorize)
const calendarCalls = client(regulatoryCalendar, send, authorize)
const downloads = client({ content: regulatoryFiles.content }, sendDownload)

const LOOK_AGAIN_MS = 2_000
const KEY = 'regulatory-due'
export const dueKey = [KEY] as const

export const calendarQuery = queryOptions({
  queryKey: [KEY, 'calendar'],
  queryFn: ({ signal }) => calendarCalls.calendar({}, { signal }),
})
export const declareAbsence = (month: string, body: { number: string; on: string }) =>
  calendarCalls.declareAbsence({ params: { month }, body })

/** Year of a yearly report, whose month is the last one. */
export const yearOf = (month: string): string => month.slice(0, 4)
const isGenerating = ({ state }: UiafFile): boolean => state === 'generating'
/** Polls while a file is generated. */
export const monthFilesQuery = (report: UiafReport, month: string) =>
  queryOptions({
    queryKey: [KEY, 'files', report, month],
    queryFn: ({ signal }) => {
      if (report === 'carf') return calls.carfVersions({ params: { year: yearOf(month) } }, { signal })
      return (report === 'operations' ? calls.versions : calls.clientVersions)({ params: { month } }, { signal })
    },
    refetchInterval: ({ state }) => (state.data?.results.some(isGenerating) ? LOOK_AGAIN_MS : false),
  })
export const fileLinesQuery = (id: string, pageIndex: number) =>
  queryOptions({
    queryKey: [KEY, 'lines', id, pageIndex],
    queryFn: ({ signal }) => calls.lines({ params: { id }, query: { pageIndex } }, { signal }),
  })
export const clientLinesQuery = (id: string, pageIndex: number) =>
  queryOptions({
    queryKey: [KEY, 'client-lines', id, pageIndex],
    queryFn: ({ signal }) => calls.clients({ params: { id }, query: { pageIndex } }, { signal }),
  })
export const carfUsersQuery = (id: string, pageIndex: number) =>
  queryOptions({
    queryKey: [KEY, 'carf-users', id, pageIndex],
    queryFn: ({ signal }) => calls.carfUsers({ params: { id }, query: { pageIndex } }, { signal }),
  })
export function generateFile(report: UiafReport, month: string) {
  if (report === 'carf') return calls.generateCarf({ params: { year: yearOf(month) } })
  return (report === 'operations' ? calls.generate : calls.generateClients)({ params: { month } })
}
export const proposeFile = (id: string) => calls.propose({ params: { id } })
export const markFileFiled = (id: string, body: { number: string; on: string }) => calls.filed({ params: { id }, body })
export const fileContent = async (id: string): Promise<Blob> =>
  new Blob([new Uint8Array(await downloads.content({ params: { id } }))], { type: 'text/plain' })
