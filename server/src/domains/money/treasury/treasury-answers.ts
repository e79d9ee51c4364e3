/** The treasury as presented to officers: the targets with their suggestions, and the movements. */
import { ASSET_CODES, type AssetCode, formatAsset } from '@tunjo/contract/money'
import type { TreasuryMovement, TreasuryTarget } from '@tunjo/contract/treasury'
import type { Caller } from '../../../platform/http/route.ts'
import type { PlatformWallets } from '../blockchain/index.ts'
import type { TreasuryContext } from './context.ts'
import { bandOf, suggestionOf, sweepableOf } from './rules.ts'
import { listMovements, type MovementRow, unrequestedArrivals } from './store.ts'

const UNASKED_SHOWN_MS = 30 * 24 * 3_600_000

export async function presentTargets(context: TreasuryContext, caller: Caller) {
  const { db, clock, blockchain } = context
  const { hotWallet, coldWallet } = blockchain.deployment
  const since = new Date(clock.now().getTime() - UNASKED_SHOWN_MS)
  const [platformWallets, unasked] = await Promise.all([blockchain.platformWallets(), unrequestedArrivals(db, since)])
  return {
    hotAddress: hotWallet,
    coldAddress: coldWallet ?? null,
    targets: ASSET_CODES.map((asset) => shownTarget(context, platformWallets, asset)),
    mayPropose: caller.permissions?.includes('treasury.operate') ?? false,
    unasked: unasked.map(({ asset, amount, transactionHash, seenAt }) => ({
      asset,
      amount: formatAsset(asset, amount),
      transactionHash,
      at: seenAt.toISOString(),
    })),
  }
}

function shownTarget({ settings }: TreasuryContext, { wallets }: PlatformWallets, asset: AssetCode): TreasuryTarget {
  const held = (name: 'hot' | 'cold') =>
    wallets.find((wallet) => wallet.name === name)?.balances.find((balance) => balance.asset === asset)?.amount ?? 0n
  const [hot, cold] = [held('hot'), held('cold')]
  const band = bandOf(settings.targets[asset], settings.bandPercent)
  const suggestion = suggestionOf({ hot, cold }, band)
  return {
    asset,
    target: formatAsset(asset, band.target),
    low: formatAsset(asset, band.low),
    high: formatAsset(asset, band.high),
    hot: formatAsset(asset, hot),
    cold: formatAsset(asset, cold),
    suggestion: suggestion && { kind: suggestion.kind, amount: formatAsset(asset, suggestion.amount) },
    sweepable: formatAsset(asset, sweepableOf(hot, band)),
  }
}

export async function presentMovements(context: TreasuryContext, { pageIndex, size }: { pageIndex: number; size: number }) {
  const { rows, total } = await listMovements(context.db, { offset: pageIndex * size, size })
  return { results: await Promise.all(rows.map((row) => shownMovement(context, row))), total }
}

async function shownMovement({ identity }: TreasuryContext, row: MovementRow): Promise<TreasuryMovement> {
  const { id, kind, asset, amount, state, failure, makerId, checkerId, reason, transactionHash, createdAt, endedAt } = row
  const nameOf = async (accountId: string) => (await identity.person(accountId))?.email ?? accountId
  const [maker, checker] = await Promise.all([nameOf(makerId), nameOf(checkerId)])
  const dates = { creationDate: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
  return { id, kind, asset, amount: formatAsset(asset, amount), state, failure, maker, checker, reason, transactionHash, ...dates }
}
