/** SQL of saved views: an officer sees their own and shared ones, and changes their own. */
import type { ViewContent, ViewList } from '@tunjo/contract/saved-views'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'

export interface ViewRow {
  readonly id: string
  readonly ownerId: string
  readonly list: ViewList
  readonly name: string
  readonly content: unknown
  readonly isShared: boolean
}
export interface ListedView extends ViewRow {
  readonly owner: string
  readonly isDefault: boolean
}

/** Far above what a team shares, since each of its officers has a limit. */
const LISTED_MAX = 300

/** Own ones first, then by name. */
export async function listViews(connection: Connection, officerId: string, list: ViewList): Promise<ListedView[]> {
  const found = await sql<ListedView>`SELECT view.id, owner_id AS "ownerId", view.list, name, content, is_shared AS "isShared",
      coalesce((SELECT email FROM identity.user_report WHERE id = owner_id), '') AS owner, (chosen.view_id IS NOT NULL) AS "isDefault"
    FROM compliance.saved_view view
    LEFT JOIN compliance.default_view chosen ON chosen.view_id = view.id AND chosen.officer_id = ${officerId}
    WHERE view.list = ${list} AND (owner_id = ${officerId} OR is_shared)
    ORDER BY (owner_id = ${officerId}) DESC, lower(name), view.id LIMIT ${LISTED_MAX}`.execute(connection)
  return found.rows
}

/** Serialises the changes of one officer, so that counts and names stay valid until the write. */
export const lockViewsOf = (tx: Transaction, officerId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`compliance.saved_view ${officerId}`}, 0))`.execute(tx)

export async function countViews(connection: Connection, ownerId: string): Promise<number> {
  const found = await sql<{
    count: number
  }>`SELECT count(*)::integer AS count FROM compliance.saved_view WHERE owner_id = ${ownerId}`.execute(connection)
  return found.rows[0]?.count ?? 0
}

export async function isNameTaken(connection: Connection, { id, ownerId, list, name }: Omit<ViewRow, 'content' | 'isShared'>) {
  const found = await sql`SELECT 1 FROM compliance.saved_view
    WHERE owner_id = ${ownerId} AND list = ${list} AND lower(name) = lower(${name}) AND id <> ${id}`.execute(connection)
  return found.rows.length > 0
}

/** Null for the view of another officer, as for one that does not exist. */
export async function ownView(connection: Connection, id: string, ownerId: string): Promise<ViewRow | null> {
  const found = await sql<ViewRow>`SELECT id, owner_id AS "ownerId", list, name, content, is_shared AS "isShared"
    FROM compliance.saved_view WHERE id = ${id} AND owner_id = ${ownerId}`.execute(connection)
  return found.rows[0] ?? null
}

export async function putView(tx: Transaction, view: ViewRow & { content: ViewContent }, at: Date): Promise<void> {
  const { id, ownerId, list, name, content, isShared } = view
  await sql`INSERT INTO compliance.saved_view (id, owner_id, list, name, content, is_shared, changed_at)
    VALUES (${id}, ${ownerId}, ${list}, ${name}, ${JSON.stringify(content)}::jsonb, ${isShared}, ${at})
    ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, content = EXCLUDED.content, is_shared = EXCLUDED.is_shared,
      changed_at = EXCLUDED.changed_at`.execute(tx)
}

/** A view that is no longer shared stops being the default of other officers. */
export async function clearDefaultsOfOthers(tx: Transaction, { id, ownerId }: Pick<ViewRow, 'id' | 'ownerId'>): Promise<void> {
  await sql`DELETE FROM compliance.default_view WHERE view_id = ${id} AND officer_id <> ${ownerId}`.execute(tx)
}

export async function removeView(tx: Transaction, id: string): Promise<void> {
  await sql`DELETE FROM compliance.saved_view WHERE id = ${id}`.execute(tx)
}

/** False when there is no such view that the officer may see. */
export async function setDefault(tx: Transaction, officerId: string, list: ViewList, id: string | null): Promise<boolean> {
  await sql`DELETE FROM compliance.default_view WHERE officer_id = ${officerId} AND list = ${list}`.execute(tx)
  if (id === null) return true
  const chosen = await sql`INSERT INTO compliance.default_view (officer_id, list, view_id)
    SELECT ${officerId}::uuid, list, id FROM compliance.saved_view
    WHERE id = ${id} AND list = ${list} AND (owner_id = ${officerId} OR is_shared) FOR SHARE RETURNING 1`.execute(tx)
  return chosen.rows.length > 0
}
