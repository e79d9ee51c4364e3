/** Assignees of cases, and the load of each officer. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { compliancePeople } from '@tunjo/contract/compliance-people'
import { complianceReview } from '@tunjo/contract/compliance-review'
import { refreshPerson } from './compliance.ts'
import { send } from './transport.ts'

const { assignReview, claimReview } = complianceReview
const calls = client({ assignReview, claimReview, workload: compliancePeople.workload }, send)

/** With the lists of people, which are refetched after every change. */
export const workloadQuery = queryOptions({
  queryKey: ['compliance', 'people', 'workload'],
  queryFn: ({ signal }) => calls.workload({}, { signal }),
})

interface Assigned {
  readonly userId: string
  readonly from: string | null
  readonly officerId: string | null
}
/** Refetches after every answer: the shown data may be outdated. */
export const assign = (body: Assigned) => calls.assignReview({ body }).finally(() => refreshPerson(body.userId))
export const claim = (userId: string, isMine: boolean) =>
  calls.claimReview({ body: { userId, isMine } }).finally(() => refreshPerson(userId))
