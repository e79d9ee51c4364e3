/** Current platform fee rate for an order of this customer: the version in force, and the tier of their volume. */
import { pairOf, tierFor } from '@tunjo/contract/fee-schedule'
import type { Database } from '../../../../platform/database/database.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { Order } from '../rules.ts'
import { versionAt, volumeOf } from './fee-store.ts'

export interface PlatformFeeRate {
  readonly version: number
  readonly takerBps: number
}

export async function platformFeeRate(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  accountId: string,
  { tokenIn, tokenOut }: Pick<Order, 'tokenIn' | 'tokenOut'>,
): Promise<PlatformFeeRate> {
  const now = clock.now()
  const { version, rates } = await versionAt(db, now)
  const tiers = rates[pairOf(tokenIn.ledgerAsset, tokenOut.ledgerAsset)]
  const volume = tiers.length === 1 ? 0n : await volumeOf(db, accountId, now)
  return { version, takerBps: tierFor(tiers, volume).takerBps }
}
