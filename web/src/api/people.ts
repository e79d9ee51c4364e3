/** Lists of all people's verification, for officers (ADM-01, ADM-02). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { compliancePeople, PeopleChoice } from '@tunjo/contract/compliance-people'
import { csvFile } from './sign-ins.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(compliancePeople, send)
const downloads = client({ peopleCsv: compliancePeople.peopleCsv }, sendDownload)

export type PeopleAsked = Partial<PeopleChoice>
interface Page {
  pageIndex: number
  itemsPerPage: number
}

const ALL_PEOPLE = PeopleChoice.parse({})
/** Invalidated by `refreshPerson`. */
const PEOPLE = ['compliance', 'people'] as const

export const summaryQuery = queryOptions({
  queryKey: [...PEOPLE, 'summary'],
  queryFn: ({ signal }) => calls.kycSummary({}, { signal }),
})
export const peopleQuery = (asked: PeopleAsked & Page) =>
  queryOptions({
    queryKey: [...PEOPLE, 'list', asked],
    queryFn: ({ signal }) => calls.people({ body: { ...ALL_PEOPLE, ...asked } }, { signal }),
    placeholderData: keepPreviousData,
  })
export const peopleCsv = async (asked: PeopleAsked): Promise<Blob> =>
  csvFile(await downloads.peopleCsv({ body: { ...ALL_PEOPLE, ...asked } }))
