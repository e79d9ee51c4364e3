/** The lists that are written in the background when they are long. */
import { PersonSignInFilters, UserFilters } from '@tunjo/contract/reports'
import { OrderFilters, TradeFilters } from '@tunjo/contract/trade-reports'
import type { AuditValue } from '../../platform/audit/index.ts'
import { inTransaction } from '../../platform/database.ts'
import type { Exports } from '../../platform/exports/index.ts'
import type { ReportsContext } from './export-sheet.ts'
import { ordersSheet } from './money/orders.ts'
import { tradesSheet } from './money/trades.ts'
import { signInsSheet } from './sign-ins.ts'
import { usersSheet } from './users.ts'

export function registerSheets(exports: Exports, { db, audit }: Pick<ReportsContext, 'db' | 'audit'>): void {
  // What was searched for may be somebody's e-mail.
  const recorded = async (filter: { [name: string]: AuditValue | undefined; text?: string | undefined }, accountId: string) => {
    const { text } = filter
    return { ...filter, text: text && (await inTransaction(db, (tx) => audit.redacted(tx, accountId, text))) }
  }
  exports.register({ report: 'usuarios', fileName: 'users-report.csv', filter: UserFilters, sheet: usersSheet, recorded })
  exports.register({
    report: 'acceso-al-dispositivo',
    fileName: 'login-report.csv',
    filter: PersonSignInFilters,
    sheet: (filter, { now }) => signInsSheet(filter, now),
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
