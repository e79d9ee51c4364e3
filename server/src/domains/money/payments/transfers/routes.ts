/** HTTP routes of transfers: the customer's reference, and for officers statements, lines that did not match, refunds. */

import { bankStatements, type LineDecision, transfers } from '@tunjo/contract/bank-statements'
import { personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { collectionAccount } from './collection-account.ts'
import { describeImport, IMPORT_APPROVAL, knownStatement, refuseConcerned } from './import-approval.ts'
import { describeLine, knownLine, LINE_APPROVAL } from './line-approval.ts'
import { presentLines, presentReceived, presentStatements } from './present-statements.ts'
import { receiveStatement } from './receive-statement.ts'
import { transferInstructions } from './transfer-instructions.ts'

export const transferRoutes = (context: PaymentsContext): Route[] => [
  ...implement(transfers, { transferInstructions: ({ caller }) => transferInstructions(context, caller.accountId) }),
  ...statementRoutes(context),
]

function statementRoutes(context: PaymentsContext): Route[] {
  const { approvals, audit, db } = context
  return implement(
    bankStatements,
    {
      statements: ({ query }) => presentStatements(context, query.pageIndex),
      async sendStatement({ caller, bytes, http }) {
        return presentReceived(context, await receiveStatement(context, bytes, personActor(caller, http)))
      },
      async importStatement({ caller, operation, params, body: { reason } }) {
        collectionAccount(context)
        const { id: statementId, lines } = await knownStatement(db, params.id)
        await refuseConcerned(db, lines, [caller.accountId])
        return approvals.perform(IMPORT_APPROVAL, { params: { statementId }, caller, operation, reason })
      },
      async statementLines({ caller, http, query }) {
        const entry = {
          actor: personActor(caller, http),
          action: 'payments.statement_lines_viewed',
          object: { type: 'statement_lines', id: 'open' },
        } as const
        await inTransaction(db, (tx) => audit.record(tx, entry))
        return presentLines(context, query)
      },
      async decideLine({ caller, operation, params, body: { reason, ...asked } }) {
        collectionAccount(context)
        const line = await knownLine(db, params.id)
        await refuseConcerned(db, [line], [caller.accountId])
        const { id: lineId } = line
        return approvals.perform(LINE_APPROVAL, { params: { lineId, ...decisionOf(asked) }, caller, operation, reason })
      },
    },
    {
      async importStatement({ params, body: { reason }, locale }) {
        const { title, details } = await describeImport(db, await knownStatement(db, params.id), locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async decideLine({ params, body: { reason, ...asked }, locale }) {
        const { title, details } = await describeLine(context, await knownLine(db, params.id), decisionOf(asked), locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
    },
  )
}

interface Asked {
  readonly decision: LineDecision
  readonly accountId?: string | null | undefined
  readonly refundId?: string | null | undefined
}
/** Drop the fields that a decision does not use. */
const decisionOf = ({ decision, accountId = null, refundId = null }: Asked) => ({
  decision,
  accountId: decision === 'assign' ? accountId : null,
  refundId: decision === 'refund_paid' ? refundId : null,
})
