/**
 * Sources of links, in both directions: the keys of a person (`asked.account_id`), and the people of a key (`asked.key`). Each side reads
 * an index and has a bound. A key that very many share (a carrier's network, the wallet of an exchange) is scanned account by account
 * instead of sign-in by sign-in.
 */
import { LINK_COUNT_MAX, type LINK_ROLES, type LinkKind } from '@tunjo/contract/person-links'
import { type RawBuilder, sql } from 'kysely'

export interface LinkSource {
  readonly kind: LinkKind
  /** Rows (key, role, label, first_at, last_at, uses), at most `limit`. */
  ofPerson(limit: number): RawBuilder<unknown>
  /** Rows (account_id, role, first_at, last_at, uses). */
  readonly ofKey: RawBuilder<unknown>
}
type Role = (typeof LINK_ROLES)[number]

/** Newest rows of one person and network or sender; a person has fewer in a year. */
const RECENT_MAX = sql.raw('1000')
/** One to see that there are more, and one for the requesting officer, who is left out. */
export const MEMBERS_MAX = LINK_COUNT_MAX + 2
const LIMIT = sql`LIMIT ${sql.raw(String(MEMBERS_MAX))}`
const NEVER = sql`NULL::timestamptz AS first_at, NULL::timestamptz AS last_at, NULL::integer AS uses`
const as = (role: Role): RawBuilder<unknown> => sql`${sql.lit(role)} AS role`

const device: LinkSource = {
  kind: 'device',
  ofPerson: (limit) => sql`SELECT device_key AS key, ${as('signed_in')}, browser || ' · ' || system AS label, first_seen_at AS first_at,
      last_seen_at AS last_at, sign_ins AS uses
    FROM identity.customer_device WHERE account_id = asked.account_id ORDER BY last_seen_at DESC LIMIT ${limit}`,
  ofKey: sql`SELECT account_id, ${as('signed_in')}, first_seen_at AS first_at, last_seen_at AS last_at, sign_ins AS uses
    FROM identity.customer_device WHERE device_key = asked.key ${LIMIT}`,
}

const network = manyEvents({ kind: 'network', role: 'signed_in', view: 'identity.sign_in_origin', key: 'network', where: sql`is_customer` })
const sender = manyEvents({ kind: 'wallet', role: 'sender', view: 'crypto.deposit_sender', key: 'address', where: sql`true` })

const wallet: LinkSource = {
  kind: 'wallet',
  ofPerson: (limit) => sql`SELECT address AS key, role, address AS label, first_at, last_at, uses
    FROM crypto.wallet_use WHERE account_id = asked.account_id ORDER BY first_at DESC LIMIT ${limit}`,
  ofKey: sql`SELECT account_id, role, first_at, last_at, uses FROM crypto.wallet_use WHERE address = asked.key ${LIMIT}`,
}

const bankAccount: LinkSource = {
  kind: 'bank_account',
  ofPerson: (
    limit,
  ) => sql`SELECT bank_id || ' ' || number AS key, ${as('saved')}, bank_id || ' ' || right(number, 4) AS label, first_at, last_at,
      uses
    FROM payments.bank_account_use WHERE account_id = asked.account_id ORDER BY first_at DESC LIMIT ${limit}`,
  ofKey: sql`SELECT account_id, ${as('saved')}, first_at, last_at, uses FROM payments.bank_account_use
    WHERE number = split_part(asked.key, ' ', 2) AND bank_id = split_part(asked.key, ' ', 1)::integer ${LIMIT}`,
}

const address: LinkSource = {
  kind: 'address',
  ofPerson: (limit) => sql`SELECT digest AS key, ${as('lives')}, home.address AS label, ${NEVER}
    FROM monitoring.address_report JOIN kyc.address_report AS home USING (account_id) WHERE account_id = asked.account_id LIMIT ${limit}`,
  ofKey: sql`SELECT account_id, ${as('lives')}, ${NEVER} FROM monitoring.address_report WHERE digest = asked.key ${LIMIT}`,
}

const ownDocument: LinkSource = {
  kind: 'document',
  ofPerson: (limit) => sql`SELECT document_key AS key, ${as('own_document')}, min(document_number) AS label, min(sent_at) AS first_at,
      max(sent_at) AS last_at, NULL::integer AS uses
    FROM kyc.sent_document WHERE account_id = asked.account_id AND document_key IS NOT NULL GROUP BY document_key LIMIT ${limit}`,
  ofKey: sql`SELECT account_id, ${as('own_document')}, min(sent_at) AS first_at, max(sent_at) AS last_at, NULL::integer AS uses
    FROM kyc.sent_document WHERE document_key = asked.key GROUP BY account_id ${LIMIT}`,
}

const shareholder: LinkSource = {
  kind: 'document',
  ofPerson: (limit) => sql`SELECT DISTINCT ON (key) key, ${as('shareholder')},
      concat_ws(' · ', partner ->> 'name', partner ->> 'identification') AS label, ${NEVER}
    FROM kyc.company_report AS own, jsonb_array_elements(own.shareholders) AS partner, kyc.document_key(partner ->> 'identification') AS key
    WHERE own.account_id = asked.account_id AND key IS NOT NULL ORDER BY key, label LIMIT ${limit}`,
  ofKey: sql`SELECT DISTINCT account_id, ${as('shareholder')}, ${NEVER} FROM kyc.company_report
    WHERE partner_keys @> ARRAY[asked.key] ${LIMIT}`,
}

const file: LinkSource = {
  kind: 'file',
  ofPerson: (limit) => sql`SELECT sha256 AS key, ${as('sent')}, min(slot) AS label, min(sent_at) AS first_at, max(sent_at) AS last_at,
      NULL::integer AS uses
    FROM kyc.sent_file WHERE account_id = asked.account_id GROUP BY sha256 LIMIT ${limit}`,
  ofKey: sql`SELECT account_id, ${as('sent')}, min(sent_at) AS first_at, max(sent_at) AS last_at, NULL::integer AS uses
    FROM kyc.sent_file WHERE sha256 = asked.key GROUP BY account_id ${LIMIT}`,
}

export const LINK_SOURCES: readonly LinkSource[] = [ownDocument, shareholder, file, device, bankAccount, wallet, sender, address, network]

interface Events {
  readonly kind: LinkKind
  readonly role: Role
  /** With `account_id` and `at`. */
  readonly view: string
  readonly key: string
  readonly where: RawBuilder<unknown>
}

/**
 * Source over a view with a row for each event. A key with very many rows is read by a loose index scan: the next account, and again the
 * next, instead of all rows (https://wiki.postgresql.org/wiki/Loose_indexscan).
 */
function manyEvents({ kind, role, view, key, where }: Events): LinkSource {
  const [from, column] = [sql.table(view), sql.ref(key)]
  const next = (condition: RawBuilder<unknown>) => sql`(SELECT account_id FROM ${from}
      WHERE ${column} = asked.key AND ${where} AND ${condition} ORDER BY account_id LIMIT 1)`
  return {
    kind,
    ofPerson: (limit) => sql`SELECT ${column} AS key, ${as(role)}, ${column} AS label, min(at) AS first_at, max(at) AS last_at,
        count(*)::integer AS uses
      FROM (SELECT ${column}, at FROM ${from} WHERE account_id = asked.account_id ORDER BY at DESC LIMIT ${RECENT_MAX}) AS recent
      GROUP BY ${column} ORDER BY last_at DESC LIMIT ${limit}`,
    ofKey: sql`WITH RECURSIVE member (account_id) AS (
        ${next(sql`true`)} UNION ALL
        SELECT ${next(sql`account_id > member.account_id`)} FROM member WHERE member.account_id IS NOT NULL)
      SELECT member.account_id, ${as(role)}, used.first_at, used.last_at, used.uses
      FROM member CROSS JOIN LATERAL (SELECT min(at) AS first_at, max(at) AS last_at, count(*)::integer AS uses FROM ${from}
        WHERE ${column} = asked.key AND account_id = member.account_id) AS used
      WHERE member.account_id IS NOT NULL ${LIMIT}`,
  }
}
