/** Where and with what a person signed in. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { devices } from '@tunjo/contract/devices'
import type { Request } from '@tunjo/contract/endpoint'
import { send } from './transport.ts'

const calls = client(devices, send)

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
export const signInsCsv = async (query: SignInsAsked): Promise<Blob> => csvFile(await calls.signInsCsv({ query }))
export const endSession = (id: string) => calls.endSession({ params: { id } })

/** Text of the server as a file; the mark at its start tells spreadsheets that it is UTF-8. */
export const csvFile = (text: string): Blob => new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' })
