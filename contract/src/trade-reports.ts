/** What officers read of everybody's exchanges (ADM-15): each order as it was given and ended, and what was bought and sold. Ours. */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { amountText, assetCode } from './money.ts'
import { TradeState, TradeType } from './trading.ts'

export const TRADE_SIDES = ['buy', 'sell'] as const
const side = z.enum(TRADE_SIDES)
export type TradeSide = z.output<typeof side>

const order = z.enum(['asc', 'desc']).default('desc')
/** Days of Bogotá, both included. */
const days = { from: z.iso.date().optional(), to: z.iso.date().optional() }
/** Part of an e-mail, or a whole id of a person or an order, or the hash of its transaction. */
const text = z.string().trim().max(100).optional()

export const ORDER_SORTS = ['createdAt', 'settledAt', 'networkFeeUsd'] as const
export const OrderFilters = z.object({
  state: TradeState.optional(),
  type: TradeType.optional(),
  sold: assetCode.optional(),
  bought: assetCode.optional(),
  ...days,
  text,
  sort: z.enum(ORDER_SORTS).default('createdAt'),
  order,
})
export type OrderFilters = z.output<typeof OrderFilters>

/**
 * The pair as people quote it: so many of `against` for one `asset`. Pesos are never the asset, dollars only against pesos; whoever pays
 * with `against` buys.
 */
const pair = { asset: assetCode, against: assetCode, side }

export const OrderRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  state: TradeState,
  type: TradeType,
  sold: assetCode,
  bought: assetCode,
  ...pair,
  /** As executed; until then what was asked or expected. What is bought is without the fees. */
  amountSold: amountText,
  amountBought: amountText,
  price: amountText,
  /** The limit that the chain keeps: never more sold, never less bought. */
  maximumSold: amountText,
  minimumBought: amountText,
  /** The same as a share of the price of the moment, for people: `'0.5'` is 0,5 %. */
  slippagePercent: z.string(),
  /** What the person pays for the network, in what is bought, and in dollars; nothing of an order that was given back. */
  networkFee: amountText,
  networkFeeUsd: z.string(),
  /** What the house takes, in the same way. */
  houseFee: amountText,
  /** What the network really took, in dollars; null when nothing was sent. */
  gasUsd: z.string().nullable(),
  transactionHash: z.string().nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
})
export type OrderRow = z.output<typeof OrderRow>

export const TRADE_SORTS = ['settledAt', 'value'] as const
export const TradeFilters = z.object({
  side: side.optional(),
  asset: assetCode.exclude(['COP']).optional(),
  against: assetCode.exclude(['BTC']).optional(),
  ...days,
  text,
  sort: z.enum(TRADE_SORTS).default('settledAt'),
  order,
})
export type TradeFilters = z.output<typeof TradeFilters>

/** A settled order, as a purchase or a sale. */
export const TradeReportRow = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  email: z.string(),
  ...pair,
  /** Of the asset, and what was paid or received for it. */
  amount: amountText,
  value: amountText,
  price: amountText,
  /** In what was bought. */
  networkFee: amountText,
  houseFee: amountText,
  feeAsset: assetCode,
  transactionHash: z.string().nullable(),
  settledAt: z.iso.datetime(),
})
export type TradeReportRow = z.output<typeof TradeReportRow>

/** Of all that the filters find, not of one page. */
export const TradeTotal = z.object({
  ...pair,
  count: z.int(),
  amount: amountText,
  value: amountText,
  /** Value for one asset, on average. */
  price: amountText,
})
export type TradeTotal = z.output<typeof TradeTotal>

const listed = { method: 'GET', role: 'ROLE_ADMIN', permission: 'payments.read', errors: ['request.invalid', 'request.too_many'] } as const
const exported = {
  method: 'GET',
  role: 'ROLE_ADMIN',
  permission: 'reports.export',
  audit: 'reports.exported',
  answer: 'csv',
  response: z.string(),
  errors: ['request.invalid', 'request.too_many'],
} as const

export const tradeReports = {
  orders: endpoint({
    ...listed,
    path: '/blockchain/administrative/orders',
    summary: 'Historial de ordenes: every order of everybody, with its limit, its fees and its transaction',
    query: OrderFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(OrderRow), total: z.int(), pagesNumber: z.int() }),
  }),
  ordersCsv: endpoint({
    ...exported,
    path: '/blockchain/administrative/orders/csv',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    query: OrderFilters,
  }),
  trades: endpoint({
    ...listed,
    path: '/blockchain/administrative/trades',
    summary: 'Historial de compra / venta: what everybody bought and sold, with the totals of all that was found',
    query: TradeFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(TradeReportRow), total: z.int(), pagesNumber: z.int(), totals: z.array(TradeTotal) }),
  }),
  tradesCsv: endpoint({
    ...exported,
    path: '/blockchain/administrative/trades/csv',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    query: TradeFilters,
  }),
}
