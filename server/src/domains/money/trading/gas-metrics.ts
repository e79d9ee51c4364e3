/** Metrics for alerts: gas of a day that the platform paid and no customer did. Each has its rules beside it. */
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import type { TradingContext } from './context.ts'
import { unpaidGas } from './store.ts'

const MEASURES = declareMeasures('trading_gas', {
  budget_used_percent: {
    name: 'trading_gas_budget_used_ratio',
    help: 'Gas of 24 hours that no customer paid, as a share of TRADING_GAS_BUDGET_USD',
    scale: 0.01,
    rules: [{ alert: 'GasBudgetExceeded', when: '> 1', severity: 'page', summary: 'The platform paid more gas in a day than its budget' }],
  },
})

export const gasMetrics = ({ db, clock, settings }: Pick<TradingContext, 'db' | 'clock' | 'settings'>): Gauges => ({
  measures: MEASURES,
  async read() {
    const unpaid = await unpaidGas(db, clock.now())
    return { budget_used_percent: Number((unpaid * 100n) / settings.gasBudgetUsdMicros) }
  },
})
