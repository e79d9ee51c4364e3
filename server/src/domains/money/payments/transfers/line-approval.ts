/**
 * Decision on a line that did not match automatically (Por conciliar), by two officers: it belongs to a customer or is company capital, it
 * returns to its payer, or a debit gets its purpose. The person concerned is neither of them.
 */

import { copFigure } from '@tunjo/contract/amount-text'
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import { CREDIT_DECISIONS, LINE_DECISIONS, type LineDecision, type StatementLineState } from '@tunjo/contract/bank-statements'
import type { Locale } from '@tunjo/contract/locales'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import { type Connection, inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { systemAccount } from '../../ledger/index.ts'
import type { ApprovalWords } from '../approval-words.es.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { PaymentsContext } from '../context.ts'
import { depositAssigned } from './deposit-transfer.ts'
import { refuseConcerned } from './import-approval.ts'
import { isProvedLine } from './line-proof.ts'
import { bankNamesOf, findLine, type LineRow, lockLine, lockRefund, recordRefundPaid } from './line-store.ts'
import { moveLine } from './move-line.ts'
import { debitExplained, decisionId, refundsDue } from './postings.ts'
import { refund } from './refund.ts'

export const LINE_APPROVAL = 'payments.statement_line' satisfies ApprovalKindName
const Params = z.object({
  lineId: z.uuid(),
  decision: z.enum(LINE_DECISIONS),
  accountId: z.uuid().nullable(),
  refundId: z.uuid().nullable(),
})
type Params = z.output<typeof Params>
const Facts = z.object({ amountCop: z.string(), told: z.array(z.object({ label: z.string(), value: z.string() })) })
type Decided = { lineId: string; state: StatementLineState }

export const lineApproval = (context: PaymentsContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ lineId }) => lineId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const line = await lockDecidable(context, tx, params)
    return {
      ...params,
      lineId: line.id,
      amountCop: String(line.amount),
      told: await notifiedOf(context, tx, line, { ...params, words: STORED_WORDS }),
    }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ decision }, facts) {
    const { amountCop, told: notified } = Facts.parse(facts)
    return [
      { label: STORED_WORDS.amount, before: null, after: `${copFigure(BigInt(amountCop))} COP` },
      { label: STORED_WORDS.state, before: STORED_WORDS.line.unmatched, after: STORED_WORDS.line.decisions[decision] },
      ...notified.map(({ label, value }) => ({ label, before: null, after: value })),
    ]
  },
})

/** Description that an officer reads before proposing it. */
export async function describeLine(context: PaymentsContext, line: LineRow, params: Omit<Params, 'lineId'>, locale: Locale) {
  const words = APPROVAL_WORDS[locale]
  const notified = await inTransaction(context.db, (tx) => notifiedOf(context, tx, line, { ...params, words }))
  return {
    title: titleOfApproval(LINE_APPROVAL, locale),
    details: [
      { label: words.amount, value: `${copFigure(line.amount)} COP` },
      { label: words.decision, value: words.line.decisions[params.decision] },
      ...notified,
    ],
  }
}

/** Facts that both officers compare: payer and text of the line, next to the proposed owner. */
async function notifiedOf(
  { limits, companyCapital }: Pick<PaymentsContext, 'limits' | 'companyCapital'>,
  tx: Transaction,
  { bankId, payer, reference, description, amount }: LineRow,
  { decision, accountId, refundId, words }: Omit<Params, 'lineId'> & { words: ApprovalWords },
): Promise<{ label: string; value: string }[]> {
  const customer = accountId === null ? null : await limits.verifiedPerson(tx, accountId)
  const refund = refundId === null ? null : await lockRefund(tx, { lineId: refundId })
  // Its payer may write the same text every month: officers decide whether it is the same money.
  const isInBalance = decision === 'capital' && reference !== '' && (await companyCapital.isBooked(tx, { names: [reference], amount }))
  const notified = [
    { label: words.line.inBalance, value: isInBalance ? words.line.sameCapital : '' },
    { label: words.line.bankLine, value: bankId },
    { label: words.line.payer, value: `${payer.name} ${payer.document}` },
    { label: words.line.text, value: `${reference} ${description}` },
    { label: words.line.customer, value: customer ? `${customer.fullName} · ${customer.documentType} ${customer.documentNumber}` : '' },
    { label: words.customerAccount, value: accountId ?? '' },
    { label: words.line.refund, value: refund?.code ?? '' },
  ]
  return notified.map(({ label, value }) => ({ label, value: value.trim() })).filter(({ value }) => value !== '')
}

export const knownLine = async (connection: Connection, id: string): Promise<LineRow> =>
  (z.uuid().safeParse(id).success ? await findLine(connection, id) : null) ?? refuse('payments.line_not_found')

async function lockDecidable(context: PaymentsContext, tx: Transaction, params: Params): Promise<LineRow> {
  const { lineId, decision, accountId, refundId } = params
  const line = (await lockLine(tx, lineId)) ?? refuse('payments.line_not_found')
  const isCredit = CREDIT_DECISIONS.some((one) => one === decision)
  if (line.state !== 'UNMATCHED' || line.amount > 0n !== isCredit) refuse('payments.line_not_decidable')
  if (!isProvedLine(context, line)) refuse('ledger.unproved')
  // Customers without a verified identity have no balance.
  if (decision === 'assign' && !(accountId && (await context.limits.verifiedPerson(tx, accountId))))
    refuse('payments.line_customer_unknown')
  if (decision === 'capital' && (await context.companyCapital.isBooked(tx, { names: bankNamesOf(line), amount: line.amount })))
    refuse('reconciliation.capital_reference_taken')
  if (decision === 'refund_paid') {
    const paid = refundId ? await lockRefund(tx, { lineId: refundId }) : null
    if (paid?.amount !== -line.amount) refuse('payments.refund_not_found')
  }
  return line
}

async function decide(context: PaymentsContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { makerId, checkerId, requestId, reason, actor } = execution
  const line = await lockDecidable(context, tx, params)
  await refuseConcerned(tx, [line], [makerId, checkerId])
  const state = params.decision === 'assign' ? 'DEPOSITED' : params.decision === 'send_back' ? 'REFUNDED' : 'EXPLAINED'
  const at = context.clock.now()
  // The history keeps which refund was paid.
  const paid = params.refundId ? await lockRefund(tx, { lineId: params.refundId }) : null
  await moveLine(tx, line, { to: state, at, actor: officer(makerId), note: paid?.code ?? params.decision, set: { ended_at: at } })
  await context.audit.record(tx, {
    actor,
    action: 'payments.statement_line_decided',
    object: { type: 'statement_line', id: line.id },
    before: 'UNMATCHED',
    after: { state, decision: params.decision, accountId: params.accountId, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  await act(context, tx, line, { params, execution })
  failpoint('payments.line_decided')
  return { lineId: line.id, state }
}

interface Decision {
  readonly params: Params
  readonly execution: Execution
}
async function act(context: PaymentsContext, tx: Transaction, line: LineRow, { params, execution }: Decision): Promise<void> {
  const { decision, accountId, refundId } = params
  const { clock, ledger } = context
  if (decision === 'assign' && accountId) return depositAssigned(context, tx, line, accountId)
  if (decision === 'send_back') return refund(context, tx, line)
  if (decision === 'capital') return context.companyCapital.book(tx, { ...line, transferId: decisionId(line.id) }, execution)
  if (decision === 'refund_paid' && refundId) await recordRefundPaid(tx, refundId, { paidBy: line.id, at: clock.now() })
  await ledger.postWithin(tx, [debitExplained({ id: line.id, amount: -line.amount }, payeeOf(decision))])
}

function payeeOf(decision: LineDecision) {
  if (decision === 'refund_paid') return refundsDue
  return systemAccount(decision === 'own_account' ? 'bank' : 'provider-fees', 'COP')
}
