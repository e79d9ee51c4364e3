/** Deposits of dollars, daily closes and dossiers as rows, for tests of monthly files. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'

const DAY_MS = 86_400_000

/** In millionths. */
export async function dollarDeposit(db: Connection, { owner, at, amount }: { owner: string; at: Date; amount: bigint }): Promise<string> {
  const id = newId()
  await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
      block_number, block_hash, state, try_at, created_at, updated_at)
    VALUES (${id}, 1, ${`0x${id.replaceAll('-', '').padEnd(64, 'a')}`}, 0, ${owner}, ${`0x${'b'.repeat(40)}`}, 'USDT', ${amount},
      ${`0x${'c'.repeat(40)}`}, 1, 'x', 'COMPLETED', ${at}, ${at}, ${at})`.execute(db)
  return id
}

/** Close of each day that a month needs: pesos for a dollar, without decimals. */
export async function dailyCloses(db: Connection, from: Date, until: Date, pesos: bigint): Promise<void> {
  for (let at = from.getTime() - 8 * DAY_MS; at < until.getTime(); at += DAY_MS) {
    const close = pesos * 10n ** 8n
    await sql`INSERT INTO pricing.candle (pair, period, open_at, open, high, low, close, is_official)
      VALUES ('COPUSDT', '1d', ${new Date(at)}, ${close}, ${close}, ${close}, ${close}, true) ON CONFLICT DO NOTHING`.execute(db)
  }
}

export async function dossierOf(db: Connection, accountId: string, number: string): Promise<void> {
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at)
    VALUES (${accountId}, 'natural', 'Íñigo Núñez', 'CC', ${number}, '+573001234567', now())`.execute(db)
}

/** Verified at the first level on that day. */
export async function verifiedOn(db: Connection, accountId: string, at: Date): Promise<void> {
  await sql`INSERT INTO kyc.level_change (id, account_id, from_level, was_verified, to_level, is_verified, reason, changed_by, changed_at)
    VALUES (${newId()}, ${accountId}, 0, false, 1, true, 'prueba', ${accountId}, ${at})`.execute(db)
}
