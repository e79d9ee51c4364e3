/** All events of a person, for officers: pages of `reports.person_event`, of the kinds that this officer may read. */
import { assetCode, formatAsset } from '@tunjo/contract/money'
import type { TimelineEvent, TimelineKind } from '@tunjo/contract/person-timeline'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection } from '../../../platform/database/database.ts'
import { allOf } from '../../../platform/database/list-query.ts'

type Facts = TimelineEvent['facts']
interface Row extends Omit<TimelineEvent, 'at' | 'facts'> {
  readonly at: Date
  /** Microseconds since 1970: the exact sort key. */
  readonly order: string
  readonly facts: Readonly<Record<keyof Facts, string | null>>
}
export interface TimelineSearch {
  readonly accountId: string
  readonly kinds: readonly TimelineKind[]
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The `next` of the former page. */
  readonly after?: string | undefined
  readonly size: number
}

export async function listEvents(
  connection: Connection,
  search: TimelineSearch,
): Promise<{ results: TimelineEvent[]; next: string | null }> {
  const { size } = search
  const rows = await read(connection, search, size + 1)
  const shown = rows.slice(0, size)
  const emails = await emailsOf(connection, shown)
  const last = shown.at(-1)
  return {
    results: shown.map(({ order: _order, at, facts, officer, ...row }) => ({
      ...row,
      at: at.toISOString(),
      officer: officer && (emails.get(officer) ?? officer),
      facts: readable(facts),
    })),
    next: rows.length > size && last ? `${last.order}~${last.id}` : null,
  }
}

async function read(connection: Connection, { accountId, kinds, from, to, after }: TimelineSearch, limit: number): Promise<Row[]> {
  const [order, id] = after?.split('~') ?? []
  const conditions = allOf([
    sql`account_id = ${accountId}`,
    sql`kind = ANY(${[...kinds]})`,
    from ? sql`at >= ${new Date(from)}` : null,
    to ? sql`at <= ${new Date(to)}` : null,
    order ? sql`(at, id) < ('epoch'::timestamptz + ${order}::bigint * interval '1 microsecond', ${id})` : null,
  ])
  const found = await sql<Row>`SELECT id, at, (extract(epoch FROM at) * 1000000)::bigint::text AS "order", kind, event, ref, officer, facts
    FROM reports.person_event WHERE ${conditions} ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(connection)
  return found.rows
}

async function emailsOf(connection: Connection, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ officer }) => (officer !== null && isUuid(officer) ? [officer] : [])))]
  const found = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.user_report WHERE id = ANY(${ids}::uuid[])`.execute(
    connection,
  )
  return new Map(found.rows.map(({ id, email }) => [id, email]))
}

/** Without unknown values; amounts as people write them. */
function readable(facts: Row['facts']): Facts {
  const { amount, asset, receivedAmount, receivedAsset, ...rest } = facts
  const texts: Record<string, string | null> = {
    ...rest,
    asset,
    receivedAsset,
    amount: decimal(amount, asset),
    receivedAmount: decimal(receivedAmount, receivedAsset),
  }
  return Object.fromEntries(Object.entries(texts).filter((fact): fact is [string, string] => typeof fact[1] === 'string'))
}

function decimal(units: string | null | undefined, asset: string | null | undefined): string | null {
  const known = assetCode.safeParse(asset)
  return units && known.success ? formatAsset(known.data, BigInt(units)) : null
}
