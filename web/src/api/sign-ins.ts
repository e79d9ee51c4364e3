/** Sign-ins of a person. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { devices } from '@tunjo/contract/devices'
import type { Request } from '@tunjo/contract/endpoint'
import { send, sendDownload } from './transport.ts'

const calls = client(devices, send)
const downloads = client({ signInsCsv: devices.signInsCsv }, sendDownload)

export type SignInsAsked = NonNullable<Request<typeof devices.signInsCsv>['query']>

export interface Page {
  pageIndex: number
  size: number
}

export const signInsQuery = (query: SignInsAsked & Page) =>
  queryOptions({
    queryKey: ['sign-ins', query],
    queryFn: ({ signal }) => calls.signIns({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
export const signInsCsv = async (query: SignInsAsked): Promise<Blob> => csvFile(await downloads.signInsCsv({ query }))

/** CSV file with its byte order mark: reading it as text drops the mark by which spreadsheets recognise UTF-8. */
export const csvFile = (text: string): Blob => new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
