/** Officers' calls about one person, and the leases of reviews (ADM-04 … ADM-08, ADM-11). */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { compliance } from '@tunjo/contract/compliance'
import { compliancePerson } from '@tunjo/contract/compliance-person'
import { complianceProof } from '@tunjo/contract/compliance-proof'
import { complianceReview } from '@tunjo/contract/compliance-review'
import type { Request } from '@tunjo/contract/endpoint'
import { officerPayments } from '@tunjo/contract/payments-officers'
import { queries } from './query-client.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(
  { ...compliance, ...compliancePerson, ...complianceReview, ...complianceProof, userAccounts: officerPayments.userAccounts },
  send,
  authorize,
)

type Declined = Request<typeof compliance.declineDocuments>['body']

const PERSON = ['compliance', 'person'] as const
const LEASE_AGAIN_MS = 60_000
/** Signed links expire after a minute. */
const LINK_LIVES_MS = 40_000

const ofPerson = <T>(
  part: string,
  userId: string,
  ask: (request: { query: { userId: string } }, options: { signal: AbortSignal }) => Promise<T>,
) =>
  queryOptions({
    queryKey: [...PERSON, userId, part],
    queryFn: ({ signal }) => ask({ query: { userId } }, { signal }),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    // The page shows refusals itself.
    meta: { explains: true },
  })

export const informationQuery = (userId: string) => ofPerson('information', userId, calls.userInformation)
export const stepsQuery = (userId: string) => ofPerson('steps', userId, calls.stepsToFollow)
export const resultsQuery = (userId: string) => ofPerson('results', userId, calls.moreInformation)
export const financialQuery = (userId: string) => ofPerson('financial', userId, calls.financialInformation)
export const screeningQuery = (userId: string) => ofPerson('screening', userId, calls.screeningReport)
export const depositsQuery = (userId: string) => ofPerson('deposits', userId, calls.userDepositVolume)
export const withdrawalsQuery = (userId: string) => ofPerson('withdrawals', userId, calls.userWithdrawalVolume)
export const accountsOfQuery = (userId: string) => ofPerson('accounts', userId, calls.userAccounts)
export const reviewQuery = (userId: string) => ofPerson('review', userId, calls.personReview)
export const levelOptionsQuery = (userId: string) => ({ ...ofPerson('level', userId, calls.levelOptions), staleTime: 0 })

/** Lease taken when the page opens and renewed while it is open. */
export const leaseQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PERSON, userId, 'lease'],
    queryFn: ({ signal }) => calls.takeReview({ body: { userId } }, { signal }),
    refetchInterval: LEASE_AGAIN_MS,
    retry: false,
  })
export const releaseReview = (userId: string) => calls.releaseReview({ body: { userId } })
/** Returns the person of the next review; null when none waits. */
export const nextReview = async (after: string | null): Promise<string | null> => (await calls.nextReview({ body: { after } })).userId

export const acceptDocuments = (idUserDocument: string[]) => calls.acceptDocuments({ body: { idUserDocument } })
export const declineDocuments = (body: Declined) => calls.declineDocuments({ body })
export const readProof = (body: Request<typeof complianceProof.readProof>['body']) => calls.readProof({ body })
export interface LevelChange {
  newLevel: number
  reason: string
  /** Granted although the background check has no complete answer. */
  withoutCheck?: boolean
}
export const changeLevel = (userId: string, { newLevel, ...change }: LevelChange) =>
  calls.changeLevel({ body: { userId, newKYCLevel: newLevel, ...change } })

/** After a decision: refetches all data of the person, and the queue. */
export const refreshPerson = (userId: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: [...PERSON, userId], predicate: ({ queryKey }) => queryKey[3] !== 'file' }),
    queries.invalidateQueries({ queryKey: ['compliance', 'people'] }),
  ])

/** Content of one submitted item; fetched once in a review, since each read is recorded in the audit trail. */
export const fileQuery = (userId: string, itemId: string) =>
  queryOptions({
    queryKey: [...PERSON, userId, 'file', itemId],
    queryFn: ({ signal }) => loadFile(userId, itemId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })

async function loadFile(userId: string, itemId: string, signal: AbortSignal): Promise<Blob> {
  const { items } = await queries.fetchQuery({ ...reviewQuery(userId), staleTime: LINK_LIVES_MS })
  const url = items.find(({ id }) => id === itemId)?.fileUrl
  const response = url ? await send(url, { signal }) : null
  if (!response?.ok) throw new Error('the file did not arrive')
  return response.blob()
}
