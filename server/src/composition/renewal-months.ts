/** Months after which customer data is renewed, from the configuration, for the read model of people. */

import { countRenewals, type RenewalMonthsAt } from '../domains/backoffice/reports/index.ts'
import type { Configuration } from '../domains/reference/configuration/index.ts'

export function renewalMonths(configuration: Pick<Configuration, 'at' | 'countsEffect'>): RenewalMonthsAt {
  configuration.countsEffect('renewal', countRenewals)
  return async (connection, at) => {
    const { version, numbers } = await configuration.at(connection, 'renewal', at)
    return { version, ...numbers }
  }
}
