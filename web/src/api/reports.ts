/** Lists of all people, for officers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { reports } from '@tunjo/contract/reports'
import { csvFile, type Page } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(reports, send)
const downloads = client({ usersCsv: reports.usersCsv, signInsCsv: reports.signInsCsv }, sendDownload)

export type UsersAsked = NonNullable<Request<typeof reports.usersCsv>['query']>
export type PeopleSignInsAsked = NonNullable<Request<typeof reports.signInsCsv>['query']>

export const usersQuery = (query: UsersAsked & Page) =>
  queryOptions({
    queryKey: ['reports', 'users', query],
    queryFn: ({ signal }) => calls.users({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
export const usersCsv = async (query: UsersAsked): Promise<Blob> => csvFile(await downloads.usersCsv({ query }))

export const peopleSignInsQuery = (query: PeopleSignInsAsked & Page) =>
  queryOptions({
    queryKey: ['reports', 'sign-ins', query],
    queryFn: ({ signal }) => calls.signIns({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
export const peopleSignInsCsv = async (query: PeopleSignInsAsked): Promise<Blob> => csvFile(await downloads.signInsCsv({ query }))
