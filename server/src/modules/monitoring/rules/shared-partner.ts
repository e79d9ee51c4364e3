/** Alert 6, Similitud en representante legal: somebody whom a company names is named by other companies, or is a customer. Only an officer closes it. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { defineRule } from '../define-rule.ts'
import { factsOfToday, type OfAccount } from '../facts/moments.ts'
import { counted } from '../figures-text.ts'
import type { FactReader, Finding } from '../types.ts'

export interface Partner {
  readonly name: string
  readonly identification: string
  /** Other companies that name the same document. */
  readonly companies: readonly string[]
  /** Customers with that document. */
  readonly people: readonly string[]
}

const partners: FactReader<readonly Partner[]> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => partnersOf(connection, ids),
    (own) => own,
  )

async function partnersOf(connection: Connection, accountIds: readonly string[]): Promise<readonly (Partner & OfAccount)[]> {
  const found = await sql<Partner & OfAccount>`SELECT own.account_id AS "accountId", partner ->> 'name' AS name,
      partner ->> 'identification' AS identification,
      ARRAY(SELECT DISTINCT other.account_id FROM kyc.company_report AS other WHERE other.account_id <> own.account_id
        AND other.shareholders @> jsonb_build_array(jsonb_build_object('identification', partner -> 'identification')) LIMIT 20) AS companies,
      ARRAY(SELECT account_id FROM kyc.document_report WHERE document_number = partner ->> 'identification'
        AND account_id <> own.account_id LIMIT 20) AS people
    FROM kyc.company_report AS own, jsonb_array_elements(own.shareholders) AS partner
    WHERE own.account_id = ANY(${accountIds}::uuid[])`.execute(connection)
  return found.rows
}

export const sharedPartner = defineRule({
  name: 'REPRESENTANTE',
  facts: partners,
  isOfToday: true,
  find: (found, { manyCompanies }) =>
    found
      .filter(({ companies, people }) => companies.length + people.length > 0)
      .map(({ name, identification, companies, people }): Finding => {
        const places = [
          ...(companies.length > 0 ? [`${counted(companies.length, 'empresa', 'empresas')} más`] : []),
          ...(people.length > 0 ? ['una cuenta propia'] : []),
        ]
        return {
          severity: companies.length + 1 >= manyCompanies ? 'high' : 'medium',
          period: identification,
          fingerprint: `${companies.length} ${people.length}`,
          values: `${name} (documento terminado en ${identification.slice(-4)}) está también en ${places.join(' y en ')}`,
          evidence: [...companies, ...people].map((id) => ({ type: 'account', id })),
        }
      }),
})
