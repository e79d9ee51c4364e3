/** SQL of the subjects of rules: customers whose account is not closed. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import type { Subject } from './types.ts'

const IS_CUSTOMER = sql`'ROLE_USER' = ANY(account.authorities) AND account.state <> ${ACCOUNT_STATE.closed}`

export type Customer = Pick<Subject, 'accountId' | 'verifiedLevel' | 'createdAt'>

/** Ordered by id. Without officers and closed accounts. */
export async function findCustomers(connection: Connection, accountIds: readonly string[]): Promise<Customer[]> {
  const found = await sql<Customer>`SELECT account.id AS "accountId", account.created_at AS "createdAt",
      coalesce(verified_level, 0) AS "verifiedLevel"
    FROM identity.user_report account LEFT JOIN kyc.person_state ON account_id = account.id
    WHERE account.id = ANY(${accountIds}::uuid[]) AND ${IS_CUSTOMER} ORDER BY account.id`.execute(connection)
  return found.rows
}

/** Ordered by id; ids are never reused. */
export async function customersAfter(connection: Connection, after: string | null, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT account.id FROM identity.user_report account
    WHERE ${IS_CUSTOMER} AND ${after === null ? sql`true` : sql`account.id > ${after}::uuid`} ORDER BY account.id LIMIT ${limit}`.execute(
    connection,
  )
  return found.rows.map(({ id }) => id)
}
