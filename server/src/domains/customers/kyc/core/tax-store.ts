/** SQL of certifications of tax residence: written once, the newest applies. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { KeptResidence } from './kept-fields.ts'
import type { TaxCertificationKept } from './types.ts'

interface Row extends Omit<TaxCertificationKept, 'residences'> {
  readonly residences: readonly unknown[]
}

/** Newest first; all of them without a limit. */
export async function taxCertifications(
  connection: Connection,
  accountId: string,
  limit: number | null = null,
): Promise<TaxCertificationKept[]> {
  const found = await sql<Row>`SELECT version, residences, statement_version AS "statementVersion", certified_at AS "certifiedAt"
    FROM kyc.tax_certification WHERE account_id = ${accountId} ORDER BY version DESC LIMIT ${limit}`.execute(connection)
  return found.rows.map((row) => ({ ...row, residences: row.residences.map((one) => KeptResidence.parse(one)) }))
}

export async function insertTaxCertification(tx: Transaction, accountId: string, kept: TaxCertificationKept): Promise<void> {
  const { version, residences, statementVersion, certifiedAt } = kept
  await sql`INSERT INTO kyc.tax_certification (id, account_id, version, residences, statement_version, certified_at)
    VALUES (${newId()}, ${accountId}, ${version}, ${JSON.stringify(residences)}::jsonb, ${statementVersion}, ${certifiedAt})`.execute(tx)
}

/** Erases countries and numbers when the key of the person's files is destroyed; the versions and their times stay. */
export async function eraseTaxCertifications(connection: Connection, accountId: string): Promise<void> {
  await sql`UPDATE kyc.tax_certification SET residences = '[]' WHERE account_id = ${accountId} AND residences <> '[]'`.execute(connection)
}
