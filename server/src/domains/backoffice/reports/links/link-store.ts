/** SQL of the link analysis: the number of statements does not depend on the number of links. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import type { LinkedPerson, LinkKind, PersonLink } from '@tunjo/contract/person-links'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { isLocalNetwork } from '../../../../platform/http/network.ts'
import { LINK_SOURCES, type LinkSource } from './sources.ts'

export interface Key {
  readonly kind: LinkKind
  readonly key: string
}
export interface Use {
  readonly accountId: string
  readonly role: PersonLink['role']
  readonly firstAt: Date | null
  readonly lastAt: Date | null
  readonly uses: number | null
}
export type KeyUse = Key & Use & { readonly label: string }

const COLUMNS = sql`found.role, found.first_at AS "firstAt", found.last_at AS "lastAt", found.uses`
const unionAll = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` UNION ALL `)

/** Keys of these people that others may share; `limit` of each source and person. Networks of the machine itself are not conclusive. */
export async function keysOf(
  connection: Connection,
  accountIds: readonly string[],
  { kinds, limit }: { readonly kinds: readonly LinkKind[]; readonly limit: number },
): Promise<{ rows: KeyUse[]; isCut: boolean }> {
  const sources = LINK_SOURCES.filter(({ kind }) => kinds.includes(kind))
  if (sources.length === 0 || accountIds.length === 0) return { rows: [], isCut: false }
  const parts = sources.map(
    (source, place) => sql`SELECT ${sql.lit(place)}::integer AS place, ${sql.lit(source.kind)} AS kind, found.key, found.label,
        asked.account_id AS "accountId", ${COLUMNS}
      FROM unnest(${[...accountIds]}::uuid[]) AS asked (account_id) CROSS JOIN LATERAL (${source.ofPerson(limit)}) AS found`,
  )
  const { rows } = await sql<KeyUse & { place: number }>`${unionAll(parts)}`.execute(connection)
  const counts = new Map<string, number>()
  for (const { place, accountId } of rows) counts.set(`${place} ${accountId}`, (counts.get(`${place} ${accountId}`) ?? 0) + 1)
  return {
    rows: rows.filter(({ kind, key }) => kind !== 'network' || !isLocalNetwork(key)),
    isCut: [...counts.values()].some((count) => count >= limit),
  }
}

/** Accounts that have these keys. */
export async function usersOf(connection: Connection, keys: readonly Key[]): Promise<(Key & Use)[]> {
  const ofKind = (source: LinkSource) => keys.filter(({ kind }) => kind === source.kind).map(({ key }) => key)
  const parts = LINK_SOURCES.filter((source) => ofKind(source).length > 0).map(
    (source) => sql`SELECT ${sql.lit(source.kind)} AS kind, asked.key, found.account_id AS "accountId", ${COLUMNS}
      FROM unnest(${ofKind(source)}::text[]) AS asked (key) CROSS JOIN LATERAL (${source.ofKey}) AS found`,
  )
  if (parts.length === 0) return []
  const found = await sql<Key & Use>`${unionAll(parts)}`.execute(connection)
  return found.rows
}

export type PersonFacts = Omit<LinkedPerson, 'depth'>
interface PersonRow extends Omit<PersonFacts, 'state'> {
  readonly state: AccountState
  readonly isErased: boolean
}

/** Customers among them, with their present status. Erased: closed, and their documents destroyed since; nothing then identifies them. */
export async function peopleOf(
  connection: Connection,
  accountIds: readonly string[],
  subjectId: string,
): Promise<Map<string, PersonFacts>> {
  const found = await sql<PersonRow>`SELECT person.account_id AS id, person_type AS type, name, person.email, person.state, risk,
      coalesce(is_listed, false) AS "isListed",
      (SELECT count(DISTINCT kind)::integer FROM alerts.episode_report AS episode
        WHERE episode.account_id = person.account_id AND episode.state = 'open') AS "openAlerts",
      EXISTS (SELECT 1 FROM retention.forgotten WHERE forgotten.account_id = person.account_id
        AND forgotten_at > person.closed_at) AS "isErased"
    FROM reports.case_person AS person JOIN identity.user_report AS account ON account.id = person.account_id
    WHERE person.account_id = ANY(${[...accountIds]}::uuid[])
      AND ('ROLE_USER' = ANY(account.authorities) OR person.account_id = ${subjectId})`.execute(connection)
  return new Map(found.rows.map((row) => [row.id, factsOf(row)]))
}

const STATES: Partial<Record<AccountState, PersonFacts['state']>> = {
  [ACCOUNT_STATE.suspended]: 'suspended',
  [ACCOUNT_STATE.closed]: 'closed',
}

function factsOf({ isErased, state, ...row }: PersonRow): PersonFacts {
  const withoutPerson = isErased ? { name: null, email: null } : {}
  return { ...row, ...withoutPerson, state: isErased ? 'forgotten' : (STATES[state] ?? 'active') }
}
