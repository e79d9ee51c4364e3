/** Risk profile of a person: level, PEP, lists and the permission to transact (ADM-09). */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { complianceRisk, type RiskLevel } from '@tunjo/contract/compliance-risk'
import { refreshPerson } from './compliance.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(complianceRisk, send, authorize)

export const riskQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'risk'],
    queryFn: ({ signal }) => calls.riskOfPerson({ query: { userId } }, { signal }),
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export type RiskChangeRequest =
  /** Null: floors and points decide again. `until`: the last day; empty: twelve months. */
  | { readonly action: 'level'; readonly level: RiskLevel | null; readonly until: string }
  | { readonly action: 'pep' | 'list' | 'allow'; readonly is: boolean }

/** Returns the time until which a second officer may agree; null when it is done. */
export async function changeRisk(userId: string, wish: RiskChangeRequest, reason: string): Promise<string | null> {
  const answer = await ask(userId, wish, reason)
  await refreshPerson(userId)
  return 'expiresAt' in answer ? answer.expiresAt : null
}

function ask(userId: string, wish: RiskChangeRequest, reason: string) {
  switch (wish.action) {
    case 'level':
      if (wish.level === null) return calls.endRiskOverride({ body: { userId, reason } })
      return calls.setRiskLevel({ body: { userId, riskLevel: wish.level, reason, ...(wish.until && { until: wish.until }) } })
    case 'allow':
      return calls.allowTransactions({ body: { userId, allow: wish.is, reason } })
    case 'pep':
      return wish.is ? calls.flagPep({ body: { id: userId, reason } }) : calls.clearPep({ body: { id: userId, reason } })
    case 'list':
      return wish.is ? calls.flagList({ body: { userId, reason } }) : calls.clearList({ body: { userId, reason } })
  }
}
