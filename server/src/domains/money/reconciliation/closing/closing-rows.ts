/**
 * Closings of days, with their assets. An attacker who can write to the database can add rows, but none with our seal. Any number of such
 * rows is skipped, and they replace no sealed row.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'

export interface ClosedAsset {
  readonly asset: AssetCode
  readonly liabilities: bigint
  readonly held: bigint | null
  /** Time of the last comparison of the wallets; null for pesos, which come from the ledger. */
  readonly comparedAt: Date | null
}
export interface ClosingRow {
  readonly day: string
  readonly seq: bigint
  readonly hash: string
  readonly openDifferences: number
  readonly customers: number
  readonly root: string | null
  readonly closedAt: Date
  /** In the order of the assets. */
  readonly assets: readonly ClosedAsset[]
  readonly seal: string
}
/** Dependencies of readers with the key. */
interface Reader {
  readonly db: Connection
  readonly seals: EvidenceSeals
}
/** Both included. */
interface Days {
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** Text that is sealed. */
const closingText = ({ day, seq, hash, openDifferences, customers, root, closedAt, assets }: Omit<ClosingRow, 'seal'>): string =>
  JSON.stringify([
    ...['daily-closing', day, String(seq), hash, openDifferences, customers, root, closedAt.toISOString()],
    ...assets.map(({ asset, liabilities, held, comparedAt }) => [
      ...[asset, String(liabilities), held === null ? null : String(held), comparedAt?.toISOString() ?? null],
    ]),
  ])

export const hasValidSeal = ({ seals }: Pick<Reader, 'seals'>, row: ClosingRow): boolean => seals.isSealOf(closingText(row), row.seal)

/** False when the day was closed before. Serialised by a lock on the first part of the day's tree, which exists until it is deleted. */
export async function insertClosing(tx: Transaction, seals: EvidenceSeals, closing: Omit<ClosingRow, 'seal'>): Promise<boolean> {
  const { day, seq, hash, openDifferences, customers, root, closedAt } = closing
  const locked = await sql`SELECT 1 FROM reconciliation.closing_part WHERE day = ${day} AND number = 0 FOR UPDATE`.execute(tx)
  if (locked.rows.length === 0) throw new Error(`the parts of the closing of ${day} were dropped by another process`)
  if (await findClosing({ db: tx, seals }, { from: day, until: day })) return false
  const seal = seals.seal(closingText(closing))
  await sql`INSERT INTO reconciliation.closing (day, seq, hash, open_differences, customers, root, closed_at, seal)
    VALUES (${day}, ${seq}, ${hash}, ${openDifferences}, ${customers}, ${root}, ${closedAt}, ${seal})`.execute(tx)
  for (const { asset, liabilities, held, comparedAt } of closing.assets)
    await sql`INSERT INTO reconciliation.closing_asset (day, seal, asset, liabilities, held, compared_at)
      VALUES (${day}, ${seal}, ${asset}, ${liabilities}, ${held}, ${comparedAt})`.execute(tx)
  return true
}

const ROWS_AT_ONCE = 200

/** All rows of these days, of any writer, newest day first. */
export async function* closingRows(connection: Connection, { from, until }: Days): AsyncGenerator<ClosingRow> {
  let last: Head | undefined
  do {
    const place = last ? sql`(day, seal) < (${last.day}, ${last.seal})` : sql`true`
    const heads = await sql<Head>`SELECT ${HEAD} FROM reconciliation.closing
      WHERE day >= ${from ?? '0000-01-01'} AND day <= ${until ?? '9999-12-31'} AND ${place}
      ORDER BY day DESC, seal DESC LIMIT ${ROWS_AT_ONCE}`.execute(connection)
    yield* await withAssets(connection, heads.rows)
    last = heads.rows.length < ROWS_AT_ONCE ? undefined : heads.rows.at(-1)
  } while (last)
}

type Head = Omit<ClosingRow, 'assets'>
const HEAD = sql`day, seq, hash, open_differences AS "openDifferences", customers, root, closed_at AS "closedAt", seal`

async function withAssets(connection: Connection, heads: readonly Head[]): Promise<ClosingRow[]> {
  const [days, ours] = [heads.map(({ day }) => day), heads.map(({ seal }) => seal)]
  const found = await sql<ClosedAsset & Pick<Head, 'day' | 'seal'>>`SELECT day, seal, asset, liabilities, held, compared_at AS "comparedAt"
    FROM reconciliation.closing_asset
    WHERE (day, seal) IN (SELECT * FROM unnest(${days}::text[], ${ours}::text[])) AND asset = ANY(${[...ASSET_CODES]}::text[])`.execute(
    connection,
  )
  const byRow = new Map<string, typeof found.rows>()
  for (const row of found.rows) byRow.set(keyOf(row), [...(byRow.get(keyOf(row)) ?? []), row])
  return heads.map((head) => {
    const own = byRow.get(keyOf(head)) ?? []
    const assets = ASSET_CODES.flatMap((asset) => own.filter((row) => row.asset === asset))
    return { ...head, assets: assets.map(({ day: _day, seal: _seal, ...row }) => row) }
  })
}

const keyOf = ({ day, seal }: Pick<Head, 'day' | 'seal'>): string => `${day} ${seal}`

/** Sealed closings of these days, one of each, newest first. */
export async function sealedClosings(reader: Reader, days: Days, limit: number): Promise<ClosingRow[]> {
  const found: ClosingRow[] = []
  for await (const row of closingRows(reader.db, days)) {
    if (!hasValidSeal(reader, row) || found.at(-1)?.day === row.day) continue
    found.push(row)
    if (found.length === limit) break
  }
  return found
}

/** Newest sealed closing of these days. */
export async function findClosing(reader: Reader, days: Days): Promise<ClosingRow | null> {
  const [found] = await sealedClosings(reader, days, 1)
  return found ?? null
}

/** One row of each day, newest first: the sealed one, or an unsealed one when there is no other, so that officers see the forgery. */
export async function listClosings(
  reader: Reader,
  { offset, size }: { offset: number; size: number },
): Promise<{ rows: ClosingRow[]; total: number }> {
  const days = await sql<{
    day: string
  }>`SELECT DISTINCT day FROM reconciliation.closing ORDER BY day DESC LIMIT ${size} OFFSET ${offset}`.execute(reader.db)
  const counted = await sql<{ total: number }>`SELECT count(DISTINCT day)::int AS total FROM reconciliation.closing`.execute(reader.db)
  const byDay = new Map<string, ClosingRow>()
  const [newest, oldest] = [days.rows[0], days.rows.at(-1)]
  if (newest && oldest)
    for await (const row of closingRows(reader.db, { from: oldest.day, until: newest.day }))
      if (!byDay.has(row.day) || hasValidSeal(reader, row)) byDay.set(row.day, row)
  return { rows: [...byDay.values()], total: counted.rows[0]?.total ?? 0 }
}

/** Rows that another role wrote or changed. */
export async function countForged(reader: Reader): Promise<number> {
  let count = 0
  for await (const row of closingRows(reader.db, {})) if (!hasValidSeal(reader, row)) count++
  return count
}
