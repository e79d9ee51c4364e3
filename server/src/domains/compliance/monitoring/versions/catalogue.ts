/** Rule catalogue for officers: each rule with its version in force, its scheduled version, and its results of thirty days. */
import { RULE_NAMES, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleDetail, RuleRow, RuleVersion } from '@tunjo/contract/alert-rules'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { comingOf, inForce, stateOf } from '../../../../platform/versions/effective.ts'
import type { CatalogueContext } from '../context.ts'
import type { RuleName } from '../numbers.ts'
import { daysAgo } from '../times.ts'
import { CHANGE_APPROVAL } from './change-approval.ts'
import { everyVersion, versionsOf } from './store.ts'
import { type DecidedVersion, firstVersion } from './version.ts'

const DAYS = 30

export async function catalogue(context: CatalogueContext): Promise<RuleRow[]> {
  const brought = await broughtSince(context.db, daysAgo(context.clock.now(), DAYS))
  const waiting = await context.approvals.waitingTargets(context.db, CHANGE_APPROVAL, RULE_NAMES)
  const [versionsOfRule, now] = [await everyVersion(context.db), context.clock.now()]
  return RULE_NAMES.map((rule) => rowOf(rule, versionsOfRule(rule), { brought, waiting, now }))
}

export async function ruleDetail(context: CatalogueContext, rule: RuleName): Promise<RuleDetail> {
  const now = context.clock.now()
  const versions = await versionsOf(context.db, rule)
  const brought = await broughtSince(context.db, daysAgo(now, DAYS))
  const waiting = await context.approvals.waitingTargets(context.db, CHANGE_APPROVAL, [rule])
  const emails = await emailsOf(context.db, versions)
  const shown = versions.map((version) => shownVersion(version, { versions, emails, now })).toReversed()
  return { ...rowOf(rule, versions, { brought, waiting, now }), versions: shown }
}

interface Known {
  readonly brought: ReadonlyMap<string, Brought>
  readonly waiting: ReadonlySet<string>
  readonly now: Date
}

function rowOf(rule: RuleName, versions: readonly DecidedVersion[], { brought, waiting, now }: Known): RuleRow {
  const { version, mode, numbers } = inForce(versions, now) ?? firstVersion(rule)
  const coming = comingOf(versions, now)
  return {
    rule,
    version,
    mode,
    numbers,
    coming: coming ? { version: coming.version, mode: coming.mode, numbers: coming.numbers, from: coming.from.toISOString() } : null,
    changeWaits: waiting.has(rule),
    ...NOTHING,
    ...brought.get(rule),
  }
}

function shownVersion(
  version: DecidedVersion,
  { versions, emails, now }: { versions: readonly DecidedVersion[]; emails: ReadonlyMap<string, string>; now: Date },
): RuleVersion {
  const { decision, mode, numbers, from } = version
  const who = (id: string) => emails.get(id) ?? id
  return {
    version: version.version,
    mode,
    numbers,
    from: from.toISOString(),
    state: stateOf(version, versions, now),
    decision: decision && {
      at: decision.at.toISOString(),
      maker: who(decision.makerId),
      checker: who(decision.checkerId),
      reason: decision.reason,
    },
  }
}

async function emailsOf(connection: Connection, versions: readonly DecidedVersion[]): Promise<ReadonlyMap<string, string>> {
  const ids = versions.flatMap(({ decision }) => (decision ? [decision.makerId, decision.checkerId] : []))
  const found = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.user_report
    WHERE id = ANY(${ids}::uuid[])`.execute(connection)
  return new Map(found.rows.map(({ id, email }) => [id, email]))
}

type Brought = Pick<RuleRow, 'open' | 'raised' | 'tested' | 'closedByRule' | 'confirmed' | 'falseAlarms' | 'unclassified'>
const NOTHING: Brought = { open: 0, raised: 0, tested: 0, closedByRule: 0, confirmed: 0, falseAlarms: 0, unclassified: 0 }

/** Each alert and type has one rule, so an episode that a rule opened identifies the rule. */
async function broughtSince(connection: Connection, since: Date): Promise<ReadonlyMap<string, Brought>> {
  const [rules, kinds, types] = [
    RULE_NAMES,
    RULE_NAMES.map((rule) => wordsOfRule(rule).kind),
    RULE_NAMES.map((rule) => wordsOfRule(rule).typeId),
  ]
  const found = await sql<Brought & { rule: string }>`SELECT rule, coalesce(open, 0) AS open, coalesce(raised, 0) AS raised,
      coalesce(tested, 0) AS tested, coalesce("closedByRule", 0) AS "closedByRule", coalesce(confirmed, 0) AS confirmed,
      coalesce("falseAlarms", 0) AS "falseAlarms", coalesce(unclassified, 0) AS unclassified
    FROM unnest(${rules}::text[], ${kinds}::smallint[], ${types}::integer[]) AS known (rule, kind, type_id)
    LEFT JOIN (SELECT rule, count(*) FILTER (WHERE outcome = 'opened')::integer AS raised,
        count(*) FILTER (WHERE outcome = 'test')::integer AS tested
      FROM monitoring.finding WHERE at > ${since} GROUP BY rule) AS found USING (rule)
    LEFT JOIN (SELECT kind, type_id, count(*)::integer AS open FROM alerts.episode_report
      WHERE state = 'open' AND is_by_rule GROUP BY kind, type_id) AS open
      ON open.kind = known.kind AND open.type_id IS NOT DISTINCT FROM known.type_id
    LEFT JOIN (SELECT kind, type_id, count(*) FILTER (WHERE NOT is_closed_by_officer)::integer AS "closedByRule",
        count(*) FILTER (WHERE verdict = 'confirmed')::integer AS confirmed,
        count(*) FILTER (WHERE verdict = 'false_alarm')::integer AS "falseAlarms",
        count(*) FILTER (WHERE is_closed_by_officer AND verdict IS NULL)::integer AS unclassified
      FROM alerts.episode_report WHERE state = 'closed' AND is_by_rule AND closed_at > ${since} GROUP BY kind, type_id) AS closed
      ON closed.kind = known.kind AND closed.type_id IS NOT DISTINCT FROM known.type_id`.execute(connection)
  return new Map(found.rows.map(({ rule, ...brought }) => [rule, brought]))
}
