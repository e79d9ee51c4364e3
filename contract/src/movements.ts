/**
 * Movements of a customer's money on every rail: bank, chain, exchange (MON-03), with their current state (SEC-59); and the history of a
 * balance. Extension of the specification, whose own lists of pesos and of tokens stay in `payments` and `crypto`.
 */
import * as z from 'zod'
import { CRYPTO_DEPOSIT_STATES, CRYPTO_WITHDRAWAL_STATES, type CryptoState } from './crypto.ts'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { assetCode } from './money.ts'
import { STATE_GROUP as BANK_STATE_GROUP, STATE_GROUPS, type StateGroup, TRANSACTION_STATES, type TransactionState } from './payments.ts'
import { TradeState } from './trading.ts'

export const MOVEMENT_KINDS = ['DEPOSIT', 'WITHDRAWAL', 'SWAP'] as const
export const MOVEMENT_RAILS = ['PSE', 'BANK', 'ERC20', 'EXCHANGE'] as const
export type MovementRail = (typeof MOVEMENT_RAILS)[number]

export type MovementState = TransactionState | CryptoState | TradeState
export const MOVEMENT_STATES: readonly MovementState[] = [
  ...new Set<MovementState>([...TRANSACTION_STATES, ...CRYPTO_DEPOSIT_STATES, ...CRYPTO_WITHDRAWAL_STATES, ...TradeState.options]),
]
/** Maps every state of every rail to one of the three filter values. */
export const MOVEMENT_STATE_GROUP: Readonly<Record<MovementState, StateGroup>> = {
  ...BANK_STATE_GROUP,
  BELOW_MINIMUM: 'pending',
  ORPHANED: 'pending',
  DISPUTED: 'pending',
  REVERSED: 'failed',
  REQUESTED: 'pending',
  APPROVED: 'pending',
  SIGNING: 'pending',
  SENT: 'pending',
  CONFIRMED: 'complete',
  UNDELIVERED: 'pending',
  REJECTED: 'failed',
  pending: 'pending',
  sent: 'pending',
  confirming: 'pending',
  settled: 'complete',
  refunded: 'failed',
}
const movementState = z.enum(MOVEMENT_STATES)

const instant = z.iso.datetime()
/** The scale depends on the asset, so amounts are text; `balanceUnits` gives the base units. */
const amount = z.string().meta({ examples: ['0.015'] })
const sum = z.object({ asset: assetCode, amount })

export const Movement = z.object({
  id: z.uuid(),
  kind: z.enum(MOVEMENT_KINDS),
  rail: z.enum(MOVEMENT_RAILS),
  state: movementState,
  stateGroup: z.enum(STATE_GROUPS),
  /** Amount received or sent; for a swap, the sold one. */
  asset: assetCode,
  amount,
  /** Bought amount of a swap. */
  received: sum.nullable(),
  /** Display text: bank and last digits, or an address. Null for a swap. */
  place: z.string().nullable(),
  createdAt: instant,
  /** Time of completion, successful or not. */
  endedAt: instant.nullable(),
})
export type Movement = z.output<typeof Movement>

/** One posting with its effect on one balance of the customer, and the balance after it. */
export const BalanceEntry = z.object({
  /** Id of the ledger transfer. */
  id: z.uuid(),
  /** Ledger code (docs/chart-of-accounts.md). */
  code: z.string(),
  at: instant,
  asset: assetCode,
  /** Change of the balance; negative for a debit, zero for a hold that begins or is released. */
  change: amount,
  heldChange: amount,
  /** Whole balance after it, holds included. */
  balance: amount,
  held: amount,
  /** The movement it belongs to. */
  movementId: z.uuid().nullable(),
})
export type BalanceEntry = z.output<typeof BalanceEntry>

export const MovementDetail = Movement.extend({
  /** Identifier at the bank or on the chain. */
  reference: z.string().nullable(),
  /** The customer's name for the bank account or address. */
  alias: z.string().nullable(),
  /** Oldest first. */
  timeline: z.array(z.object({ state: movementState, at: instant, note: z.string().nullable() })),
  /** Its entries in the customer's balances, oldest first. */
  entries: z.array(BalanceEntry),
})
export type MovementDetail = z.output<typeof MovementDetail>

export const MovementFilters = z.object({
  kind: z.enum(MOVEMENT_KINDS).optional(),
  rail: z.enum(MOVEMENT_RAILS).optional(),
  /** Either side of a swap. */
  asset: assetCode.optional(),
  stateGroup: z.enum(STATE_GROUPS).optional(),
  from: instant.optional(),
  to: instant.optional(),
  /** An amount, or part of bank, name of the account, reference, address or number of the movement; ignores accents and case. */
  text: z.string().max(100).optional(),
})
/** Cursor: time and id of the last row of the page before. */
const cursor = z
  .string()
  .regex(/^\d{1,15}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .optional()
const pageSize = z.coerce.number().int().min(1).max(100).default(20)

export const movements = {
  list: endpoint({
    method: 'GET',
    path: '/api/movements',
    role: 'ROLE_USER',
    summary: "The caller's movements of every rail, newest first; `next` is the `after` of the next page",
    query: MovementFilters.extend({ after: cursor, size: pageSize }),
    response: z.object({ results: z.array(Movement), next: z.string().nullable() }),
    errors: ['request.invalid'],
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/movements/csv',
    role: 'ROLE_USER',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows',
    allowance: 'movements-file',
    query: MovementFilters,
    answer: 'csv',
    response: z.string(),
    errors: ['request.invalid', 'request.too_many'],
  }),
  movement: endpoint({
    method: 'GET',
    path: '/api/movements/:id',
    role: 'ROLE_USER',
    summary: 'One movement of the caller with its timeline and what it did to the balances',
    params: z.object({ id: z.string().max(64) }),
    response: MovementDetail,
    errors: ['movements.not_found'],
  }),
  balanceEntries: endpoint({
    method: 'GET',
    path: '/api/balances/:asset/entries',
    role: 'ROLE_USER',
    summary: "Why a balance of the caller is what it is: the ledger's entries, newest first, and one page of what is held with its reason",
    params: z.object({ asset: assetCode }),
    query: z.object({
      before: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      /** Page of `holds`, of the same size. */
      holdsPageIndex: PageQuery.shape.pageIndex,
      size: pageSize,
    }),
    response: z.object({
      asset: assetCode,
      /** Balance after the first entry of the first page. */
      balance: amount,
      held: amount,
      available: amount,
      /** One page, oldest first. */
      holds: z.array(z.object({ id: z.uuid(), code: z.string(), amount, since: instant, movementId: z.uuid().nullable() })),
      holdsPages: z.int(),
      entries: z.array(BalanceEntry),
      /** `before` of the next page. */
      next: z.string().nullable(),
    }),
    errors: ['request.invalid'],
  }),
}
