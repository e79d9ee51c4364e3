/** SQL of customers in verification: levels, dossiers, surveys, changes of level. */
import type { PersonType } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Dossier, LevelChange, LevelStatus } from './types.ts'

export const DOCUMENT_INDEX = 'dossier_document'

export interface CustomerRow extends LevelStatus {
  personType: PersonType
}
/** Includes the data of level 1 and 2 beyond the needs of payments. */
export interface DossierFacts extends Dossier {
  birthDate: string | null
  isPep: boolean
}

const CUSTOMER = sql`person_type AS "personType", current_level AS "currentLevel", is_verified AS "isVerified"`

export async function findCustomer(connection: Connection, accountId: string): Promise<CustomerRow | null> {
  const found = await sql<CustomerRow>`SELECT ${CUSTOMER} FROM kyc.customer WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}

/** Created when missing; locks this person's verification until the transaction ends. */
export async function lockCustomer(tx: Transaction, accountId: string, now: Date): Promise<CustomerRow> {
  await sql`INSERT INTO kyc.customer (account_id, person_type, current_level, is_verified, updated_at)
    VALUES (${accountId}, 'natural', 0, false, ${now}) ON CONFLICT (account_id) DO NOTHING`.execute(tx)
  const locked = await sql<CustomerRow>`SELECT ${CUSTOMER} FROM kyc.customer WHERE account_id = ${accountId} FOR UPDATE`.execute(tx)
  const row = locked.rows[0]
  if (!row) throw new Error('the customer was deleted meanwhile')
  return row
}

export async function updateCustomer(tx: Transaction, accountId: string, customer: CustomerRow, now: Date): Promise<void> {
  const { personType, currentLevel, isVerified } = customer
  await sql`UPDATE kyc.customer SET person_type = ${personType}, current_level = ${currentLevel}, is_verified = ${isVerified},
    updated_at = ${now} WHERE account_id = ${accountId}`.execute(tx)
}

export async function findDossier(connection: Connection, accountId: string): Promise<Dossier | null> {
  const found = await sql<Dossier>`SELECT person_type AS "personType", full_name AS "fullName", document_type AS "documentType",
      document_number AS "documentNumber", phone FROM kyc.dossier WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}

interface Holder {
  readonly type: string
  readonly number: string
}
/** Other account that holds a document, locked; null when it is free. */
export async function lockHolder(tx: Transaction, accountId: string, { type, number }: Holder): Promise<string | null> {
  const found = await sql<{
    id: string
  }>`SELECT account_id AS id FROM kyc.dossier WHERE document_type = ${type} AND document_number = ${number}
    AND succeeded_by IS NULL AND account_id <> ${accountId} FOR UPDATE`.execute(tx)
  return found.rows[0]?.id ?? null
}

/** Sets the successor of the earlier account, and of all accounts before it. */
export async function setSuccessor(tx: Transaction, earlierId: string, accountId: string): Promise<void> {
  await sql`UPDATE kyc.dossier SET succeeded_by = ${accountId} WHERE account_id = ${earlierId} OR succeeded_by = ${earlierId}`.execute(tx)
}

export async function earlierAccounts(connection: Connection, accountId: string): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`SELECT earlier_id AS id FROM kyc.earlier_account WHERE account_id = ${accountId}
    ORDER BY earlier_id`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Waits for a concurrent grant that creates a successor; a later grant waits for this transaction. */
export async function lockSuccessor(tx: Transaction, accountId: string): Promise<string | null> {
  const found = await sql<{
    id: string | null
  }>`SELECT succeeded_by AS id FROM kyc.dossier WHERE account_id = ${accountId} FOR SHARE`.execute(tx)
  return found.rows[0]?.id ?? null
}

/** Violates its index when another account without a successor has the document. */
export async function putDossier(tx: Transaction, accountId: string, dossier: DossierFacts, now: Date): Promise<void> {
  const { personType, fullName, documentType, documentNumber, phone, birthDate, isPep } = dossier
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, birth_date, is_pep, updated_at)
    VALUES (${accountId}, ${personType}, ${fullName}, ${documentType}, ${documentNumber}, ${phone}, ${birthDate}, ${isPep}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET person_type = EXCLUDED.person_type, full_name = EXCLUDED.full_name,
      document_type = EXCLUDED.document_type, document_number = EXCLUDED.document_number, phone = EXCLUDED.phone,
      birth_date = EXCLUDED.birth_date, is_pep = EXCLUDED.is_pep, updated_at = EXCLUDED.updated_at`.execute(tx)
}

export async function putResidence(
  tx: Transaction,
  accountId: string,
  residence: { country: string; address: string },
  now: Date,
): Promise<void> {
  await sql`UPDATE kyc.dossier SET country = ${residence.country}, address = ${residence.address}, updated_at = ${now}
    WHERE account_id = ${accountId}`.execute(tx)
}

export interface SurveyAnswers {
  responseA: number
  responseB: number
  responseC: number
}
export async function insertSurvey(
  tx: Transaction,
  accountId: string,
  { responseA, responseB, responseC }: SurveyAnswers,
  now: Date,
): Promise<void> {
  await sql`INSERT INTO kyc.survey (id, account_id, response_a, response_b, response_c, answered_at)
    VALUES (${newId()}, ${accountId}, ${responseA}, ${responseB}, ${responseC}, ${now})`.execute(tx)
}

export async function lastSurvey(connection: Connection, accountId: string): Promise<SurveyAnswers | null> {
  const found = await sql<SurveyAnswers>`SELECT response_a AS "responseA", response_b AS "responseB", response_c AS "responseC"
    FROM kyc.survey WHERE account_id = ${accountId} ORDER BY answered_at DESC, id DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}

export async function insertLevelChange(
  tx: Transaction,
  change: LevelChange,
  from: LevelStatus,
  to: LevelStatus,
  now: Date,
): Promise<void> {
  await sql`INSERT INTO kyc.level_change (id, account_id, from_level, was_verified, to_level, is_verified, reason, changed_by, changed_at)
    VALUES (${newId()}, ${change.accountId}, ${from.currentLevel}, ${from.isVerified}, ${to.currentLevel}, ${to.isVerified}, ${change.reason},
      ${change.actor.accountId}, ${now})`.execute(tx)
}
