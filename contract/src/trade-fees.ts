/** Taker/Maker fees (ADM-15): what an exchange costs today and what was taken for it. Ours, read only. */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { amountText, assetCode } from './money.ts'

const percent = z.string().meta({ examples: ['0.05'] })

export const TradeFees = z.object({
  pairs: z.array(
    z.object({
      sold: assetCode,
      bought: assetCode,
      /** What the house takes of an order that meets the pools, and of one that would wait: every order is of the first kind. */
      taker: percent,
      maker: percent,
      /** What the pools of each route keep, the cheapest first; the amount decides which is best. */
      routes: z.array(z.object({ path: z.array(z.string()), percent })),
      /** The least that is sold in one order. */
      minimum: amountText,
    }),
  ),
  /** Of the last thirty days. */
  taken: z.object({
    from: z.iso.datetime(),
    networkFees: z.array(z.object({ asset: assetCode, orders: z.int(), amount: amountText })),
    /** Dollars: what customers paid for the network, and what it took, also for orders that were given back. */
    paidUsd: z.string(),
    gasUsd: z.string(),
  }),
})
export type TradeFees = z.output<typeof TradeFees>

export const SampleTrade = z.object({
  received: amountText,
  poolPercent: percent,
  impactPercent: percent,
  /** In what is bought, and in pesos. */
  networkFee: amountText,
  networkFeeCop: amountText,
  /** Of the house itself, in what is bought. */
  houseFee: amountText,
})
export type SampleTrade = z.output<typeof SampleTrade>

const read = { method: 'GET', role: 'ROLE_ADMIN', permission: 'settings.read' } as const

export const tradeFees = {
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
    summary: 'What an exchange of this size would cost now; nothing is traded',
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
