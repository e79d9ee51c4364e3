/** Months after which customer data is renewed, from the configuration, for the read model of people. */
import type { Configuration } from './modules/configuration/index.ts'
import { countRenewals, type RenewalMonthsAt } from './modules/reports/index.ts'

export function renewalMonths(configuration: Pick<Configuration, 'at' | 'countsEffect'>): RenewalMonthsAt {
  configuration.countsEffect('renewal', countRenewals)
  return async (connection, at) => {
    const { version, numbers } = await configuration.at(connection, 'renewal', at)
    return { version, ...numbers }
  }
}
