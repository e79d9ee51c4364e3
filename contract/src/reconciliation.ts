/** Reconciliation: liabilities and holdings of the company, differences, and the pauses they trigger (ADM-15 Balance). */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { amountText, assetCode } from './money.ts'
import { OfficerReason } from './officer-reason.ts'

export const CHECKS = [
  'chain.hot',
  'chain.cold',
  'chain.supply',
  'chain.overdue',
  'chain.deposits',
  'chain.destination',
  'crypto.uncredited',
  'crypto.disputed',
  'bank.backing',
  'provider.payouts',
  'provider.deposit',
  'provider.taken_back',
  'provider.amount',
  'provider.record',
  'bank.statement',
  'ledger.chain',
  'ledger.balance',
  'ledger.sum',
  'ledger.expired_holds',
  'rows.unproved',
] as const
const checkName = z.enum(CHECKS)
export type CheckName = z.output<typeof checkName>
/** Checks whose figures are counts, not money. */
export const COUNTED_CHECKS: ReadonlySet<CheckName> = new Set([
  'chain.overdue',
  'chain.destination',
  'ledger.chain',
  'ledger.balance',
  'ledger.expired_holds',
  'rows.unproved',
])
/** Amounts with an external source: the node, the bank's statement, the payout provider. */
export const COMPARED_MONEY = [
  'chain.hot',
  'chain.cold',
  'chain.deposits',
  'chain.supply',
  'bank.backing',
  'bank.statement',
  'provider.payouts',
] as const satisfies readonly CheckName[]
export type ComparedMoney = (typeof COMPARED_MONEY)[number]
export const PARTS = ['chain', 'addresses', 'payouts', 'deposits', 'statement', 'ledger', 'rows'] as const
export type PartName = (typeof PARTS)[number]

export const DIFFERENCE_STATES = ['open', 'explained', 'closed'] as const
const differenceState = z.enum(DIFFERENCE_STATES)
export type DifferenceState = z.output<typeof differenceState>

/** Amounts are decimal text in whole units; counts are whole numbers. */
export const Difference = z.object({
  id: z.uuid(),
  check: checkName,
  asset: assetCode,
  /** The row, for a comparison of many. */
  subject: z.string(),
  expected: amountText,
  actual: amountText,
  difference: amountText,
  /** Whether it paused withdrawals and trades of the asset. */
  freezes: z.boolean(),
  state: differenceState,
  openedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endedBy: z.string().nullable().meta({ description: 'Address of the officer' }),
  reason: z.string().nullable(),
})
export type Difference = z.output<typeof Difference>

export const BooksState = z.object({
  /** In the order of the assets. */
  balance: z.array(
    z.object({
      asset: assetCode,
      liabilities: amountText,
      /** Pesos at the bank and the provider; tokens of the company's wallet. Null until checked. */
      held: amountText.nullable(),
      difference: amountText.nullable(),
      /** Percentage, rounded down; null without liabilities. */
      coverage: z.int().nullable(),
      frozenAt: z.iso.datetime().nullable(),
      frozenBy: z.array(checkName.or(z.enum(['officer', 'restored']))).meta({
        description: 'Causes of the freeze: comparisons, an officer, a restored backup. Empty when it is not frozen, or for another reason',
      }),
    }),
  ),
  /** The newest comparison of each amount, including matches, in the order of the assets; amounts never compared are left out. */
  compared: z.array(
    z.object({
      check: z.enum(COMPARED_MONEY),
      asset: assetCode,
      expected: amountText.meta({ description: 'Ledger amount, with operations in flight' }),
      actual: amountText.meta({ description: 'Amount at the node, the bank or the provider' }),
      /** Zero where a surplus is expected. */
      difference: amountText,
      comparedAt: z.iso.datetime(),
    }),
  ),
  runs: z.array(
    z.object({
      part: z.enum(PARTS),
      finishedAt: z.iso.datetime().nullable(),
      /** Time of the last attempt, when it failed. */
      failedAt: z.iso.datetime().nullable(),
    }),
  ),
  openDifferences: z.int(),
  mayEnd: z.boolean().meta({ description: 'Whether the caller may end differences and ask for a freeze to be lifted' }),
  /** The last ledger head that was signed and published. */
  signedHead: z.object({ seq: z.string(), hash: z.string(), signedAt: z.iso.datetime() }).nullable(),
})
export type BooksState = z.output<typeof BooksState>

/** Level of a reserve. */
export const TREASURY_LEVELS = ['good', 'low', 'critical'] as const
const treasuryLevel = z.enum(TREASURY_LEVELS)
export type TreasuryLevel = z.output<typeof treasuryLevel>
const assetAmount = z.object({ asset: assetCode, amount: amountText })

export const Treasury = z.object({
  wallets: z.array(
    z.object({
      name: z.enum(['hot', 'cold', 'treasury']),
      address: z.string(),
      balances: z.array(assetAmount),
      ether: amountText,
      /** Typical operations that its ether pays for at the current price; the hot wallet's reserve is not counted. */
      operationsLeft: z.int().nullable().meta({ description: 'Null of the cold wallet, whose transactions are made elsewhere' }),
      level: treasuryLevel.nullable(),
    }),
  ),
  /**
   * Tokens of the hot and the cold wallet against customers' balances of each; pesos at the bank and the provider against COPT outside the
   * treasury.
   */
  coverage: z.array(z.object({ asset: assetCode, owed: amountText, held: amountText, percent: z.int().nullable(), level: treasuryLevel })),
  copt: z.object({ supply: amountText, outside: amountText, atTreasury: amountText }),
  pesos: z.object({
    bank: amountText,
    /** Balance of the collection account by the ledger. */
    collection: amountText,
    /** Prepaid balance at the payout provider, and pending customer payouts. */
    payouts: amountText,
    reserved: amountText,
    level: treasuryLevel,
  }),
  /** Network fees paid by customers. */
  fees: z.array(assetAmount),
  /** Payout costs of the company. */
  costs: z.object({ gmf: amountText, providerFees: amountText }),
  gasPriceGwei: amountText,
})
export type Treasury = z.output<typeof Treasury>

export const EndDifference = z.object({ outcome: z.enum(['explained', 'closed']), reason: OfficerReason })
const LiftFreeze = z.object({ reason: OfficerReason })
const FreezeAsset = z.object({ reason: OfficerReason })

const STEP_UP_REFUSED = ['identity.step_up_required', 'identity.step_up_invalid', 'request.invalid', 'request.text_unseen'] as const

export const reconciliation = {
  state: endpoint({
    method: 'GET',
    path: '/reconciliation/administrative/state',
    role: 'ROLE_ADMIN',
    permission: 'treasury.read',
    summary: 'Liabilities and holdings by asset, time of the last reconciliation, and paused assets',
    response: BooksState,
    errors: [],
  }),
  treasury: endpoint({
    method: 'GET',
    path: '/reconciliation/administrative/treasury',
    role: 'ROLE_ADMIN',
    permission: 'treasury.read',
    summary: 'Wallet: holdings on chain and at the bank, liabilities, remaining gas, and collected fees',
    response: Treasury,
    errors: ['blockchain.unavailable'],
  }),
  differences: endpoint({
    method: 'GET',
    path: '/reconciliation/administrative/differences',
    role: 'ROLE_ADMIN',
    permission: 'treasury.read',
    summary: 'Differences of the books, open ones first, then the newest, with who ended each and why',
    query: PageQuery.extend({ state: differenceState.optional() }),
    response: z.object({ results: z.array(Difference), total: z.int() }),
    errors: ['request.invalid'],
  }),
  endDifference: endpoint({
    method: 'POST',
    path: '/reconciliation/administrative/differences/:id/end',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'reconciliation.difference_ended',
    summary: 'Explain a difference that may stay, or close one that no longer exists, with a reason',
    stepUp: { binds: ['params.id', 'body.outcome', 'body.reason'] },
    reason: true,
    params: z.object({ id: z.string().max(64) }),
    body: EndDifference,
    response: z.object({ state: differenceState }),
    errors: [
      ...STEP_UP_REFUSED,
      'request.not_found',
      'request.reason_invalid',
      'request.reason_too_long',
      'reconciliation.still_differs',
      'reconciliation.already_ended',
    ],
  }),
  freezeAsset: endpoint({
    method: 'POST',
    path: '/reconciliation/administrative/freezes/:asset',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'reconciliation.asset_frozen',
    summary: 'Pause withdrawals, payouts and swaps of an asset immediately, by one officer; resuming takes two',
    stepUp: { binds: ['params.asset', 'body.reason'] },
    reason: true,
    params: z.object({ asset: assetCode }),
    body: FreezeAsset,
    response: z.object({ frozen: z.literal(true) }),
    errors: [...STEP_UP_REFUSED, 'request.reason_invalid', 'request.reason_too_long', 'reconciliation.already_frozen'],
  }),
  liftFreeze: endpoint({
    method: 'POST',
    path: '/reconciliation/administrative/freezes/:asset/lift',
    role: 'ROLE_ADMIN',
    permission: 'payments.review',
    audit: 'reconciliation.freeze_lifted',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Resume withdrawals and swaps of an asset: always waits for a second officer, 202',
    stepUp: { binds: ['params.asset', 'body.reason'] },
    reason: true,
    params: z.object({ asset: assetCode }),
    body: LiftFreeze,
    response: z.object({ lifted: z.literal(true) }),
    errors: [
      ...STEP_UP_REFUSED,
      'request.reason_invalid',
      'request.reason_too_long',
      'reconciliation.not_frozen',
      'reconciliation.differences_open',
      'reconciliation.disputes_open',
      'reconciliation.claims_open',
      'reconciliation.not_compared',
      'reconciliation.found_open',
      'blockchain.unavailable',
      'reconciliation.payments_unbooked',
      'approvals.already_waiting',
    ],
  }),
}
