/** SQL of renewals, and the view of a form during one. Callers of the writing functions hold the customer's lock. */
import type { RenewalReason } from '@tunjo/contract/renewal-reasons'
import type { RenewalSubject } from '@tunjo/contract/renewals'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type Actor, type Aggregate, begin, move } from '../../../../platform/state-machine/index.ts'
import type { FormRow, ItemRow } from './form-store.ts'
import { RENEWAL_STATES } from './states.ts'
import type { Renewal, RenewalState } from './types.ts'

export interface RenewalRow extends Renewal {
  readonly accountId: string
}
const RENEWAL = sql`id, account_id AS "accountId", subject, state, why, reason, requested_by AS "requestedBy", requested_at AS "requestedAt",
  due_at AS "dueAt", closed_at AS "closedAt"`

export const RENEWAL_AGGREGATE: Aggregate<RenewalState, Pick<RenewalRow, 'id' | 'state'>, 'closed_at'> = {
  machine: RENEWAL_STATES,
  table: 'renewal',
  columns: ['closed_at'],
  keyOf: ({ id }) => ({ id }),
}

/** All of them, newest first: few a year. */
export async function renewalsOf(connection: Connection, accountId: string): Promise<RenewalRow[]> {
  const found = await sql<RenewalRow>`SELECT ${RENEWAL} FROM kyc.renewal WHERE account_id = ${accountId}
    ORDER BY requested_at DESC, id DESC`.execute(connection)
  return found.rows
}

export async function openRenewals(connection: Connection, accountId: string): Promise<RenewalRow[]> {
  const found = await sql<RenewalRow>`SELECT ${RENEWAL} FROM kyc.renewal WHERE account_id = ${accountId} AND state = 'open'
    ORDER BY subject`.execute(connection)
  return found.rows
}

export const openRenewal = async (connection: Connection, accountId: string, subject: RenewalSubject): Promise<RenewalRow | null> =>
  (await openRenewals(connection, accountId)).find((one) => one.subject === subject) ?? null

interface NewRenewal {
  readonly accountId: string
  readonly subject: RenewalSubject
  readonly why: RenewalReason
  readonly reason: string | null
  readonly requestedBy: string | null
  readonly at: Date
  readonly dueAt: Date
}

export async function insertRenewal(tx: Transaction, renewal: NewRenewal, actor: Actor): Promise<void> {
  const { accountId, subject, why, reason, requestedBy, at, dueAt } = renewal
  const row = { id: newId(), state: 'open' } as const
  await sql`INSERT INTO kyc.renewal (id, account_id, subject, state, why, reason, requested_by, requested_at, due_at)
    VALUES (${row.id}, ${accountId}, ${subject}, ${row.state}, ${why}, ${reason}, ${requestedBy}, ${at}, ${dueAt})`.execute(tx)
  await begin(tx, RENEWAL_AGGREGATE, row, { at, actor })
}

/** `false` when none was open. */
export async function closeRenewal(
  tx: Transaction,
  { accountId, subject }: Pick<RenewalRow, 'accountId' | 'subject'>,
  { to, at, actor }: { to: 'done' | 'dropped'; at: Date; actor: Actor },
): Promise<boolean> {
  const row = await openRenewal(tx, accountId, subject)
  if (row) await move(tx, RENEWAL_AGGREGATE, row, { to, at, actor, set: { closed_at: at } })
  return row !== null
}

/**
 * View of a renewed form until it is sent: a draft without accepted items, so that all of it is asked for again. The accepted rows are
 * unchanged until then.
 */
export function asRenewed<F extends Pick<FormRow, 'state'>, I extends Pick<ItemRow, 'state'>>(
  renewal: object | null,
  form: F,
  items: readonly I[],
): { form: F; items: readonly I[] } {
  if (!renewal || form.state !== 'accepted') return { form, items }
  return { form: { ...form, state: 'draft' }, items: items.filter(({ state }) => state === 'staged') }
}
