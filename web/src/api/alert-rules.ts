/** Catalogue of the rules that raise alerts (ADM-13): read, and ask a second officer for a change. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { alertRules, type FindingsAsked, type RuleChange } from '@tunjo/contract/alert-rules'
import { client } from '@tunjo/contract/client'
import { queries } from './query-client.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(alertRules, send, authorize)

const ALL = ['alert-rules'] as const
export const rulesQuery = queryOptions({ queryKey: ALL, queryFn: ({ signal }) => calls.rules({}, { signal }) })
export const ruleQuery = (rule: RuleName) =>
  queryOptions({ queryKey: [...ALL, rule], queryFn: ({ signal }) => calls.rule({ params: { rule } }, { signal }) })

export const findingsQuery = (rule: RuleName, query: FindingsAsked) =>
  queryOptions({
    queryKey: ['rule-findings', rule, query],
    queryFn: ({ signal }) => calls.ruleFindings({ params: { rule }, query }, { signal }),
    placeholderData: keepPreviousData,
    // Each look stands in the audit trail: a window that gets the focus again is no reason for one.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

/** Also after a refusal: somebody else may have asked meanwhile. */
export async function changeRule(rule: RuleName, body: RuleChange): Promise<void> {
  try {
    await calls.changeRule({ params: { rule }, body })
  } finally {
    await queries.invalidateQueries({ queryKey: ALL })
  }
}
