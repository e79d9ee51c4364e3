/** SQL of existing customers and their values, page by page in the order of their ids. Closed accounts are excluded. */
import type { BlackListKind } from '@tunjo/contract/blocklist'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'

/** Tables that store the values of a kind; null: they are only presented at a sign-in. `declared`: in the forms of kyc. */
export const SOURCE = {
  document: 'declared',
  nit: 'declared',
  phone: 'declared',
  name: 'declared',
  email: 'emails',
  domain: 'emails',
  bank_account: 'bankAccounts',
  address: 'addresses',
  network: null,
  device: 'devices',
} as const satisfies Record<BlackListKind, string | null>
export type Source = Exclude<(typeof SOURCE)[BlackListKind], null>

export interface PresentCustomer {
  readonly accountId: string
  /** Empty for declared values, which kyc reads. For a bank account the bank comes first. */
  readonly values: string[]
}

const SOURCES: Readonly<Record<Source, RawBuilder<unknown>>> = {
  declared: sql`SELECT account_id, NULL::text AS value FROM kyc.person_state`,
  emails: sql`SELECT id AS account_id, email AS value FROM identity.user_report WHERE 'ROLE_USER' = ANY(authorities)`,
  bankAccounts: sql`SELECT account_id, bank_id || ' ' || number AS value FROM payments.bank_account_number`,
  devices: sql`SELECT account_id, device_key AS value FROM identity.customer_device`,
  addresses: sql`SELECT account_id, address AS value FROM crypto.saved_address_to_note`,
}

interface Page {
  readonly source: Source
  readonly after: string | null
  readonly limit: number
}
export async function customersWith(connection: Connection, { source, after, limit }: Page): Promise<PresentCustomer[]> {
  const found = await sql<PresentCustomer>`SELECT account_id AS "accountId", array_remove(array_agg(value), NULL) AS values
    FROM (${SOURCES[source]}) AS shown
    WHERE ${after === null ? sql`true` : sql`account_id > ${after}::uuid`}
      AND NOT EXISTS (SELECT 1 FROM identity.user_report account WHERE account.id = account_id AND state = ${ACCOUNT_STATE.closed})
    GROUP BY account_id ORDER BY account_id LIMIT ${limit}`.execute(connection)
  return found.rows
}
