/** Renewal requests of a person, for officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type RenewalSubject, renewals } from '@tunjo/contract/renewals'
import { refreshPerson } from './compliance.ts'
import { send } from './transport.ts'

const calls = client(renewals, send)

export const renewalsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'renewals'],
    queryFn: ({ signal }) => calls.personRenewals({ query: { userId } }, { signal }),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

/** Returns the due date. */
export async function requestRenewal(userId: string, subjects: readonly RenewalSubject[], reason: string): Promise<Date> {
  const { dueAt } = await calls.requestRenewal({ body: { userId, subjects: [...subjects], reason } })
  await refreshPerson(userId)
  return new Date(dueAt)
}
