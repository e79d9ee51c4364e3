/**
 * Tokens at deposit addresses as of the last scanned block, and the uncredited sum: the database side of what the reconciliation compares.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { depositAddressOf } from '../addresses/deposit-address.ts'
import type { CryptoContext } from '../context.ts'
import { lastBlock } from '../scan/block-store.ts'

export interface DepositAddressTokens {
  readonly block: BlockHead
  /** Every address and token that may hold a balance: one that is left out here counts as missing, and never hides a loss. */
  readonly holders: readonly { readonly asset: AssetCode; readonly address: Address }[]
  /** Base units that arrived and are in no customer's balance, less credits that the chain lost. */
  readonly uncredited: Readonly<Record<AssetCode, bigint>>
}

/** Maximum number of holders queried: raising CRYPTO_SWEEP_MINIMUM_… can leave more unswept than this. */
const HOLDERS_MAX = 20_000

/** On a connection with one consistent snapshot, together with the ledger. */
export async function depositAddressTokens(
  { blockchain }: Pick<CryptoContext, 'blockchain'>,
  connection: Connection,
): Promise<DepositAddressTokens | null> {
  const block = await lastBlock(connection)
  if (!block) return null
  // A deposit of the same block as a sweep may have come after it.
  const found = await sql<{ accountId: string; asset: AssetCode }>`SELECT DISTINCT account_id AS "accountId", asset FROM crypto.deposit
    WHERE (swept_block IS NULL OR swept_block = block_number) AND state NOT IN ('ORPHANED', 'REVERSED')
    ORDER BY account_id, asset LIMIT ${HOLDERS_MAX + 1}`.execute(connection)
  if (found.rows.length > HOLDERS_MAX) throw new Error(`tokens lie at more than ${HOLDERS_MAX} addresses`)
  const { forwarderFactory } = blockchain.deployment
  const holders = found.rows.map(({ accountId, asset }) => ({ asset, address: depositAddressOf(forwarderFactory, accountId) }))
  return { block, holders, uncredited: await uncreditedOf(connection) }
}

async function uncreditedOf(connection: Connection): Promise<Readonly<Record<AssetCode, bigint>>> {
  const found = await sql<{ asset: AssetCode; total: bigint }>`SELECT asset,
      sum(CASE WHEN is_booked THEN amount ELSE -amount END) AS total FROM crypto.deposit
    WHERE state IN ('PENDING', 'IN_REVIEW', 'BELOW_MINIMUM', 'DISPUTED') AND is_booked = (state <> 'DISPUTED') GROUP BY asset`.execute(
    connection,
  )
  const [COP = 0n, BTC = 0n, USDT = 0n] = ASSET_CODES.map((asset) => found.rows.find((row) => row.asset === asset)?.total ?? 0n)
  return { COP, BTC, USDT }
}
