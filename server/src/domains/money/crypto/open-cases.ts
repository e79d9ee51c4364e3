/** Open cases: credits in dispute, withdrawals claimed by their customers, and transactions on chain that are in no book. */
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/database.ts'
import type { CryptoContext } from './context.ts'
import { countOpenFound } from './found/found-reads.ts'

export interface OpenCases {
  readonly disputed: number
  readonly claims: number
  /** Transactions of the platform's wallets that moved the asset and that two officers have not booked. */
  readonly found: number
}

export async function openCases(context: CryptoContext, tx: Transaction, asset: AssetCode): Promise<OpenCases> {
  const rows = await sql<Omit<OpenCases, 'found'>>`SELECT
    (SELECT count(*)::int FROM crypto.deposit WHERE state = 'DISPUTED' AND asset = ${asset}) AS disputed,
    (SELECT count(*)::int FROM crypto.withdrawal WHERE state = 'UNDELIVERED' AND asset = ${asset}) AS claims`.execute(tx)
  return { ...(rows.rows[0] ?? { disputed: 0, claims: 0 }), found: await countOpenFound(context, tx, asset) }
}
