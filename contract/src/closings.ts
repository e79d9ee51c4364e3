/**
 * Daily closings and proof of reserves (G45): liabilities and holdings at 24:00 of each day of Bogotá, and the check that a customer's
 * balance is included (docs/proof-of-reserves.md).
 */
import * as z from 'zod'
import { PageQuery } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { ASSET_CODES, amountText, assetCode } from './money.ts'

const day = z.iso.date().meta({ description: 'Day of Bogotá', examples: ['2026-11-26'] })
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const Closing = z.object({
  day,
  /** In the order of the assets, at 24:00; empty while the row is not sealed. */
  assets: z.array(
    z.object({
      asset: assetCode,
      liabilities: amountText,
      /**
       * Pesos by the ledger; tokens at all company addresses, from the last comparison in the last five minutes of that day. Null without
       * one.
       */
      held: amountText.nullable(),
      difference: amountText.nullable(),
      /** Percentage, rounded down; null when there were no liabilities or no comparison. */
      coverage: z.int().nullable(),
      comparedAt: z.iso.datetime().nullable(),
    }),
  ),
  openDifferences: z.int(),
  /** Head of the ledger's hash chain from which the amounts were computed. */
  seq: z.string(),
  hash,
  customers: z.int().meta({ description: 'With something in any asset: the leaves of the tree' }),
  root: hash.nullable().meta({ description: 'Root of the Merkle sum tree; null when all balances were zero' }),
  closedAt: z.iso.datetime(),
  isSealed: z.boolean().meta({ description: 'Whether the row is as the product wrote it' }),
})
export type Closing = z.output<typeof Closing>

/** Base units, as hashed: cents, satoshi, millionths of USDT. */
const baseUnits = z.string().regex(/^\d{1,78}$/)
export const AssetSums = z.object(
  Object.fromEntries(ASSET_CODES.map((asset) => [asset, baseUnits])) as Record<(typeof ASSET_CODES)[number], typeof baseUnits>,
)

export const ReservesProof = z.object({
  day,
  account: z.uuid(),
  /** Only in the caller's own proof: with it, a balance can be identified in the tree. */
  nonce: hash,
  balance: AssetSums,
  leaf: hash,
  /** Merkle path from the leaf up: the sibling on each level, and its side. */
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash, sums: AssetSums })),
  root: hash,
  /** Total of all customers. */
  totals: AssetSums,
})
export type ReservesProof = z.output<typeof ReservesProof>

/** Published part of a closing, identical for every reader. A customer who was shown another root can prove it with this. */
export const PublishedClosing = z.object({
  day,
  root: hash.nullable(),
  totals: AssetSums,
  customers: z.int(),
  seq: z.string(),
  hash,
})
export type PublishedClosing = z.output<typeof PublishedClosing>
/** Days during which customers can request their Merkle path. */
export const PROOF_RETENTION_DAYS = 92

const listed = { method: 'GET', role: 'ROLE_ADMIN', permission: 'treasury.read' } as const

export const closings = {
  list: endpoint({
    ...listed,
    path: '/reconciliation/administrative/closings',
    summary: 'Cierres diarios: what was owed and held at the end of each day, the newest first',
    query: PageQuery,
    response: z.object({ results: z.array(Closing), total: z.int() }),
    errors: ['request.invalid'],
  }),
  // Totals without personal data: a reader of the list may download it without the permission to export people.
  csv: endpoint({
    ...listed,
    path: '/reconciliation/administrative/closings/csv',
    summary: 'The same list as CSV (semicolons, decimal comma), a line for each asset of each day, at most 10,000 lines',
    answer: 'csv',
    response: z.string(),
    errors: [],
  }),
  published: endpoint({
    method: 'GET',
    path: '/reconciliation/reserves-roots',
    role: 'PUBLIC',
    summary: 'Roots and totals of the last 92 daily closings, identical for every caller: a proof of reserves is compared with them',
    response: z.array(PublishedClosing),
    errors: [],
  }),
  proof: endpoint({
    method: 'GET',
    path: '/reconciliation/reserves-proof',
    role: 'ROLE_USER',
    summary: "Prueba de reservas: the caller's leaf and its path to the root of a closing; the newest one without a day",
    allowance: 'reserves-proof',
    query: z.object({ day: day.optional() }),
    response: ReservesProof,
    errors: [
      'request.invalid',
      'request.too_many',
      'reconciliation.no_closing',
      'reconciliation.not_in_closing',
      'reconciliation.proof_gone',
    ],
  }),
}
