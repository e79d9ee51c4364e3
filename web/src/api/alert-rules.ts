/** Alert rules (ADM-13): read, and propose a change to a second officer. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { alertBacktests, type Backtest, type BacktestAlertsAsked, type TriedVersion } from '@tunjo/contract/alert-backtests'
import type { RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { alertRules, type FindingsAsked, type RuleChange } from '@tunjo/contract/alert-rules'
import { client } from '@tunjo/contract/client'
import { queries } from './query-client.ts'
import { csvFile } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const calls = client({ ...alertRules, ...alertBacktests }, send, authorize)
const downloads = client({ backtestCsv: alertBacktests.backtestCsv }, sendDownload)

const ALL = ['alert-rules'] as const
export const rulesQuery = queryOptions({ queryKey: ALL, queryFn: ({ signal }) => calls.rules({}, { signal }) })
export const ruleQuery = (rule: RuleName) =>
  queryOptions({ queryKey: [...ALL, rule], queryFn: ({ signal }) => calls.rule({ params: { rule } }, { signal }) })

export const findingsQuery = (rule: RuleName, query: FindingsAsked) =>
  queryOptions({
    queryKey: ['rule-findings', rule, query],
    queryFn: ({ signal }) => calls.ruleFindings({ params: { rule }, query }, { signal }),
    placeholderData: keepPreviousData,
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

/** Refetches after a refusal too: another officer may have proposed a change meanwhile. */
export async function changeRule(rule: RuleName, body: RuleChange): Promise<void> {
  try {
    await calls.changeRule({ params: { rule }, body })
  } finally {
    await queries.invalidateQueries({ queryKey: ALL })
  }
}

/** Polling interval of a running backtest. */
const PROGRESS_MS = 2_000
const backtestsKey = (rule: RuleName) => ['rule-backtests', rule] as const
export const backtestsQuery = (rule: RuleName) =>
  queryOptions({
    queryKey: backtestsKey(rule),
    queryFn: ({ signal }) => calls.backtests({ params: { rule } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'running') ? PROGRESS_MS : false),
  })

type BacktestKey = Pick<Backtest, 'id' | 'rule'>

export const backtestAlertsQuery = ({ rule, id }: BacktestKey, query: BacktestAlertsAsked) =>
  queryOptions({
    queryKey: ['rule-backtest-alerts', id, query],
    queryFn: ({ signal }) => calls.backtestAlerts({ params: { rule, id }, query }, { signal }),
    placeholderData: keepPreviousData,
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })

export const backtestCsv = async ({ rule, id }: BacktestKey, side: BacktestAlertsAsked['side']): Promise<Blob> =>
  csvFile(await downloads.backtestCsv({ params: { rule, id }, query: { side } }))

/** Refetches after a refusal too: another officer may have started one meanwhile. */
export async function startBacktest(rule: RuleName, body: TriedVersion): Promise<void> {
  try {
    await calls.startBacktest({ params: { rule }, body })
  } finally {
    await queries.invalidateQueries({ queryKey: backtestsKey(rule) })
  }
}

export async function cancelBacktest({ rule, id }: BacktestKey): Promise<void> {
  try {
    await calls.cancelBacktest({ params: { rule, id } })
  } finally {
    await queries.invalidateQueries({ queryKey: backtestsKey(rule) })
  }
}
