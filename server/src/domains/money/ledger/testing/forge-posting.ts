/** Forged journal row, inserted with the product's role: a copy of a posted one, under another id and at a position of its own. */
import { sql } from 'kysely'
import type { Database } from '../../../../platform/database/database.ts'

export async function forgePosting(db: Database, id: string): Promise<void> {
  const found = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'ledger' AND table_name = 'transfer' ORDER BY ordinal_position`.execute(db)
  const names = found.rows.map(({ name }) => name)
  const changed: Record<string, string> = { id: `'${id}'`, debit_version: 'debit_version + 1000', credit_version: 'credit_version + 1000' }
  await sql
    .raw(`INSERT INTO ledger.transfer (${names.join()}) SELECT ${names.map((name) => changed[name] ?? name).join()}
      FROM ledger.transfer ORDER BY batch_seq LIMIT 1`)
    .execute(db)
}

/** Remove a posting with the database owner's role, so that the books can be checked afterwards. */
export async function removePosting(owner: Database, id: string): Promise<void> {
  await sql`DELETE FROM ledger.transfer WHERE id = ${id}`.execute(owner)
}
