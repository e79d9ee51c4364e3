/**
 * Trade reports of officers over all customers (ADM-15): each order as placed and as ended, and bought and sold totals. Extension of the
 * specification.
 */
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
 * The pair as quoted: units of `against` for one `asset`. Pesos are never the asset, dollars only against pesos; paying
 * with `against` is a purchase.
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
  /** Executed amount; before that, the requested or expected one. The bought amount is net of the fees. */
  amountSold: amountText,
  amountBought: amountText,
  price: amountText,
  /** Limit enforced on chain: never more sold, never less bought. */
  maximumSold: amountText,
  minimumBought: amountText,
  /** The same as a share of the current price, for display: `'0.5'` is 0,5 %. */
  slippagePercent: z.string(),
  /** Network fee of the customer, in the bought asset and in dollars; zero for a refunded order. */
  networkFee: amountText,
  networkFeeUsd: z.string(),
  /** Platform fee, in the same way. */
  houseFee: amountText,
  /** Actual gas cost in dollars; null when no transaction was sent. */
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
  /** Amount of the asset, and the amount paid or received for it. */
  amount: amountText,
  value: amountText,
  price: amountText,
  /** In the bought asset. */
  networkFee: amountText,
  houseFee: amountText,
  feeAsset: assetCode,
  transactionHash: z.string().nullable(),
  settledAt: z.iso.datetime(),
})
export type TradeReportRow = z.output<typeof TradeReportRow>

/** Totals over all matches of the filters, not one page. */
export const TradeTotal = z.object({
  ...pair,
  count: z.int(),
  amount: amountText,
  value: amountText,
  /** Average value of one asset. */
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
    summary: 'Historial de ordenes: orders of all customers, with limit, fees and transaction',
    allowance: 'report-search',
    query: OrderFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(OrderRow), total: z.int(), pagesNumber: z.int() }),
  }),
  ordersCsv: endpoint({
    ...exported,
    path: '/blockchain/administrative/orders/csv',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    query: OrderFilters,
  }),
  trades: endpoint({
    ...listed,
    path: '/blockchain/administrative/trades',
    summary: 'Historial de compra / venta: purchases and sales of all customers, with the totals of all matches',
    allowance: 'report-search',
    query: TradeFilters.extend(PageQuery.shape),
    response: z.object({ results: z.array(TradeReportRow), total: z.int(), pagesNumber: z.int(), totals: z.array(TradeTotal) }),
  }),
  tradesCsv: endpoint({
    ...exported,
    path: '/blockchain/administrative/trades/csv',
    summary: 'The same list as CSV (semicolons, decimal comma), at most 10,000 rows; the export is recorded',
    allowance: 'report-export',
    query: TradeFilters,
  }),
}
