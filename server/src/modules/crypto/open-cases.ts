/** What the chain took back and that has not ended: credits in dispute, and withdrawals that their customers claim. */
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

export interface OpenCases {
  readonly disputed: number
  readonly claims: number
}

export async function openCases(tx: Transaction, asset: AssetCode): Promise<OpenCases> {
  const found = await sql<OpenCases>`SELECT
    (SELECT count(*)::int FROM crypto.deposit WHERE state = 'DISPUTED' AND asset = ${asset}) AS disputed,
    (SELECT count(*)::int FROM crypto.withdrawal WHERE state = 'UNDELIVERED' AND asset = ${asset}) AS claims`.execute(tx)
  return found.rows[0] ?? { disputed: 0, claims: 0 }
}
