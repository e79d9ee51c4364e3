/** Shared parts of the lists of orders and of trades: filters over `reports.trade_order`, prices, and the hash of a swap. */
import { endOfBogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { ASSETS, type AssetCode, formatAsset, formatUnits } from '@tunjo/contract/money'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Condition } from '../../../../platform/database/list-query.ts'

export function inDays(column: RawBuilder<unknown>, from: string | undefined, to: string | undefined): readonly Condition[] {
  return [from ? sql`${column} >= ${startOfBogotaDay(from)}` : null, to ? sql`${column} < ${endOfBogotaDay(to)}` : null]
}

/** Part of an e-mail, or a whole id of a person or an order, or the hash of any attempt of its swap. */
export function matching(text: string | undefined): Condition {
  const part = text?.trim().toLowerCase()
  if (!part) return null
  if (isUuid(part)) return sql`(trade_order.id = ${part} OR trade_order.account_id = ${part})`
  if (/^0x[0-9a-f]{64}$/.test(part))
    return sql`trade_order.id IN (SELECT ref FROM blockchain.chain_transaction JOIN blockchain.attempt USING (operation_id)
      WHERE attempt.hash = ${part} AND kind = 'swap')`
  return sql`trade_order.account_id IN (SELECT id FROM identity.user_report WHERE strpos(email, ${part}) > 0)`
}

/** Only for the rows of a page. */
export const HASH = sql`(SELECT COALESCE(mined_hash, hash) FROM blockchain.chain_transaction WHERE kind = 'swap' AND ref = page.id LIMIT 1)`
export const EMAIL = sql`(SELECT email FROM identity.user_report WHERE id = page.account_id)`

/** `against` for one whole asset, rounded down to the decimals of `against`. */
export function priceOf({
  asset,
  against,
  amount,
  value,
}: {
  asset: AssetCode
  against: AssetCode
  amount: bigint
  value: bigint
}): string {
  if (amount <= 0n) return '0'
  return formatAsset(against, (value * 10n ** BigInt(ASSETS[asset].scale)) / amount)
}

/** Millionths of a dollar. */
export const dollars = (micros: bigint): string => formatUnits(micros, 6)
