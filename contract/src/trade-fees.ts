/**
 * Taker/Maker fees (ADM-15): current costs of an exchange, collected fees, and the versions of the platform fee. Extension of the
 * specification.
 */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { FeeRates } from './fee-schedule.ts'
import { amountText, assetCode } from './money.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { VERSION_STATES, VersionDecision } from './version-decision.ts'

const percent = z.string().meta({ examples: ['0.05'] })

export const TakenFees = z.object({ asset: assetCode, orders: z.int(), amount: amountText })

export const TradeFees = z.object({
  pairs: z.array(
    z.object({
      sold: assetCode,
      bought: assetCode,
      /** Platform fee of an order that takes liquidity from the pools, and of a resting one: every order is of the first kind. */
      taker: percent,
      maker: percent,
      /** Pool fees of each route, cheapest first; the amount decides which is best. */
      routes: z.array(z.object({ path: z.array(z.string()), percent })),
      /** Minimum sold amount of one order. */
      minimum: amountText,
    }),
  ),
  /** Last thirty days. */
  taken: z.object({
    from: z.iso.datetime(),
    networkFees: z.array(TakenFees),
    /** Platform fees. */
    houseFees: z.array(TakenFees),
    /** Dollars: network fees that customers paid, and actual gas costs, including refunded orders. */
    paidUsd: z.string(),
    gasUsd: z.string(),
  }),
})
export type TradeFees = z.output<typeof TradeFees>

export const SampleTrade = z.object({
  received: amountText,
  poolPercent: percent,
  impactPercent: percent,
  /** In the bought asset, and in pesos. */
  networkFee: amountText,
  networkFeeCop: amountText,
  /** Platform fee, in the bought asset. */
  houseFee: amountText,
})
export type SampleTrade = z.output<typeof SampleTrade>

/** Version of the platform fee rates. */
export const FeeVersion = z.object({
  version: z.int(),
  state: z.enum(VERSION_STATES),
  rates: FeeRates,
  /** Null for the first version, which is part of the product. */
  from: z.iso.datetime().nullable(),
  decided: VersionDecision.nullable(),
})
export type FeeVersion = z.output<typeof FeeVersion>

const read = { method: 'GET', role: 'ROLE_ADMIN', permission: 'fees.read' } as const

export const tradeFees = {
  schedule: endpoint({
    ...read,
    path: '/blockchain/administrative/fees/schedule',
    summary: 'Versions of the platform fee, the newest first: in force, scheduled and past',
    response: z.object({ versions: z.array(FeeVersion), isWaiting: z.boolean() }),
    errors: [],
  }),
  changeSchedule: endpoint({
    method: 'POST',
    path: '/blockchain/administrative/fees/schedule',
    role: 'ROLE_ADMIN',
    permission: 'fees.change',
    audit: 'trading.fees_changed',
    approval: 'four-eyes',
    idempotent: true,
    summary:
      'Propose a version of the platform fee: all pairs, from the approval or from a future day. Always waits for a second officer. Earlier quotes keep their fee',
    stepUp: { binds: ['body.rates', 'body.fromDay', 'body.reason'] },
    reason: true,
    body: z.object({ rates: FeeRates, fromDay: z.iso.date().nullable(), reason: OfficerReason }),
    response: z.object({ version: z.int(), from: z.iso.datetime() }),
    errors: [
      'request.invalid',
      'identity.step_up_required',
      'identity.step_up_invalid',
      'access.permission_missing',
      ...REASON_REFUSED,
      'approvals.already_waiting',
      'trading.fees_same',
      'trading.fees_date_out_of_bounds',
    ],
  }),
  fees: endpoint({
    ...read,
    path: '/blockchain/administrative/fees',
    summary: 'Taker/Maker fees: what each pair costs, and what customers paid for the network in thirty days',
    response: TradeFees,
    errors: ['blockchain.unavailable'],
  }),
  sample: endpoint({
    ...read,
    path: '/blockchain/administrative/fees/sample',
    summary: 'Current cost of an exchange of this size; no trade is made',
    allowance: 'fee-sample',
    query: z.object({ sold: assetCode, bought: assetCode, amount: amountText }),
    response: SampleTrade,
    errors: [
      'trading.same_token',
      'trading.amount_invalid',
      'trading.amount_below_minimum',
      'trading.no_route',
      'blockchain.unavailable',
      'request.too_many',
    ],
  }),
}
