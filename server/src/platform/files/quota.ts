/** Quota: how much one account may send in a day and have stored, so that none fills the disk for all. */
import { sql } from 'kysely'
import type { Connection, Database } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import type { StoredFile } from './types.ts'

const MEBIBYTE = 1_048_576
/** A company with every document at its largest, and most of them sent a second time. */
export const STORED_BYTES_MAX = 1_024 * MEBIBYTE
/**
 * The largest form with every file at its largest (35 of 10 MB, first level of a company), and a few of them sent again. The next form
 * waits for officers, so that no day needs more. What is refused after it arrived counts too: an account fills no disk that way either.
 */
export const DAY_BYTES_MAX = 384 * MEBIBYTE

/** Count what has arrived, also when it is not kept. @throws Refused `files.quota_day` */
export async function countUpload(db: Database, ownerId: string, bytes: number, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10)
  const counted = await sql`INSERT INTO platform.upload_volume AS volume (owner_id, day, bytes) VALUES (${ownerId}, ${day}, ${bytes})
    ON CONFLICT (owner_id, day) DO UPDATE SET bytes = volume.bytes + EXCLUDED.bytes
      WHERE volume.bytes + EXCLUDED.bytes <= ${DAY_BYTES_MAX} RETURNING 1`.execute(db)
  if (counted.rows.length === 0) refuse('files.quota_day')
}

/** Purposes of providers' reports about a customer: otherwise a customer with a full quota could never be reported on. */
const UNCOUNTED_PURPOSES = ['screening.report']

/** @throws Refused `files.quota_stored` */
export async function checkStored(
  connection: Connection,
  { ownerId, purpose, bytes }: Pick<StoredFile, 'ownerId' | 'purpose' | 'bytes'>,
): Promise<void> {
  if (UNCOUNTED_PURPOSES.includes(purpose)) return
  const found = await sql<{ bytes: string }>`SELECT coalesce(sum(bytes), 0)::text AS bytes FROM platform.stored_file
    WHERE owner_id = ${ownerId} AND purpose <> ALL(${UNCOUNTED_PURPOSES})`.execute(connection)
  if (Number(found.rows[0]?.bytes ?? 0) + bytes > STORED_BYTES_MAX) refuse('files.quota_stored')
}

export async function deleteOldVolumes(db: Database, now: Date): Promise<void> {
  await sql`DELETE FROM platform.upload_volume WHERE day < ${now.toISOString().slice(0, 10)}::date - 1`.execute(db)
}
