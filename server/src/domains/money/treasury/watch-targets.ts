/** Notify officers when the hot wallet leaves the band around its target: a notice and a log line, never a movement. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { inTransaction } from '../../../platform/database/database.ts'
import { amountText } from '../../reference/notifications/index.ts'
import type { TreasuryContext } from './context.ts'
import { bandOf, sideOf } from './rules.ts'
import { setWatchSide } from './store.ts'

export async function watchTargets(context: TreasuryContext): Promise<void> {
  const { db, clock, log, blockchain, settings, identity, notifications } = context
  for (const asset of ASSET_CODES) {
    const hot = await blockchain.reads.hotBalance(asset)
    const band = bandOf(settings.targets[asset], settings.bandPercent)
    const side = sideOf(hot, band)
    await inTransaction(db, async (tx) => {
      const isTurned = await setWatchSide(tx, { asset, side, now: clock.now() })
      if (!isTurned || side === 'within') return
      log.warn(
        { securityEvent: 'treasury_hot_wallet', asset, side, hot: String(hot), target: String(band.target) },
        'the hot wallet left its band',
      )
      const values = { side, hot: amountText(asset, String(hot)), target: amountText(asset, String(band.target)) } as const
      for (const accountId of await identity.staff.officersWith(tx, 'treasury.operate'))
        await notifications.notify(tx, { accountId, kind: 'treasury.hot_wallet', values })
    })
  }
}
