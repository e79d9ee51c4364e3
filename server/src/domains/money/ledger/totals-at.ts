/**
 * Balances at a position of the chain: what is posted now, less what was posted after it. Each answer is one statement, so one snapshot.
 * The rows before a position never change, so answers about one position are consistent with each other, whenever they are read.
 */
import type { Connection } from '../../../platform/database/database.ts'
import { BATCH_COLUMNS } from './queries.ts'
import { ACCOUNT_COLUMNS, type AccountRow, type Keeper, query, sealedAccounts } from './store.ts'
import type { ChainLink, CustomersPage, OwnedAmount, Total, TotalsAt } from './types.ts'

const MAX_OWNERS = 1_000

/** Last batch before an instant. Recording time never decreases along the chain, so that batch has all that was recorded by then. */
export async function linkBefore(connection: Connection, shard: number, instant: Date): Promise<ChainLink | null> {
  const text = `SELECT ${BATCH_COLUMNS} FROM ledger.batch WHERE shard = $1 AND recorded_at < $2 ORDER BY seq DESC LIMIT 1`
  const [found] = await query<ChainLink>(connection, text, [shard, instant])
  return found ?? null
}

/**
 * Customers' accounts as one total (`customersAt` checks their seals), and each account of the platform by itself, so that its seal can be
 * checked.
 */
const TOTALS_AT = `WITH since AS MATERIALIZED (
    SELECT account_id, sum(amount) AS posted_since, sum(held_change) AS held_since
    FROM ledger.entry WHERE shard = $1 AND batch_seq > $2 GROUP BY account_id
  )
  SELECT NULL::uuid AS id, asset, kind, NULL::uuid AS owner, NULL::text AS name, NULL::numeric AS floor, sum(posted) AS posted, sum(held) AS held,
    0::bigint AS version, NULL::text AS seal, true AS "isNewest",
    coalesce(sum(posted_since), 0) AS "postedSince", coalesce(sum(held_since), 0) AS "heldSince"
  FROM ledger.account a LEFT JOIN since ON since.account_id = a.id WHERE shard = $1 AND kind = 'customer' GROUP BY asset, kind
  UNION ALL
  SELECT ${ACCOUNT_COLUMNS}, coalesce(posted_since, 0), coalesce(held_since, 0)
  FROM ledger.account a LEFT JOIN since ON since.account_id = a.id WHERE shard = $1 AND kind <> 'customer' ORDER BY asset, kind, name`

export async function totalsAt(connection: Connection, keeper: Keeper, seq: bigint): Promise<TotalsAt> {
  const rows = await query<AccountRow & { postedSince: bigint; heldSince: bigint }>(connection, TOTALS_AT, [keeper.shard, seq])
  const totals = rows.map(({ asset, kind, name, posted, held, postedSince, heldSince }): Total => {
    return { asset, kind, name, posted: posted - postedSince, held: held - heldSince }
  })
  const systemAccounts = rows.filter(({ kind }) => kind !== 'customer')
  return { totals, unproved: unprovedOf(keeper, systemAccounts) }
}

const CUSTOMERS_AT = `WITH page AS MATERIALIZED (
    SELECT DISTINCT owner FROM ledger.account WHERE shard = $1 AND owner IS NOT NULL AND ($3::uuid IS NULL OR owner > $3) ORDER BY owner LIMIT $4
  ), since AS MATERIALIZED (
    SELECT account_id, sum(amount) AS posted_since FROM ledger.entry
    WHERE shard = $1 AND batch_seq > $2 AND owner IN (SELECT owner FROM page) GROUP BY account_id
  )
  SELECT ${ACCOUNT_COLUMNS}, coalesce(posted_since, 0) AS "postedSince" FROM page JOIN ledger.account a USING (owner)
  LEFT JOIN since ON since.account_id = a.id WHERE shard = $1 ORDER BY owner, asset`

/** Customers in the order of their ids, including those with nothing at that position. */
export async function customersAt(
  connection: Connection,
  keeper: Keeper,
  { seq, after, limit }: { seq: bigint; after: string | null; limit: number },
): Promise<CustomersPage> {
  const size = Math.min(limit, MAX_OWNERS)
  const rows = await query<AccountRow & { owner: string; postedSince: bigint }>(connection, CUSTOMERS_AT, [keeper.shard, seq, after, size])
  const amounts = rows.map(({ owner, asset, posted, postedSince }): OwnedAmount => ({ owner, asset, posted: posted - postedSince }))
  const isEnd = new Set(amounts.map(({ owner }) => owner)).size < size
  return { amounts, unproved: unprovedOf(keeper, rows), until: amounts.at(-1)?.owner ?? null, isEnd }
}

/** Accounts whose current balance is not proved. An earlier balance is computed back from it. */
const unprovedOf = (keeper: Keeper, rows: readonly AccountRow[]): string[] =>
  sealedAccounts(keeper, rows).flatMap(({ id, isProved }) => (isProved ? [] : [id]))
