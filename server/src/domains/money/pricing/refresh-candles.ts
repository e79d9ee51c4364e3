/** Import the exchange's candles since the last stored one, and delete those that no chart uses. */
import { keysOf } from '@tunjo/contract/keys'
import { PAIRS } from '@tunjo/contract/pricing'
import type { Platform } from '../../../platform/module.ts'
import { isOlderThan } from './deviation.ts'
import { KEPT_FOR_MS } from './rules.ts'
import { deleteCandles, lastOfficialCandleAt, saveCandles } from './store.ts'
import type { CandleSource } from './types.ts'

export interface CandleContext extends Pick<Platform, 'db' | 'clock'> {
  candleSource: CandleSource
}

export async function refreshCandles({ db, clock, candleSource }: CandleContext): Promise<void> {
  for (const period of keysOf(KEPT_FOR_MS)) {
    for (const pair of PAIRS) {
      const last = await lastOfficialCandleAt(db, pair, period)
      // After a pause longer than the retention, only the latest candles are requested.
      const since = last && !isOlderThan(last, clock.now(), KEPT_FOR_MS[period]) ? last : null
      await saveCandles(db, pair, period, await candleSource.candles(pair, period, since))
    }
    await deleteCandles(db, period, new Date(clock.now().getTime() - KEPT_FOR_MS[period]))
  }
}
