/** SQL of lists of representatives and final owners: written once, the newest is in force. */
import type { Representative } from '@tunjo/contract/representatives'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { FIELDS_SLOT } from './forms.ts'
import { KeptRepresentative } from './kept-fields.ts'
import type { RepresentativesKept } from './types.ts'

const LIST = sql`id, account_id AS "accountId", version, people, no_owner_reason AS "noOwnerReason", written_by AS "writtenBy", written_at AS "writtenAt"`

interface ListRow extends Omit<RepresentativesKept, 'people'> {
  readonly people: readonly unknown[]
}
const read = (row: ListRow): RepresentativesKept => ({ ...row, people: row.people.map((one) => KeptRepresentative.parse(one)) })

/** Newest first: the first one is in force. Without a limit all of them. */
export async function representativeLists(
  connection: Connection,
  accountId: string,
  limit: number | null = null,
): Promise<RepresentativesKept[]> {
  const found = await sql<ListRow>`SELECT ${LIST} FROM kyc.representative_list WHERE account_id = ${accountId}
    ORDER BY version DESC LIMIT ${limit}`.execute(connection)
  return found.rows.map(read)
}

/** People of earlier lists that count in addition to the newest list, since the company was not accepted without them. */
export async function earlierRepresentatives(connection: Connection, accountId: string): Promise<Representative[]> {
  const found = await sql<Pick<ListRow, 'people'>>`SELECT people FROM kyc.representative_report AS list WHERE account_id = ${accountId}
    AND version < (SELECT max(version) FROM kyc.representative_list newest WHERE newest.account_id = list.account_id)
    ORDER BY version DESC`.execute(connection)
  return found.rows.flatMap(({ people }) => people.map((one) => KeptRepresentative.parse(one)))
}

export async function insertRepresentatives(tx: Transaction, list: RepresentativesKept): Promise<void> {
  const { id, accountId, version, people, noOwnerReason, writtenBy, writtenAt } = list
  await sql`INSERT INTO kyc.representative_list (id, account_id, version, people, no_owner_reason, written_by, written_at)
    VALUES (${id}, ${accountId}, ${version}, ${JSON.stringify(people)}::jsonb, ${noOwnerReason}, ${writtenBy}, ${writtenAt})`.execute(tx)
}

/** Erases the people of a company's lists when its key is destroyed; the lists themselves stay. */
export async function eraseRepresentatives(connection: Connection, accountId: string): Promise<void> {
  await sql`UPDATE kyc.representative_list SET people = '[]', no_owner_reason = '' WHERE account_id = ${accountId} AND people <> '[]'`.execute(
    connection,
  )
}

export interface CompanyForm {
  readonly facts: unknown
  readonly state: 'pending' | 'accepted' | 'declined'
  /** Time of the last sent part of the form: documents show the people of the list. */
  readonly sentAt: Date
  /** True when it was accepted, now or before the documents of a renewal. */
  readonly wasAccepted: boolean
}
/** Last sent form of the company; null for a person, and before anything was sent. */
export async function companyForm(connection: Connection, accountId: string): Promise<CompanyForm | null> {
  const found = await sql<CompanyForm>`SELECT facts, state, (SELECT max(coalesce(sent_at, added_at)) FROM kyc.item AS sent
      WHERE sent.account_id = item.account_id AND sent.form = item.form AND sent.state IN ('pending', 'accepted', 'declined')) AS "sentAt",
      EXISTS (SELECT 1 FROM kyc.accepted_company AS company WHERE company.account_id = item.account_id) AS "wasAccepted" FROM kyc.item
    WHERE account_id = ${accountId} AND form = 'legal-1' AND slot = ${FIELDS_SLOT} AND state IN ('pending', 'accepted', 'declined')
    ORDER BY added_at DESC, id DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
