/** History of customers at earlier times in addition to the facts of a rule: their level, and the alerts opened otherwise. */
import type { Severity } from '@tunjo/contract/alert-severity'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { Rule } from '../define-rule.ts'
import { byAccount, type OfAccount } from '../facts/moments.ts'
import type { OpenAlert, Subject } from '../types.ts'

export interface LevelChange extends OfAccount {
  readonly before: Subject['verifiedLevel']
  readonly after: Subject['verifiedLevel']
  readonly at: Date
}
export interface PastEpisode extends OfAccount {
  readonly id: string
  /** Current severity. */
  readonly severity: Severity
  readonly kind: number
  readonly typeId: number | null
  readonly openedAt: Date
  readonly isByRule: boolean
  readonly closedAt: Date | null
  readonly isClosedByOfficer: boolean
  readonly foundAt: readonly Date[]
}
interface Customer extends OfAccount {
  readonly createdAt: Date
  readonly verifiedLevel: Subject['verifiedLevel']
}
/** History of one customer. */
export interface History {
  readonly createdAt: Date
  levelAt(at: Date): Subject['verifiedLevel']
  /** Alerts that another rule or an officer opened. */
  othersAt(at: Date): OpenAlert[]
  /** Times at which officers closed the alert of the rule. */
  readonly closings: readonly Date[]
}

/** Omits accounts that are no longer customers. */
export async function historiesOf(
  connection: Connection,
  { kind, typeId }: Rule,
  accountIds: readonly string[],
  from: Date,
): Promise<ReadonlyMap<string, History>> {
  const customers = await customersOf(connection, accountIds)
  const levels = byAccount(await levelChanges(connection, accountIds))
  const episodes = byAccount(await episodesSince(connection, accountIds, from))
  return new Map(
    customers.map(({ accountId, createdAt, verifiedLevel }) => {
      const [changes, all] = [levels.get(accountId) ?? [], episodes.get(accountId) ?? []]
      const own = all.filter((one) => one.kind === kind && one.typeId === typeId)
      const others = all.filter((one) => !own.includes(one))
      return [
        accountId,
        {
          createdAt,
          levelAt: (at) => changes.findLast((change) => change.at <= at)?.after ?? changes[0]?.before ?? verifiedLevel,
          othersAt: (at) => others.filter((one) => isOpenAt(one, at)).map((one) => shownAt(one, at)),
          closings: own.flatMap(({ closedAt, isClosedByOfficer }) => (closedAt && isClosedByOfficer ? [closedAt] : [])),
        },
      ]
    }),
  )
}

const isOpenAt = ({ openedAt, closedAt }: PastEpisode, at: Date): boolean => openedAt <= at && (closedAt === null || closedAt > at)

const shownAt = ({ id, severity, kind, typeId, openedAt, isByRule, foundAt }: PastEpisode, at: Date): OpenAlert => ({
  id,
  severity,
  kind,
  typeId,
  openedAt,
  lastSeenAt: foundAt.findLast((found) => found <= at) ?? openedAt,
  isByRule,
  found: [],
})

async function customersOf(connection: Connection, accountIds: readonly string[]): Promise<Customer[]> {
  const found = await sql<Customer>`SELECT account.id AS "accountId", account.created_at AS "createdAt",
      coalesce(verified_level, 0) AS "verifiedLevel"
    FROM identity.user_report AS account LEFT JOIN kyc.person_state ON account_id = account.id
    WHERE account.id = ANY(${accountIds}::uuid[]) AND 'ROLE_USER' = ANY(authorities) AND state <> ${ACCOUNT_STATE.closed}`.execute(
    connection,
  )
  return found.rows
}

async function levelChanges(connection: Connection, accountIds: readonly string[]): Promise<LevelChange[]> {
  const found =
    await sql<LevelChange>`SELECT account_id AS "accountId", from_verified_level AS before, verified_level AS after, changed_at AS at
    FROM kyc.level_history WHERE account_id = ANY(${accountIds}::uuid[]) ORDER BY changed_at`.execute(connection)
  return found.rows
}

async function episodesSince(connection: Connection, accountIds: readonly string[], from: Date): Promise<PastEpisode[]> {
  const found = await sql<PastEpisode>`SELECT account_id AS "accountId", kind, type_id AS "typeId", opened_at AS "openedAt",
      is_by_rule AS "isByRule", closed_at AS "closedAt", closed_by IS NOT NULL AS "isClosedByOfficer", found_at AS "foundAt", id, severity
    FROM alerts.past_episode WHERE account_id = ANY(${accountIds}::uuid[]) AND (closed_at IS NULL OR closed_at > ${from})
    ORDER BY opened_at`.execute(connection)
  return found.rows
}
