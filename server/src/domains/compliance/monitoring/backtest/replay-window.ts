/**
 * Replay of a time window for some customers: facts and histories are read in a few queries for all of them, then each version is evaluated
 * alone. Read-only.
 */
import type { RuleMode } from '@tunjo/contract/alert-rule-catalogue'
import type { Connection } from '../../../../platform/database/database.ts'
import type { MonitoringDependencies } from '../context.ts'
import type { Rule } from '../define-rule.ts'
import type { RuleValues } from '../numbers.ts'
import type { FactCache, Moment } from '../types.ts'
import { type Compared, compare } from './compare.ts'
import { type History, historiesOf } from './history.ts'
import { momentsOf, type Person, type Window } from './moments.ts'
import { type PastEvaluation, pastAlerts } from './past-alerts.ts'

export interface TriedVersion {
  readonly mode: RuleMode
  readonly numbers: RuleValues
}
export interface Trial extends Window {
  readonly rule: Rule
  readonly cache: FactCache
  readonly proposed: TriedVersion
  readonly present: TriedVersion
}
export interface FoundAlert extends Compared {
  readonly accountId: string
}

export async function replayWindow(
  connection: Connection,
  limits: Pick<MonitoringDependencies['limits'], 'maximumHistory'>,
  trial: Trial,
  people: readonly Person[],
): Promise<FoundAlert[]> {
  const { rule, cache, proposed, present, from } = trial
  const ids = people.map(({ accountId }) => accountId)
  const maximumsAt = await limits.maximumHistory(connection)
  const histories = await historiesOf(connection, rule, ids, from)
  const moments = people.flatMap((person) => momentsAfter(histories.get(person.accountId), momentsOf(person, trial)))
  const facts = await rule.facts(connection, moments, cache)
  const looks = new Map<string, PastEvaluation[]>(ids.map((id) => [id, []]))
  for (const [place, moment] of moments.entries()) {
    const history = histories.get(moment.accountId)
    if (!history) continue
    const verifiedLevel = history.levelAt(moment.now)
    const { createdAt } = history
    const { accountId, now, until } = moment
    const openAlerts = history.othersAt(now)
    const monthlyMaximum = maximumsAt(now)(verifiedLevel)
    const subject = { accountId, now, until, createdAt, verifiedLevel, monthlyMaximum, openAlerts }
    looks.get(moment.accountId)?.push({ subject, facts: facts[place] })
  }
  const found: FoundAlert[] = []
  for (const [accountId, own] of looks) {
    const past = { looks: own, closings: histories.get(accountId)?.closings ?? [], from }
    const raised = ({ mode, numbers }: TriedVersion) => (mode === 'off' ? [] : pastAlerts(rule, numbers, past))
    const compared = compare(await raised(proposed), await raised(present))
    found.push(...compared.map((one) => ({ ...one, accountId })))
  }
  return found
}

/** Omits accounts that are not customers, and times before the account existed. */
const momentsAfter = (history: History | undefined, moments: readonly Moment[]): Moment[] =>
  history ? moments.filter(({ now }) => now >= history.createdAt) : []
