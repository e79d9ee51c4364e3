/** The months of the configuration after which data are renewed, as the read model of people asks for them. */
import type { Configuration } from './modules/configuration/index.ts'
import { countRenewals, type RenewalMonthsAt } from './modules/reports/index.ts'

export function renewalMonths(configuration: Pick<Configuration, 'at' | 'countsEffect'>): RenewalMonthsAt {
  configuration.countsEffect('renewal', countRenewals)
  return async (connection, at) => {
    const { version, numbers } = await configuration.at(connection, 'renewal', at)
    return { version, ...numbers }
  }
}
