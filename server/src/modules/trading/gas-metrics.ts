/** Metrics for alerts: gas of a day that the platform paid and no customer did. docs/operations.md defines when it is red. */
import type { Gauges } from '../../platform/gauges.ts'
import type { TradingContext } from './context.ts'
import { unpaidGas } from './store.ts'

export const gasMetrics = ({ db, clock, settings }: Pick<TradingContext, 'db' | 'clock' | 'settings'>): Gauges => ({
  name: 'trading_gas',
  help: 'Percent of the budget of a day that gas took which no customer paid (red over 100)',
  async read() {
    const unpaid = await unpaidGas(db, clock.now())
    return { budget_used_percent: Number((unpaid * 100n) / settings.gasBudgetUsdMicros) }
  },
})
