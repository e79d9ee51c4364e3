/**
 * Transfers to the company's collection account: the customer's reference and, for officers, bank statements, unmatched lines and refunds
 * to payers (decision 28). Extension of the specification.
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'

/** More than a statement of some thousand lines needs. */
export const STATEMENT_BYTES_MAX = 1_048_576
export const STATEMENT_LINES_MAX = 2_000
export const STATEMENTS_PAGE = 10

export const STATEMENT_LINE_STATES = ['PENDING', 'UNMATCHED', 'DEPOSITED', 'REFUNDED', 'EXPLAINED'] as const
export type StatementLineState = (typeof STATEMENT_LINE_STATES)[number]

/** Why a line waits for officers. `payer_listed`: the payer matches a list entry or resembles one, so the owner of the money is unclear. */
export const LINE_CAUSES = ['no_reference', 'reference_mistyped', 'reference_unknown', 'many_references', 'payer_listed', 'debit'] as const
export type LineCause = (typeof LINE_CAUSES)[number]

/**
 * Decisions for incoming money: `assign` to a customer, `send_back` to the payer, or company capital (`capital`). For outgoing money: it
 * paid a refund (`refund_paid`), went to another account of the company (`own_account`), or is a bank charge (`bank_cost`).
 */
export const CREDIT_DECISIONS = ['assign', 'send_back', 'capital'] as const
export const DEBIT_DECISIONS = ['refund_paid', 'own_account', 'bank_cost'] as const
export const LINE_DECISIONS = [...CREDIT_DECISIONS, ...DEBIT_DECISIONS] as const
export type LineDecision = (typeof LINE_DECISIONS)[number]

const day = z.iso.date()
const instant = z.iso.datetime()

export const CollectionAccount = z.object({
  bank: z.string(),
  /** 9 savings, 10 current. */
  accountType: z.union([z.literal(9), z.literal(10)]),
  accountNumber: z.string(),
  holder: z.string(),
  taxId: z.string(),
})

export const TransferInstructions = z.object({
  account: CollectionAccount,
  /** Ten digits; spaces between them are ignored. */
  reference: z.string(),
})
export type TransferInstructions = z.output<typeof TransferInstructions>

/** Payer as reported by the bank; empty where it is not reported. */
export const BankPayer = z.object({ name: z.string(), document: z.string(), bank: z.string(), account: z.string() })

export const StatementLine = z.object({
  id: z.uuid(),
  /** Day, running number and id at the bank. */
  bankId: z.string(),
  bookedOn: day,
  /** Negative: outgoing money. */
  amount: copAmount,
  reference: z.string(),
  description: z.string(),
  payer: BankPayer,
  state: z.enum(STATEMENT_LINE_STATES),
  cause: z.enum(LINE_CAUSES).nullable(),
  /** True when a decision waits for a second officer. */
  decisionWaits: z.boolean(),
  /** Refunds to pay of the amount of a debit, on any page of refunds: it may have paid one of them. */
  refunds: z.array(z.object({ lineId: z.uuid(), code: z.string() })),
})
export type StatementLine = z.output<typeof StatementLine>

export const Statement = z.object({
  id: z.uuid(),
  fileHash: z.string(),
  fromDay: day,
  toDay: day,
  opening: copAmount,
  closing: copAmount,
  lines: z.int(),
  /** Lines that no earlier statement had. Null: not imported. */
  added: z.int().nullable(),
  moneyIn: copAmount,
  moneyOut: copAmount,
  uploadedAt: instant,
  importedAt: instant.nullable(),
  importWaits: z.boolean(),
})
export type Statement = z.output<typeof Statement>

/** Preview of an import for new lines, late ones first, judged by the reference only. The import itself checks the payer and the limits. */
export const STATEMENT_PREVIEW_MAX = 50
export const ReceivedStatement = Statement.extend({
  added: z.int(),
  /** Added lines dated before the last imported day. */
  late: z.int(),
  preview: z.array(
    z.object({
      bookedOn: day,
      amount: copAmount,
      reference: z.string(),
      payerName: z.string(),
      /** Null: matched to a customer. */
      cause: z.enum(LINE_CAUSES).nullable(),
      isLate: z.boolean(),
    }),
  ),
})
export type ReceivedStatement = z.output<typeof ReceivedStatement>

export const Refund = z.object({
  lineId: z.uuid(),
  /** Reference for the transfer, so that the statement line is matched. */
  code: z.string(),
  amount: copAmount,
  payer: BankPayer,
  createdAt: instant,
})
export type Refund = z.output<typeof Refund>

const reads = { method: 'GET', role: 'ROLE_ADMIN', permission: 'payments.read' } as const
const decides = { method: 'POST', role: 'ROLE_ADMIN', permission: 'payments.review' } as const
const id = z.string().max(64)
const DECISION_REFUSED = [
  'request.invalid',
  'identity.step_up_required',
  'identity.step_up_invalid',
  'payments.transfers_off',
  'approvals.person_concerned',
  'approvals.already_waiting',
  ...REASON_REFUSED,
] as const
const FILE_REFUSED = [
  'payments.statement_faulty',
  'payments.statement_gap',
  'payments.statement_known',
  'payments.statement_contradicts',
] as const

export const transfers = {
  transferInstructions: endpoint({
    method: 'POST',
    path: '/payment/deposit/transfer',
    role: 'ROLE_USER',
    summary: 'Where to send a transfer from, and the reference of the caller; made at the first time, and always the same one',
    response: TransferInstructions,
    errors: ['limits.not_verified', 'limits.blocked', 'limits.in_review', 'identity.consent_needed', 'payments.transfers_off'],
  }),
}

export const bankStatements = {
  statements: endpoint({
    ...reads,
    path: '/payment/administrative/statements',
    summary: 'Statements of the collection account that were sent, the newest first; and what the bank and the ledger say lies there',
    query: z.object({ pageIndex: z.coerce.number().int().min(0).max(10_000).default(0) }),
    response: z.object({
      /** Null: this installation has no collection account. */
      account: CollectionAccount.nullable(),
      /** Balance of the last imported statement. */
      bankBalance: z.object({ day, amount: copAmount }).nullable(),
      ledgerBalance: copAmount,
      /** Imported lines that are not yet posted to the ledger. */
      pendingLines: z.int(),
      statements: z.array(Statement).max(STATEMENTS_PAGE),
      pagesNumber: z.int(),
      /** Version of the answer of `statementLines`: changes with it, so that no read is recorded that shows nothing new. */
      linesVersion: z.string(),
    }),
    errors: ['request.invalid'],
  }),
  sendStatement: endpoint({
    ...decides,
    path: '/payment/administrative/statements',
    audit: 'payments.statement_received',
    summary:
      'Send a statement of the bank (docs/bank-statement.md): it is read whole and kept, and no money moves. One with a fault is refused with its line',
    allowance: 'bank-statement',
    bytes: { maximum: STATEMENT_BYTES_MAX },
    response: ReceivedStatement,
    errors: ['request.invalid', 'request.too_many', 'payments.transfers_off', ...FILE_REFUSED],
  }),
  importStatement: endpoint({
    ...decides,
    path: '/payment/administrative/statements/:id/import',
    audit: 'payments.statement_imported',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Import a statement that was sent: what matches a customer is credited. Always waits for a second officer: 202',
    stepUp: { binds: ['params.id', 'body.reason'] },
    reason: true,
    params: z.object({ id }),
    body: z.object({ reason: OfficerReason }),
    response: z.object({ added: z.int() }),
    errors: [...DECISION_REFUSED, ...FILE_REFUSED, 'payments.statement_not_found'],
  }),
  statementLines: endpoint({
    ...reads,
    path: '/payment/administrative/statement-lines',
    audit: 'payments.statement_lines_viewed',
    summary:
      'One page of the lines that did not match by themselves, and one of the refunds that the bank has not paid, oldest first. Each view is recorded',
    query: PageQuery.extend({ refundsPageIndex: PageQuery.shape.pageIndex }),
    response: z.object({ lines: z.array(StatementLine), linesPages: z.int(), refunds: z.array(Refund), refundsPages: z.int() }),
    errors: ['request.invalid'],
  }),
  decideLine: endpoint({
    ...decides,
    path: '/payment/administrative/statement-lines/:id/decide',
    audit: 'payments.statement_line_decided',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Assign a line to a customer or the company, send it back to its payer, or state what it paid. Always waits for a second officer: 202',
    stepUp: { binds: ['params.id', 'body.decision', 'body.accountId', 'body.refundId', 'body.reason'] },
    reason: true,
    params: z.object({ id }),
    body: z.object({
      decision: z.enum(LINE_DECISIONS),
      /** Only for `assign`. */
      accountId: z.uuid().optional(),
      /** Only for `refund_paid`: the line that was sent back. */
      refundId: z.uuid().optional(),
      reason: OfficerReason,
    }),
    response: z.object({ lineId: z.uuid(), state: z.enum(STATEMENT_LINE_STATES) }),
    errors: [
      ...DECISION_REFUSED,
      'payments.line_not_found',
      'payments.line_not_decidable',
      'ledger.unproved',
      'payments.line_customer_unknown',
      'payments.refund_not_found',
      'reconciliation.capital_reference_taken',
    ],
  }),
}
