/** SQL of the issued documents. */
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

export interface DocumentRow {
  readonly code: string
  readonly accountId: string
  readonly kind: 'receipt' | 'statement' | 'certificate'
  readonly subject: string
  readonly format: 'pdf' | 'csv'
  /** JSON of `Fact[]`. */
  readonly facts: string
  readonly fileHash: string
  readonly signature: string
  readonly issuedAt: Date
}

const COLUMNS = sql`code, account_id AS "accountId", kind, subject, format, facts, file_hash AS "fileHash", signature, issued_at AS "issuedAt"`

export async function insertDocument(db: Connection, row: DocumentRow): Promise<void> {
  const { code, accountId, kind, subject, format, facts, fileHash, signature, issuedAt } = row
  await sql`INSERT INTO movements.document (code, account_id, kind, subject, format, facts, file_hash, signature, issued_at)
    VALUES (${code}, ${accountId}, ${kind}, ${subject}, ${format}, ${facts}, ${fileHash}, ${signature}, ${issuedAt})`.execute(db)
}

export async function findDocument(db: Connection, code: string): Promise<DocumentRow | null> {
  const found = await sql<DocumentRow>`SELECT ${COLUMNS} FROM movements.document WHERE code = ${code}`.execute(db)
  return found.rows[0] ?? null
}

/** Newest document of the same facts. The facts differ by language too, so that each language has its own document. */
export async function latestDocument(
  db: Connection,
  { accountId, kind, subject, format, facts }: Pick<DocumentRow, 'accountId' | 'kind' | 'subject' | 'format' | 'facts'>,
): Promise<DocumentRow | null> {
  const found = await sql<DocumentRow>`SELECT ${COLUMNS} FROM movements.document
    WHERE account_id = ${accountId} AND kind = ${kind} AND subject = ${subject} AND format = ${format} AND facts = ${facts}
    ORDER BY issued_at DESC LIMIT 1`.execute(db)
  return found.rows[0] ?? null
}

interface Mismatch {
  readonly id: string
  readonly accountId: string
  readonly year: string
  readonly asset: AssetCode
  readonly at: Date
}

export async function recordMismatch(db: Connection, { id, accountId, year, asset, at }: Mismatch): Promise<void> {
  await sql`INSERT INTO movements.certificate_mismatch (id, account_id, year, asset, at)
    VALUES (${id}, ${accountId}, ${year}, ${asset}, ${at})`.execute(db)
}

export async function countMismatches(db: Connection, since: Date): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::int AS count FROM movements.certificate_mismatch
    WHERE at >= ${since}`.execute(db)
  return found.rows[0]?.count ?? 0
}
