/**
 * Candidate customers for an unmatched bank statement line, from which an officer chooses (decision 28). Extension of the specification.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * Why a customer is a candidate: the reference differs in one digit; the bank reports their document or name; this payer has paid for them
 * before; the officer searched for them.
 */
export const LINE_CUSTOMER_REASONS = ['reference_near', 'payer_document', 'paid_before', 'payer_name', 'searched'] as const
export type LineCustomerReason = (typeof LINE_CUSTOMER_REASONS)[number]

export const LINE_CUSTOMERS_MAX = 10

export const LineCustomer = z.object({
  accountId: z.uuid(),
  fullName: z.string(),
  documentNumber: z.string(),
  email: z.string(),
  /** Null: they never requested a transfer reference. */
  reference: z.string().nullable(),
  reasons: z.array(z.enum(LINE_CUSTOMER_REASONS)),
})
export type LineCustomer = z.output<typeof LineCustomer>

export const lineCustomers = {
  suggest: endpoint({
    method: 'GET',
    path: '/payment/administrative/statement-lines/:id/customers',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'payments.line_customers_viewed',
    summary:
      'Customers whose an open line may be, the likeliest first; with `text` (whole words of a name, a document, a reference, an e-mail or an id) those that it finds instead. Each view is recorded',
    allowance: 'report-search',
    params: z.object({ id: z.string().max(64) }),
    query: z.object({ text: z.string().trim().max(120).default('') }),
    response: z.object({ customers: z.array(LineCustomer).max(LINE_CUSTOMERS_MAX) }),
    errors: ['request.invalid', 'request.too_many', 'payments.line_not_decidable'],
  }),
}
