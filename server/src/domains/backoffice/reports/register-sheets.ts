/** Lists that are exported in the background when they are long. */
import { type FiatChoice, FiatDepositsChoice, FiatWithdrawalsChoice, TokenChoice } from '@tunjo/contract/money-reports'
import { PersonSignInFilters, UserFilters } from '@tunjo/contract/reports'
import { OrderFilters, TradeFilters } from '@tunjo/contract/trade-reports'
import type { AuditValue } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { Exports } from '../../../platform/exports/index.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import type { ReportsContext } from './export-sheet.ts'
import { fiatSheet } from './money/fiat.ts'
import { MONEY_FILE, withoutAccount } from './money/filters.ts'
import { ordersSheet } from './money/orders.ts'
import { tokensSheet } from './money/tokens.ts'
import { tradesSheet } from './money/trades.ts'
import { signInsSheet } from './sign-ins.ts'
import { usersSheet } from './users.ts'

type SheetsContext = Pick<ReportsContext, 'db' | 'audit'> & { readonly parameters: Pick<Parameters, 'bank'> }

export function registerSheets(exports: Exports, context: SheetsContext): void {
  registerMoney(exports, context)
  const { db, audit } = context
  // The search text may be a person's e-mail.
  const recorded = async (filter: { [name: string]: AuditValue | undefined; text?: string | undefined }, accountId: string) => {
    const { text } = filter
    return { ...filter, text: text && (await inTransaction(db, (tx) => audit.redacted(tx, accountId, text))) }
  }
  exports.register({ report: 'usuarios', fileName: 'users-report.csv', filter: UserFilters, sheet: usersSheet, recorded })
  exports.register({
    report: 'acceso-al-dispositivo',
    fileName: 'login-report.csv',
    filter: PersonSignInFilters,
    sheet: signInsSheet,
    recorded,
  })
  exports.register({
    report: 'historial-de-ordenes',
    fileName: 'historial-de-ordenes.csv',
    filter: OrderFilters,
    sheet: ordersSheet,
    recorded,
  })
  exports.register({
    report: 'historial-de-compra-venta',
    fileName: 'historial-de-compra-venta.csv',
    filter: TradeFilters,
    sheet: tradesSheet,
    recorded,
  })
}

function registerMoney(exports: Exports, { db, audit, parameters }: SheetsContext): void {
  const fiat = {
    sheet: (filter: FiatChoice) => fiatSheet(parameters, filter),
    recorded: (filter: FiatChoice, accountId: string) => withoutAccount({ db, audit }, accountId, filter),
  }
  const tokens = { sheet: tokensSheet, recorded: async (filter: TokenChoice) => ({ ...filter }) }
  exports.register({ ...fiat, report: 'fiat-deposits', fileName: MONEY_FILE.deposits, filter: FiatDepositsChoice })
  exports.register({ ...fiat, report: 'fiat-withdrawals', fileName: MONEY_FILE.withdrawals, filter: FiatWithdrawalsChoice })
  exports.register({ ...tokens, report: 'token-deposits', fileName: MONEY_FILE.deposits, filter: TokenChoice })
  exports.register({ ...tokens, report: 'token-withdrawals', fileName: MONEY_FILE.withdrawals, filter: TokenChoice })
}
