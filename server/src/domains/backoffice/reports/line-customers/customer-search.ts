/** Candidate customers of a bank line: by its payer and reference, or by an officer's search. */
import { LINE_CUSTOMERS_MAX, type LineCustomer, type LineCustomerReason } from '@tunjo/contract/line-customers'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection } from '../../../../platform/database/database.ts'
import { foldText } from '../../../../platform/database/list-query.ts'
import { nearReferences } from './near-references.ts'

export interface OpenLine {
  readonly state: string
  readonly amount: bigint
  readonly reference: string
  readonly description: string
  readonly payerName: string
  readonly payerDocument: string
  readonly payerAccount: string
}

export async function findLine(connection: Connection, id: string): Promise<OpenLine | null> {
  if (!isUuid(id)) return null
  const found = await sql<OpenLine>`SELECT state, amount, reference, description, payer_name AS "payerName",
    payer_document AS "payerDocument", payer_account AS "payerAccount" FROM payments.line_report WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

/** A word of one or two letters, and a name of one word, match too many people. */
const WORD_MIN = 3
const NAME_WORDS_MIN = 2
const DOCUMENT_MIN = 4
/** Maximum for each way of searching: a match of very many people is not conclusive. */
const FOUND_MAX = 20

type Source = RawBuilder<{ accountId: string }>

export async function customersOfLine(connection: Connection, line: OpenLine): Promise<LineCustomer[]> {
  const document = plainDocument(line.payerDocument)
  const words = wordsOf(line.payerName)
  return read(connection, [
    ['reference_near', byReference(nearReferences(line.reference, line.description))],
    ['payer_document', document.length >= DOCUMENT_MIN ? byDocument(document) : null],
    ['paid_before', byEarlierPayer(line)],
    ['payer_name', words.length >= NAME_WORDS_MIN ? byName(words) : null],
  ])
}

/** Whole words of a name in any order, a document, a reference, an e-mail or an id. */
export async function customersByText(connection: Connection, text: string): Promise<LineCustomer[]> {
  if (isUuid(text)) return read(connection, [['searched', sql`SELECT ${text}::uuid AS id`]])
  if (text.includes('@'))
    return read(connection, [['searched', sql`SELECT id FROM identity.user_report WHERE email = ${text.toLowerCase()}`]])
  const number = text.replace(/[\s.-]/g, '')
  if (/^\d{4,20}$/.test(number)) return read(connection, [['searched', sql`${byDocument(number)} UNION ${byReference([number])}`]])
  const words = wordsOf(text)
  return words.length === 0 ? [] : read(connection, [['searched', byName(words)]])
}

const byReference = (references: readonly string[]): Source =>
  sql`SELECT account_id AS id FROM payments.reference_report WHERE reference = ANY(${[...references]})`
/** Banks write a NIT with its check digit or without it. */
const byDocument = (document: string): Source =>
  sql`SELECT account_id AS id FROM kyc.document_report
    WHERE document_number = ${document} OR (document_number = ${document.slice(0, -1)} AND person_type = 'legal')`
const byName = (words: readonly string[]): Source =>
  sql`SELECT account_id AS id FROM kyc.document_report WHERE kyc.name_words(full_name) @> ${[...words]}::text[]`
/** The same payer, or the same account at a bank. */
const byEarlierPayer = ({ payerDocument, payerAccount }: OpenLine): Source =>
  sql`SELECT account_id AS id FROM payments.payer_report
    WHERE (payer_document = ${payerDocument} AND ${payerDocument} <> '') OR (payer_account = ${payerAccount} AND ${payerAccount} <> '')`

/** In the stored form of customers' documents: banks write points and pad numbers with zeros. */
const plainDocument = (document: string): string => document.replace(/[\s.-]/g, '').replace(/^0+/, '')
const wordsOf = (name: string): string[] =>
  foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= WORD_MIN)

/**
 * Closed accounts and people without a verified identity have no balance. A candidate found in more ways, and in the surer way, comes
 * first.
 */
async function read(connection: Connection, sources: readonly (readonly [LineCustomerReason, Source | null])[]): Promise<LineCustomer[]> {
  const parts = sources.flatMap(([reason, source], place) =>
    source ? [sql`(SELECT id, ${reason}::text AS reason, ${place}::int AS place FROM (${source}) AS one LIMIT ${FOUND_MAX})`] : [],
  )
  const found = await sql<LineCustomer>`SELECT account.id AS "accountId", full_name AS "fullName", document_number AS "documentNumber",
      account.email, reference_report.reference, array_agg(DISTINCT found.reason) AS reasons
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS found JOIN identity.user_report account ON account.id = found.id
      JOIN kyc.document_report document ON document.account_id = account.id
      LEFT JOIN payments.reference_report ON reference_report.account_id = account.id
    WHERE account.state <> 4 AND 'ROLE_USER' = ANY(account.authorities)
    GROUP BY account.id, full_name, document_number, account.email, reference_report.reference
    ORDER BY count(DISTINCT found.reason) DESC, min(found.place), full_name, account.id LIMIT ${LINE_CUSTOMERS_MAX}`.execute(connection)
  return found.rows
}
