/** SQL of suspicious transaction reports, the versions of their content, and the reasons of their moves. */
import type { RosDraft, RosState, RosUndoing, RosUndoingStep } from '@tunjo/contract/regulatory-ros'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { allOf } from '../../../../platform/database/list-query.ts'
import { ROS_STATES } from './states.ts'

export interface RosRow {
  readonly id: string
  readonly accountId: string
  readonly state: RosState
  readonly version: number
  readonly urgency: RosDraft['urgency']
  readonly createdBy: string
  readonly createdAt: Date
  readonly changedAt: Date
  readonly approvedAt: Date | null
  readonly filedNumber: string | null
  /** `2026-11-21` */
  readonly filedOn: string | null
  readonly endedAt: Date | null
}

const COLUMNS = sql`id, account_id AS "accountId", state, version, urgency, created_by AS "createdBy", created_at AS "createdAt",
  changed_at AS "changedAt", approved_at AS "approvedAt", filed_number AS "filedNumber", to_char(filed_on, 'YYYY-MM-DD') AS "filedOn",
  ended_at AS "endedAt"`

/** Null when one about this person is open already. */
export async function insertRos(
  tx: Transaction,
  row: Pick<RosRow, 'id' | 'accountId' | 'state' | 'createdBy' | 'createdAt'>,
): Promise<RosRow | null> {
  const { id, accountId, state, createdBy, createdAt } = row
  const inserted =
    await sql<RosRow>`INSERT INTO regulatory.ros (id, account_id, state, version, urgency, created_by, created_at, changed_at)
    VALUES (${id}, ${accountId}, ${state}, 1, 'normal', ${createdBy}, ${createdAt}, ${createdAt})
    ON CONFLICT (account_id) WHERE state NOT IN ('filed', 'discarded') DO NOTHING RETURNING ${COLUMNS}`.execute(tx)
  return inserted.rows[0] ?? null
}

export async function findRos(connection: Connection, id: string): Promise<RosRow | null> {
  const found = await sql<RosRow>`SELECT ${COLUMNS} FROM regulatory.ros WHERE id = ${id}`.execute(connection)
  return found.rows[0] ?? null
}

export async function rosAbout(connection: Connection, accountId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`SELECT id FROM regulatory.ros WHERE account_id = ${accountId}`.execute(connection)
  return found.rows.map(({ id }) => id)
}

/** Serialises two officers who act on one report. */
export async function lockRos(tx: Transaction, id: string): Promise<RosRow | null> {
  const found = await sql<RosRow>`SELECT ${COLUMNS} FROM regulatory.ros WHERE id = ${id} FOR UPDATE`.execute(tx)
  return found.rows[0] ?? null
}

interface RosSearch {
  readonly state: RosState | null
  readonly accountId: string | null
  /** Officer, who may not read a report about themselves. */
  readonly except: string
  readonly offset: number
  readonly size: number
}
export async function listRos(
  connection: Connection,
  { state, accountId, except, offset, size }: RosSearch,
): Promise<{ rows: RosRow[]; total: number }> {
  const where = allOf([
    sql`account_id <> ${except}`,
    state && sql`state = ${state}`,
    accountId === null ? null : sql`account_id = ${accountId}`,
  ])
  const rows = await sql<RosRow>`SELECT ${COLUMNS} FROM regulatory.ros WHERE ${where}
    ORDER BY id DESC LIMIT ${size} OFFSET ${offset}`.execute(connection)
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM regulatory.ros WHERE ${where}`.execute(connection)
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

export interface ContentRow {
  readonly rosId: string
  readonly version: number
  readonly sealed: Buffer
  readonly by: string
  readonly at: Date
}
export async function insertContent(tx: Transaction, { rosId, version, sealed, by, at }: ContentRow): Promise<void> {
  await sql`INSERT INTO regulatory.ros_content (ros_id, version, sealed, by, at)
    VALUES (${rosId}, ${version}, ${sealed}, ${by}, ${at})`.execute(tx)
}
export async function findContent(connection: Connection, rosId: string, version: number): Promise<Buffer> {
  const found = await sql<{ sealed: Buffer }>`SELECT sealed FROM regulatory.ros_content
    WHERE ros_id = ${rosId} AND version = ${version}`.execute(connection)
  const [row] = found.rows
  if (!row) throw new Error('a report without its content')
  return row.sealed
}
export async function saveVersion(
  tx: Transaction,
  { id, version, urgency, changedAt }: Pick<RosRow, 'id' | 'version' | 'urgency' | 'changedAt'>,
): Promise<void> {
  await sql`UPDATE regulatory.ros SET version = ${version}, urgency = ${urgency}, changed_at = ${changedAt} WHERE id = ${id}`.execute(tx)
}

export interface RemarkRow {
  readonly id: string
  readonly rosId: string
  readonly state: RosState
  readonly at: Date
  readonly sealed: Buffer
}
export async function insertRemark(tx: Transaction, { id, rosId, state, at, sealed }: RemarkRow): Promise<void> {
  await sql`INSERT INTO regulatory.ros_remark (id, ros_id, state, at, sealed)
    VALUES (${id}, ${rosId}, ${state}, ${at}, ${sealed})`.execute(tx)
}
export async function remarksOf(connection: Connection, rosId: string): Promise<RemarkRow[]> {
  const found = await sql<RemarkRow>`SELECT id, ros_id AS "rosId", state, at, sealed FROM regulatory.ros_remark
    WHERE ros_id = ${rosId} ORDER BY id`.execute(connection)
  return found.rows
}

/** True after any later step too: an approval by two officers cannot be ended by one. */
export async function wasEverApproved(connection: Connection, rosId: string): Promise<boolean> {
  const found = await sql`SELECT FROM regulatory.state_history
    WHERE subject_id = ${rosId} AND machine = ${ROS_STATES.name} AND to_state = 'approved' LIMIT 1`.execute(connection)
  return found.rows.length > 0
}

export interface UndoingRow {
  readonly id: string
  readonly rosId: string
  readonly change: RosUndoing
  readonly step: RosUndoingStep
  readonly at: Date
  readonly by: string | null
  readonly sealed: Buffer | null
}
export async function insertUndoing(tx: Transaction, { id, rosId, change, step, at, by, sealed }: UndoingRow): Promise<void> {
  await sql`INSERT INTO regulatory.ros_undoing (id, ros_id, change, step, at, by, sealed)
    VALUES (${id}, ${rosId}, ${change}, ${step}, ${at}, ${by}, ${sealed})`.execute(tx)
}
/** Oldest first: their ids are ordered by time. */
export async function undoingOf(connection: Connection, rosId: string): Promise<UndoingRow[]> {
  const found = await sql<UndoingRow>`SELECT id, ros_id AS "rosId", change, step, at, by, sealed FROM regulatory.ros_undoing
    WHERE ros_id = ${rosId} ORDER BY id`.execute(connection)
  return found.rows
}

/** True for a report that has not ended, or that ended later than this. */
export async function isReported(connection: Connection, accountId: string, endedAfter: Date): Promise<boolean> {
  const found = await sql`SELECT FROM regulatory.ros
    WHERE account_id = ${accountId} AND (ended_at IS NULL OR ended_at > ${endedAfter}) LIMIT 1`.execute(connection)
  return found.rows.length > 0
}
