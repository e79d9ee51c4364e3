/**
 * Configuration as officers read it: the version in force of each set, the coming one, and every version with the officers who decided it.
 */
import type { ConfigurationDetail, ConfigurationSet, ConfigurationVersion as ShownVersion } from '@tunjo/contract/configuration'
import { SET_NAMES, type SetName } from '@tunjo/contract/configuration-catalogue'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { comingOf, inForce, stateOf } from '../../../platform/versions/effective.ts'
import { CHANGE_APPROVAL } from './change-approval.ts'
import type { ConfigurationContext } from './context.ts'
import type { DecidedVersion } from './types.ts'
import { firstVersion, versionsOf } from './version-store.ts'

export async function presentSets(context: ConfigurationContext): Promise<ConfigurationSet[]> {
  const { db, seals, clock } = context
  const waiting = await context.approvals.waitingTargets(db, CHANGE_APPROVAL, SET_NAMES)
  const versions = await Promise.all(SET_NAMES.map((set) => versionsOf(db, seals, set)))
  return SET_NAMES.map((set, place) => setOf(set, versions[place] ?? [], { isWaiting: waiting.has(set), now: clock.now() }))
}

export async function presentSet(context: ConfigurationContext, set: SetName): Promise<ConfigurationDetail> {
  const { db, seals, clock } = context
  const now = clock.now()
  const versions = await versionsOf(db, seals, set)
  const waiting = await context.approvals.waitingTargets(db, CHANGE_APPROVAL, [set])
  const emails = await emailsOf(db, versions)
  const shown = versions.map((version) => shownVersion(version, { versions, emails, now })).toReversed()
  return { ...setOf(set, versions, { isWaiting: waiting.has(set), now }), versions: shown }
}

function setOf(set: SetName, versions: readonly DecidedVersion[], { isWaiting, now }: { isWaiting: boolean; now: Date }): ConfigurationSet {
  const { version, numbers, lists } = inForce(versions, now) ?? firstVersion(set)
  const coming = comingOf(versions, now)
  return {
    set,
    version,
    numbers: { ...numbers },
    lists: copied(lists),
    coming: coming ? { version: coming.version, from: coming.from.toISOString() } : null,
    changeWaits: isWaiting,
  }
}
const copied = (lists: DecidedVersion['lists']): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([name, codes]) => [name, [...codes]]))

interface Known {
  readonly versions: readonly DecidedVersion[]
  readonly emails: ReadonlyMap<string, string>
  readonly now: Date
}

function shownVersion(version: DecidedVersion, { versions, emails, now }: Known): ShownVersion {
  const { decision, numbers, lists, from } = version
  const who = (id: string) => emails.get(id) ?? id
  return {
    version: version.version,
    numbers: { ...numbers },
    lists: copied(lists),
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
