/** HTTP route of the candidate customers of a bank line. */
import { lineCustomers } from '@tunjo/contract/line-customers'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { ReportsContext } from '../export-sheet.ts'
import { customersByText, customersOfLine, findLine } from './customer-search.ts'

export function lineCustomerRoutes(context: ReportsContext): Route[] {
  const { audit, db } = context
  return implement(lineCustomers, {
    async suggest({ caller, http, params, query: { text } }) {
      const line = await findLine(db, params.id)
      // An unknown line is not decidable either.
      if (line?.state !== 'UNMATCHED' || line.amount <= 0n) return refuse('payments.line_not_decidable')
      const customers = text === '' ? await customersOfLine(db, line) : await customersByText(db, text)
      await inTransaction(db, async (tx) =>
        audit.record(tx, {
          actor: personActor(caller, http),
          action: 'payments.line_customers_viewed',
          object: { type: 'statement_line', id: params.id },
          after: {
            customers: customers.map(({ accountId }) => accountId),
            // May be a person's e-mail or document.
            text: text === '' ? null : await audit.redacted(tx, caller.accountId, text),
          },
        }),
      )
      return { customers }
    },
  })
}
