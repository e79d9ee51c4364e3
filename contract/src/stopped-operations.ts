/** Stalled money operations, past the expected time of their state: what each waits for, and an immediate retry (ADM-15). */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { amountText, assetCode } from './money.ts'

export const STOPPED_KINDS = [
  'pse_deposit',
  'bank_transfer',
  'bank_withdrawal',
  'trade',
  'chain_transaction',
  'token_deposit',
  'token_withdrawal',
  'token_sweep',
  'treasury_movement',
] as const
export const stoppedKind = z.enum(STOPPED_KINDS)
export type StoppedKind = z.output<typeof stoppedKind>

/** Cause of the delay; the screen has a sentence for each. */
export const STOPPED_WAITS = [
  'officers',
  'retained',
  'customer_limit',
  'bank',
  'statement',
  'provider_answer',
  'provider_refuses',
  'may_not_leave',
  'job_dead',
  'job_failing',
  'nobody',
  'event_failed',
  'signer',
  'node',
  'block',
  'confirmations',
  'disagreement',
  'dispute',
  'paused',
  'on_hold',
  'frozen',
  'network',
  'tokens',
  'hot_wallet',
  'cold_wallet',
] as const
export const stoppedWait = z.enum(STOPPED_WAITS)
export type StoppedWait = z.output<typeof stoppedWait>

export const StoppedOperation = z.object({
  kind: stoppedKind,
  id: z.uuid(),
  accountId: z.uuid().nullable().meta({ description: 'Owner; null: the company’s, or unknown' }),
  email: z.string().nullable(),
  asset: assetCode.nullable(),
  amount: amountText.nullable(),
  /** State as its state machine names it. */
  state: z.string(),
  since: z.iso.datetime(),
  waits: stoppedWait,
  lastError: z.string().nullable(),
  /** Time of the next automatic retry; null: retried every few seconds, or not retried automatically. */
  nextTryAt: z.iso.datetime().nullable(),
})
export type StoppedOperation = z.output<typeof StoppedOperation>

export const stoppedOperations = {
  list: endpoint({
    method: 'GET',
    path: '/reconciliation/administrative/stopped',
    role: 'ROLE_ADMIN',
    permission: 'treasury.read',
    summary: 'Stalled money operations of all rails, past the expected time of their state: the longest delay first',
    query: PageQuery.extend({ kind: stoppedKind.optional() }),
    response: z.object({
      results: z.array(StoppedOperation),
      total: z.int(),
      /** Counts of every kind, independent of the filter. */
      counts: z.array(z.object({ kind: stoppedKind, count: z.int() })),
      mayRetry: z.boolean().meta({ description: 'Whether the caller may ask again' }),
    }),
    errors: ['request.invalid'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/reconciliation/administrative/stopped/:kind/:id/retry',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'reconciliation.operation_retried',
    summary:
      'Look at an operation again at once, as the product does by itself later: decides nothing, and may be asked twice. Once a minute each',
    params: z.object({ kind: stoppedKind, id: z.string().max(64) }),
    response: z.object({
      outcome: z.enum(['asked', 'failed']),
      /** Why the retry failed. */
      error: z.string().nullable(),
    }),
    errors: ['request.invalid', 'request.too_many', 'reconciliation.operation_ended'],
  }),
}
