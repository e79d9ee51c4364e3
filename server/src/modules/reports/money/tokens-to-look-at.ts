/** Token deposits that were not simply credited, for officers (ADM-15): taken back by the chain, kept, or of a kind that is credited to nobody. */
import { type AssetCode, formatAsset } from '@tunjo/contract/money'
import type { TokenToLookAt } from '@tunjo/contract/money-reports'
import { sql } from 'kysely'
import { getAddress, isAddress } from 'viem'
import type { Connection } from '../../../platform/database.ts'

const MAX_ROWS = 100

interface Row {
  id: string
  kind: TokenToLookAt['kind']
  userId: string
  asset: AssetCode | null
  amount: bigint
  contract: string | null
  fromAddress: string
  toAddress: string
  transactionHash: string
  seenAt: Date
}

export async function listTokensToLookAt(connection: Connection): Promise<TokenToLookAt[]> {
  const found = await sql<Row>`SELECT * FROM (
      (SELECT id, CASE state WHEN 'DISPUTED' THEN 'disputed' ELSE 'in_review' END AS kind, account_id AS "userId", asset, amount,
        NULL AS contract, from_address AS "fromAddress", address AS "toAddress", transaction_hash AS "transactionHash",
        created_at AS "seenAt"
      FROM crypto.deposit WHERE state IN ('DISPUTED', 'IN_REVIEW') ORDER BY created_at DESC LIMIT ${MAX_ROWS})
      UNION ALL
      (SELECT id, kind, account_id, NULL, amount, contract, from_address, address, transaction_hash, seen_at
      FROM crypto.unrecognized ORDER BY seen_at DESC, id DESC LIMIT ${MAX_ROWS})
    ) AS found ORDER BY "seenAt" DESC, id DESC LIMIT ${MAX_ROWS}`.execute(connection)
  return found.rows.map(({ fromAddress, toAddress, transactionHash, seenAt, amount, ...row }) => ({
    ...row,
    amount: row.asset ? formatAsset(row.asset, amount) : String(amount),
    contract: row.contract && isAddress(row.contract) ? getAddress(row.contract) : row.contract,
    from_address: getAddress(fromAddress),
    to_address: getAddress(toAddress),
    transaction_hash: transactionHash,
    seenAt: seenAt.toISOString(),
  }))
}
