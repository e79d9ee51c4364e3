/**
 * Alert 6, Similitud en representante legal: a person named by a company is named by other companies, or is a customer: by the document
 * number, or by a distinctive name. The company's form names partners, and officers record the representatives and final owners from its
 * documents; a partner's birth is not asked. Only an officer closes it.
 */

import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { nameLikeness } from '../../screening/index.ts'
import { defineRule } from '../define-rule.ts'
import { factsOfToday, type OfAccount } from '../facts/moments.ts'
import { fingerprintOf, fingerprintOfAll } from '../fingerprint.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface Partner {
  readonly name: string
  /** Last digits of the number, as shown to officers. */
  readonly ending: string
  /** Key of the partner and the company. */
  readonly partner: string
  /** Other companies that name the same document, in any spelling. */
  readonly companies: readonly string[]
  /** Customers with that document. */
  readonly people: readonly string[]
  /** Companies and customers with another number and a similar name. */
  readonly namesakes: readonly Namesake[]
}
interface Namesake {
  readonly accountId: string
  readonly isCompany: boolean
  /** From 0 to 1. */
  readonly likeness: number
}

const OTHERS_MAX = 20
/** Bound of the candidates that share all words of a name but one, before the comparison. */
const CANDIDATES_MAX = 200
/** Minimum of all versions of the rule. */
const LIKENESS_MIN = 0.8

const partners: FactReader<readonly Partner[]> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => partnersOf(connection, ids),
    (own) => own,
  )

type Row = Pick<Partner, 'name' | 'companies' | 'people'> & OfAccount & { readonly key: string; readonly candidates: readonly Candidate[] }
interface Candidate {
  readonly accountId: string
  readonly isCompany: boolean
  readonly name: string
}

/** All words but one: a name may be spelt differently, or lack one. For two words both. */
const SHARED = sql`(SELECT count(*) FROM unnest(words) AS word WHERE word = ANY(other_words)) >= greatest(2, cardinality(words) - 1)`

async function partnersOf(connection: Connection, accountIds: readonly string[]): Promise<readonly (Partner & OfAccount)[]> {
  const found = await sql<Row>`SELECT DISTINCT ON (own.account_id, key) own.account_id AS "accountId", partner ->> 'name' AS name, key,
      ARRAY(SELECT DISTINCT other.account_id FROM kyc.company_report AS other WHERE other.account_id <> own.account_id
        AND other.partner_keys @> ARRAY[key] ORDER BY account_id LIMIT ${OTHERS_MAX}) AS companies,
      ARRAY(SELECT account_id FROM kyc.document_report WHERE document_key = key
        AND account_id <> own.account_id ORDER BY account_id LIMIT ${OTHERS_MAX}) AS people,
      coalesce((SELECT jsonb_agg(jsonb_build_object('accountId', account_id, 'isCompany', is_company, 'name', other_name)) FROM (
        (SELECT account_id, false AS is_company, full_name AS other_name FROM kyc.document_report,
            LATERAL (SELECT name_words AS other_words) AS of_other
          WHERE name_words && words AND document_key <> key AND person_type = 'natural' AND account_id <> own.account_id AND ${SHARED}
          LIMIT ${CANDIDATES_MAX})
        UNION ALL
        (SELECT other.account_id, true, one ->> 'name' FROM kyc.company_report AS other, jsonb_array_elements(other.shareholders) AS one,
            LATERAL (SELECT kyc.name_words(one ->> 'name') AS other_words) AS of_other
          WHERE other.partner_words && words AND other.account_id <> own.account_id AND NOT other.partner_keys @> ARRAY[key] AND ${SHARED}
          LIMIT ${CANDIDATES_MAX})) AS alike), '[]') AS candidates
    FROM kyc.company_report AS own, jsonb_array_elements(own.shareholders) AS partner,
      kyc.document_key(partner ->> 'identification') AS key, kyc.name_words(partner ->> 'name') AS words
    WHERE own.account_id = ANY(${accountIds}::uuid[]) AND key IS NOT NULL
    ORDER BY own.account_id, key, partner ->> 'name'`.execute(connection)
  return found.rows.map(({ key, candidates, ...row }) => ({
    ...row,
    ending: key.slice(-4),
    partner: fingerprintOf(row.accountId, key),
    namesakes: candidates.flatMap(({ accountId, isCompany, name }) => {
      const { score, isTelling } = nameLikeness(row.name, name)
      return isTelling && score >= LIKENESS_MIN ? [{ accountId, isCompany, likeness: score }] : []
    }),
  }))
}

export const sharedPartner = defineRule({
  name: 'REPRESENTANTE',
  facts: partners,
  isOfToday: true,
  find: (found, { manyCompanies, namePercent }) => [
    ...found.flatMap((partner) => byDocument(partner, manyCompanies)),
    ...found.flatMap((partner) => byName(partner, manyCompanies, namePercent)),
  ],
})

function byDocument({ name, ending, partner, companies, people }: Partner, manyCompanies: number): Finding[] {
  if (companies.length + people.length === 0) return []
  const where = placesOf(companies.length, people.length, RULE_WORDS.partner.account)
  return [
    {
      severity: companies.length + 1 >= manyCompanies ? 'high' : 'medium',
      period: `partner ${partner}`,
      fingerprint: fingerprintOfAll([...companies, ...people]),
      values: RULE_WORDS.partner.byDocument(name, ending, where),
      evidence: [...companies, ...people].map((id) => ({ type: 'account', id })),
    },
  ]
}

function byName({ name, partner, namesakes }: Partner, manyCompanies: number, namePercent: bigint): Finding[] {
  const alike = namesakes.filter(({ likeness }) => likeness * 100 >= Number(namePercent))
  const idsOf = (isCompany: boolean) => [...new Set(alike.filter((one) => one.isCompany === isCompany).map(({ accountId }) => accountId))]
  const [companies, people] = [idsOf(true), idsOf(false)]
  if (companies.length + people.length === 0) return []
  const where = placesOf(companies.length, people.length, RULE_WORDS.partner.accounts(people.length))
  return [
    {
      severity: companies.length + 1 >= manyCompanies ? 'high' : 'medium',
      period: `name ${partner}`,
      fingerprint: fingerprintOfAll([...companies, ...people]),
      values: RULE_WORDS.partner.byName(name, where),
      evidence: [...companies, ...people].slice(0, OTHERS_MAX).map((id) => ({ type: 'account', id })),
    },
  ]
}

function placesOf(companies: number, people: number, own: CodedText): CodedText {
  const places = [...(companies > 0 ? [RULE_WORDS.partner.companies(companies)] : []), ...(people > 0 ? [own] : [])]
  return RULE_WORDS.partner.places(places)
}
