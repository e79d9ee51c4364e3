/** Documents that officers add to a person: nature of operations, evidence about a PEP, the case (ADM-12, ADM-16). */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { complianceFiles, type Folder } from '@tunjo/contract/compliance-files'
import { queries } from './query-client.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(complianceFiles, send, authorize)
/** Signed links expire after a minute. */
const LINK_LIVES_MS = 40_000
const ofPerson = (userId: string) => ['compliance', 'person', userId, 'documents'] as const
// Each read is recorded in the audit trail, so refetching on focus is off.
const quiet = { refetchOnWindowFocus: false, staleTime: LINK_LIVES_MS, meta: { explains: true } } as const

export interface NatureFilter {
  /** -1: any. */
  readonly reviewNumber: number
  readonly reviewLabel: number
}

export const natureQuery = (userId: string, filter: NatureFilter) =>
  queryOptions({
    queryKey: [...ofPerson(userId), 'nature', filter],
    queryFn: ({ signal }) => calls.natureReport({ body: { userId, ...filter } }, { signal }),
    ...quiet,
  })
export const folderQuery = (userId: string, folder: Folder) =>
  queryOptions({
    queryKey: [...ofPerson(userId), folder],
    queryFn: ({ signal }) => calls.caseFiles({ query: { userId, folder } }, { signal }),
    ...quiet,
  })

async function changed<T>(userId: string, change: Promise<T>): Promise<T> {
  const answer = await change
  await queries.invalidateQueries({ queryKey: ofPerson(userId) })
  return answer
}

export const setNatureLabel = (userId: string, reviewId: string, reviewLabel: number) =>
  changed(userId, calls.setNatureLabel({ body: { userId, reviewId, reviewLabel } }))
/** It becomes a work item of the officers. */
export const createNatureReview = (userId: string, reviewLabel: number, dueOn: string) =>
  changed(userId, calls.createNatureReview({ body: { userId, reviewLabel, dueOn } }))
export const decideNatureReview = (userId: string, reviewId: string, outcome: 'verified' | 'declined', reason: string) =>
  changed(userId, calls.decideNatureReview({ body: { userId, reviewId, outcome, reason } }))
export const addCaseFiles = (userId: string, folder: Folder, reviewId: string | null, files: readonly File[]) =>
  changed(userId, calls.addCaseFiles({ body: { userId, folder, reviewId }, files: { files: [...files] } }))
