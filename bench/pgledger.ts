/** pgledger (github.com/pgr0ss/pgledger, MIT) from a copy of its repository: a ledger in PL/pgSQL, for comparison in the same run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenDatabase } from '../server/src/platform/database/database.ts'

const ACCOUNTS = 1_000
const FILES = ['vendor/scoville-pgsql-ulid/uuid-to-ulid.sql', 'vendor/scoville-pgsql-ulid/ulid-to-uuid.sql', 'pgledger.sql']

/** One transfer between two random accounts, by one prepared statement. */
export async function preparePgledger(pool: OpenDatabase['pool'], folder: string): Promise<() => Promise<unknown>> {
  for (const file of FILES) await pool.query(readFileSync(join(folder, file), 'utf8'))
  const made = await pool.query<{ id: string }>(
    `SELECT made.id FROM generate_series(1, $1::integer) AS n CROSS JOIN LATERAL pgledger_create_account('account ' || n, 'COP') AS made`,
    [ACCOUNTS],
  )
  const ids = made.rows.map(({ id }) => id)
  return () => {
    const from = Math.floor(Math.random() * ACCOUNTS)
    const to = (from + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS
    return pool.query({ name: 'pgledger', text: 'SELECT pgledger_create_transfer($1, $2, 1)', values: [ids[from], ids[to]] })
  }
}
