/** HTTP routes of the money reports of officers. */
import { moneyReports as contract, TRANSACTION_TYPE } from '@tunjo/contract/money-reports'
import { tradeReports } from '@tunjo/contract/trade-reports'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { exportSheet, type ReportsContext } from '../export-sheet.ts'
import { fiatCsv, listFiat } from './fiat.ts'
import { MONEY_FILE, withoutAccount } from './filters.ts'
import { listOrders, ordersCsv } from './orders.ts'
import { listTokenWithdrawals } from './token-withdrawals.ts'
import { listTokens, tokensCsv } from './tokens.ts'
import { listTokensUnderReview } from './tokens-under-review.ts'
import { listTrades, tradesCsv } from './trades.ts'
import { listWithdrawals } from './withdrawals.ts'

export function moneyRoutes(context: ReportsContext & { readonly parameters: Pick<Parameters, 'bank'> }): Route[] {
  const { db, clock, parameters } = context
  return implement(contract, {
    async withdrawals({ caller, query }) {
      const mayDecide = caller.permissions?.includes('payments.review') ?? false
      const now = clock.now()
      const page = await (query.rail === 'token' ? listTokenWithdrawals(db, query, now) : listWithdrawals(db, parameters, query, now))
      return { ...page, mayDecide }
    },
    async fiat({ caller, http, body }) {
      const actor = personActor(caller, http)
      const object = { type: 'report', id: 'fiat' }
      const after = { filter: await withoutAccount(context, caller.accountId, body) }
      await inTransaction(db, (tx) => context.audit.record(tx, { actor, action: 'payments.movements_listed', object, after }))
      return listFiat(db, parameters, body)
    },
    async fiatCsv({ caller, http, body }) {
      const isDeposit = body.transactionType === TRANSACTION_TYPE.deposit
      const report = isDeposit ? 'fiat-deposits' : 'fiat-withdrawals'
      const fileName = isDeposit ? MONEY_FILE.deposits : MONEY_FILE.withdrawals
      const filter = await withoutAccount(context, caller.accountId, body)
      return exportSheet(context, { caller, http }, { report, fileName, filter }, () => fiatCsv(db, parameters, body))
    },
    tokens: ({ query }) => listTokens(db, query),
    tokensToLookAt: ({ query }) => listTokensUnderReview(db, query),
    tokensCsv({ caller, http, query }) {
      const isDeposit = query.kind === 'DEPOSIT'
      const report = isDeposit ? 'token-deposits' : 'token-withdrawals'
      const fileName = isDeposit ? MONEY_FILE.deposits : MONEY_FILE.withdrawals
      return exportSheet(context, { caller, http }, { report, fileName, filter: query }, () => tokensCsv(db, query))
    },
  })
}

export function tradeRoutes(context: ReportsContext): Route[] {
  const { db } = context
  return implement(tradeReports, {
    orders: ({ query }) => listOrders(db, query),
    ordersCsv: ({ caller, query, http }) =>
      exportSheet(context, { caller, http }, { report: 'historial-de-ordenes', filter: query }, () => ordersCsv(db, query)),
    trades: ({ query }) => listTrades(db, query),
    tradesCsv: ({ caller, query, http }) =>
      exportSheet(context, { caller, http }, { report: 'historial-de-compra-venta', filter: query }, () =>
        tradesCsv(db, query, localeOf(http)),
      ),
  })
}
