/** SQL of the references of customers. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newReference } from './reference.ts'

const TRIES_MAX = 20

/** The customer's reference, created on first use. */
export async function referenceOf(tx: Transaction, accountId: string, at: Date): Promise<string> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const known = await findReference(tx, accountId)
    if (known) return known
    // Taken by another customer, or concurrently by this one: queried again.
    await sql`INSERT INTO payments.transfer_reference (account_id, reference, created_at) VALUES (${accountId}, ${newReference()}, ${at})
      ON CONFLICT DO NOTHING`.execute(tx)
  }
  throw new Error('no free reference was found')
}

async function findReference(connection: Connection, accountId: string): Promise<string | null> {
  const found = await sql<{ reference: string }>`SELECT reference FROM payments.transfer_reference WHERE account_id = ${accountId}`.execute(
    connection,
  )
  return found.rows[0]?.reference ?? null
}

/** Owners of these references, each account once. */
export async function ownersOf(connection: Connection, references: readonly string[]): Promise<string[]> {
  if (references.length === 0) return []
  const found = await sql<{ accountId: string }>`SELECT account_id AS "accountId" FROM payments.transfer_reference
    WHERE reference = ANY(${[...references]}) ORDER BY account_id`.execute(connection)
  return found.rows.map(({ accountId }) => accountId)
}
