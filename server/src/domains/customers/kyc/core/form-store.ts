/** SQL of forms, of the items that reviewers decide about, and of device readings. */
import type { Draft } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import { withoutInvisible } from '@tunjo/contract/plain-text'
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { ERASED_NAME } from '../../../../platform/files/index.ts'
import type { Fields, FormState } from './forms.ts'
import type { ItemState } from './types.ts'

export interface FormRow {
  form: Form
  state: FormState
  fields: Fields
  revision: number
  updatedAt: Date
  sentAt: Date | null
}
export interface ItemRow {
  id: string
  accountId: string
  form: Form
  slot: string
  fileId: string | null
  facts: Record<string, unknown>
  state: ItemState
  addedAt: Date
  sentAt: Date | null
  description: string | null
}

/**
 * Removes lone surrogates, which phones send when they cut an emoji in two and which the database rejects, and invisible characters. Drafts
 * and device readings arrive here unchecked, and reviewers read them.
 */
const jsonOf = (value: object): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? withoutInvisible(Buffer.from(one).toString()) : one))

const FORM = sql`form, state, fields, revision, updated_at AS "updatedAt", sent_at AS "sentAt"`
const ITEM = sql`id, account_id AS "accountId", form, slot, file_id AS "fileId", facts, state, added_at AS "addedAt", sent_at AS "sentAt",
  description`

export async function formsOfAccount(connection: Connection, accountId: string): Promise<FormRow[]> {
  const found = await sql<FormRow>`SELECT ${FORM} FROM kyc.form WHERE account_id = ${accountId}`.execute(connection)
  return found.rows
}

export async function findForm(connection: Connection, accountId: string, form: Form): Promise<FormRow | null> {
  const found = await sql<FormRow>`SELECT ${FORM} FROM kyc.form WHERE account_id = ${accountId} AND form = ${form}`.execute(connection)
  return found.rows[0] ?? null
}

/** Created when missing. The caller holds the customer's lock. */
export async function ensureForm(tx: Transaction, accountId: string, form: Form, now: Date): Promise<FormRow> {
  const made = await sql<FormRow>`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at)
    VALUES (${accountId}, ${form}, 'draft', '{}', 0, ${now})
    ON CONFLICT (account_id, form) DO UPDATE SET form = EXCLUDED.form RETURNING ${FORM}`.execute(tx)
  const row = made.rows[0]
  if (!row) throw new Error('the form was neither made nor found')
  return row
}

export async function putFields(tx: Transaction, accountId: string, form: Form, fields: Fields, now: Date): Promise<number> {
  const put = await sql<{ revision: number }>`UPDATE kyc.form SET fields = ${jsonOf(fields)}, revision = revision + 1, updated_at = ${now}
    WHERE account_id = ${accountId} AND form = ${form} RETURNING revision`.execute(tx)
  return put.rows[0]?.revision ?? 0
}

export async function lockForm(tx: Transaction, accountId: string, form: Form): Promise<FormRow | null> {
  const found = await sql<FormRow>`SELECT ${FORM} FROM kyc.form WHERE account_id = ${accountId} AND form = ${form} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

/** Oldest first, without replaced items. */
export async function itemsOf(connection: Connection, accountId: string, form?: Form): Promise<ItemRow[]> {
  const ofForm = form ? sql`AND form = ${form}` : sql``
  const found = await sql<ItemRow>`SELECT ${ITEM} FROM kyc.item
    WHERE account_id = ${accountId} AND state <> 'replaced' ${ofForm} ORDER BY added_at, id`.execute(connection)
  return found.rows
}

/** Null also for an invalid id. */
export async function findItem(connection: Connection, accountId: string, id: string): Promise<ItemRow | null> {
  if (!isUuid(id)) return null
  const found = await sql<ItemRow>`SELECT ${ITEM} FROM kyc.item WHERE id = ${id} AND account_id = ${accountId}`.execute(connection)
  return found.rows[0] ?? null
}

export async function insertItem(tx: Transaction, item: Omit<ItemRow, 'sentAt' | 'description'>): Promise<void> {
  const { id, accountId, form, slot, fileId, facts, state, addedAt } = item
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, file_id, facts, state, added_at)
    VALUES (${id}, ${accountId}, ${form}, ${slot}, ${fileId}, ${jsonOf(facts)}, ${state}, ${addedAt})`.execute(tx)
}

export async function eraseNames(connection: Connection, accountId: string): Promise<void> {
  await sql`UPDATE kyc.item SET facts = jsonb_set(facts, '{name}', to_jsonb(${ERASED_NAME}::text))
    WHERE account_id = ${accountId} AND file_id IS NOT NULL`.execute(connection)
  await sql`DELETE FROM kyc.proof_reading WHERE account_id = ${accountId}`.execute(connection)
}

/** Only for items that were never sent. */
export async function deleteItem(tx: Transaction, id: string): Promise<void> {
  await sql`DELETE FROM kyc.item WHERE id = ${id} AND state = 'staged'`.execute(tx)
}

export async function lockItems(tx: Transaction, ids: readonly string[], lock: 'none' | 'update'): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`SELECT ${ITEM} FROM kyc.item WHERE id = ANY(${[...ids]}::uuid[]) AND state <> 'staged'
    ORDER BY id ${lock === 'update' ? sql`FOR UPDATE` : sql``}`.execute(tx)
  return found.rows
}

/** Without replaced items. */
export async function lockItemsOf(tx: Transaction, accountId: string, form: Form): Promise<ItemRow[]> {
  const found = await sql<ItemRow>`SELECT ${ITEM} FROM kyc.item
    WHERE account_id = ${accountId} AND form = ${form} AND state <> 'replaced' ORDER BY added_at, id FOR UPDATE`.execute(tx)
  return found.rows
}

/** Forms with files that were never sent, without a change since `before`. */
export async function abandonedForms(
  connection: Connection,
  before: Date,
  limit: number,
  accountId?: string,
): Promise<{ accountId: string; form: Form }[]> {
  const ofAccount = accountId ? sql`AND account_id = ${accountId}` : sql``
  const found = await sql<{ accountId: string; form: Form }>`SELECT account_id AS "accountId", form
    FROM kyc.item JOIN kyc.form USING (account_id, form)
    WHERE item.state = 'staged' AND item.file_id IS NOT NULL AND form.updated_at < ${before} ${ofAccount}
    GROUP BY account_id, form HAVING max(item.added_at) < ${before} LIMIT ${limit}`.execute(connection)
  return found.rows
}

type Evidence = Draft['evidence'][number]

export async function insertEvidence(
  tx: Transaction,
  accountId: string,
  form: Form,
  evidence: Omit<Evidence, 'at'>,
  now: Date,
): Promise<void> {
  await sql`INSERT INTO kyc.evidence (id, account_id, form, source, read, at)
    VALUES (${newId()}, ${accountId}, ${form}, ${evidence.source}, ${jsonOf(evidence.read)}, ${now})`.execute(tx)
}

export async function countEvidence(tx: Transaction, accountId: string, form: Form): Promise<number> {
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM kyc.evidence
    WHERE account_id = ${accountId} AND form = ${form}`.execute(tx)
  return found.rows[0]?.count ?? 0
}

/** All of them, newest first: few are accepted of one form. */
export async function evidenceOf(connection: Connection, accountId: string, form: Form): Promise<Evidence[]> {
  const found = await sql<Omit<Evidence, 'at'> & { at: Date }>`SELECT source, read, at FROM kyc.evidence
    WHERE account_id = ${accountId} AND form = ${form} ORDER BY at DESC, id DESC`.execute(connection)
  return found.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
