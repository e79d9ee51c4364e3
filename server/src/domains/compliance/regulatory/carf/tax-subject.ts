/** Person or company of a record of the yearly report. */
import type { ResidenceLine } from '@tunjo/contract/tax-residence-rules'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { RegulatoryContext } from '../context.ts'

export interface TaxSubject {
  readonly accountId: string
  readonly personType: 'natural' | 'legal'
  readonly fullName: string
  readonly documentType: string
  readonly documentNumber: string
  readonly birthDate: string | null
  /** Country of the address, ISO 3166-1 alpha-2; null without an accepted one, as of a customer of level 1. */
  readonly country: string | null
  readonly address: string | null
  readonly city: string | null
  /** As certified last; null without a certification. */
  readonly residences: readonly ResidenceLine[] | null
  /** Country of residence, as far as the accepted form has it: applies without a certification. */
  readonly residenceCountry: string | null
}
interface Row {
  readonly residences: readonly ResidenceLine[] | null
  readonly residenceCountry: string | null
  readonly birthDate: string | null
  readonly country: string | null
  readonly address: string | null
  readonly cityId: number | null
  readonly city: string | null
}

/** Null without a dossier. */
export async function taxSubjectOf(
  { db, kyc, parameters }: Pick<RegulatoryContext, 'db' | 'kyc' | 'parameters'>,
  accountId: string,
): Promise<TaxSubject | null> {
  const dossier = (await kyc.person(accountId))?.dossier
  const row = await findSubject(db, accountId)
  if (!dossier || !row) return null
  const { personType, fullName, documentType, documentNumber } = dossier
  const city = row.cityId === null ? null : parameters.city(row.cityId)
  const { birthDate, country, address, residenceCountry } = row
  // An erased certification is empty.
  const residences = row.residences?.length ? row.residences : null
  const home = { country, address, city: city?.name ?? row.city, residences, residenceCountry }
  return { accountId, personType, fullName, documentType, documentNumber, birthDate, ...home }
}

async function findSubject(connection: Connection, accountId: string): Promise<Row | null> {
  const found = await sql<Row>`SELECT birth_date AS "birthDate", country, address, city_id AS "cityId", city, residences,
      residence_country AS "residenceCountry" FROM kyc.tax_subject WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}
