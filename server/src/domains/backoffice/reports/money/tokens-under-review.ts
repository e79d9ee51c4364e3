/**
 * Token deposits under review, for officers (ADM-15): disputed by a reorganisation, held, or of a kind that is credited to no customer.
 * Worthless transfers from outsiders are a separate list, so that none of them hides money.
 */
import { type AssetCode, formatAsset } from '@tunjo/contract/money'
import { type ATTENTION_LISTS, SPAM_KINDS, type UncreditedToken } from '@tunjo/contract/money-reports'
import { type RawBuilder, sql } from 'kysely'
import { getAddress, isAddress } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'
import { type Page, pageOf } from '../../../../platform/database/list-query.ts'

interface Row {
  id: string
  kind: UncreditedToken['kind']
  userId: string
  asset: AssetCode | null
  amount: bigint
  contract: string | null
  fromAddress: string | null
  toAddress: string
  transactionHash: string | null
  /** Null for a deposit with a transaction. */
  afterBlock: bigint | null
  blockNumber: bigint
  seenAt: Date
}

interface Asked {
  readonly list: (typeof ATTENTION_LISTS)[number]
  readonly pageIndex: number
  readonly size: number
}

export async function listTokensUnderReview(
  connection: Connection,
  { list, pageIndex, size }: Asked,
): Promise<Page<UncreditedToken> & { spam: number }> {
  const rows = list === 'money' ? MONEY : SPAM
  const found = await sql<Row>`SELECT id, kind, account_id AS "userId", asset, amount, contract, from_address AS "fromAddress",
      address AS "toAddress", transaction_hash AS "transactionHash", seen_at AS "seenAt", after_block AS "afterBlock", block_number AS "blockNumber"
    FROM (${rows}) AS found ORDER BY asset IS NULL, seen_at DESC, id DESC LIMIT ${size} OFFSET ${pageIndex * size}`.execute(connection)
  const counted = await sql<{ total: number; spam: number }>`SELECT (SELECT count(*)::int FROM (${rows}) AS found) AS total,
    ((SELECT count(*) FROM (${SPAM}) AS listed) + (SELECT coalesce(sum(count), 0) FROM crypto.unlisted_spam))::int AS spam`.execute(
    connection,
  )
  const { total, spam } = counted.rows[0] ?? { total: 0, spam: 0 }
  return { ...pageOf(found.rows.map(shown), total, size), spam }
}

const IS_SPAM = sql`kind IN (${sql.join(SPAM_KINDS.map((kind) => sql.lit(kind)))})`

const unrecognized = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT id, kind, account_id, NULL AS asset, amount, contract, from_address, address, transaction_hash, seen_at,
      after_block, block_number FROM crypto.unrecognized WHERE ${condition}`

const SPAM = unrecognized(IS_SPAM)
/** Deposits of customers have an asset, and come first. */
const MONEY = sql`SELECT id, CASE state WHEN 'DISPUTED' THEN 'disputed' ELSE 'in_review' END AS kind, account_id, asset, amount,
      NULL AS contract, from_address, address, transaction_hash, created_at AS seen_at, NULL AS after_block, block_number
    FROM crypto.deposit WHERE state IN ('DISPUTED', 'IN_REVIEW')
    UNION ALL ${unrecognized(sql`NOT ${IS_SPAM}`)}`

const shown = ({ fromAddress, toAddress, transactionHash, seenAt, amount, afterBlock, blockNumber, ...row }: Row): UncreditedToken => ({
  ...row,
  amount: row.asset ? formatAsset(row.asset, amount) : String(amount),
  contract: row.contract && isAddress(row.contract) ? getAddress(row.contract) : row.contract,
  from_address: fromAddress && getAddress(fromAddress),
  to_address: getAddress(toAddress),
  transaction_hash: transactionHash,
  blocks: afterBlock === null ? null : { first: Number(afterBlock) + 1, last: Number(blockNumber) },
  seenAt: seenAt.toISOString(),
})
