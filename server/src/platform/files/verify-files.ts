/** Verification of the stored files: each against its row, its hash and the key of its owner; and bytes without a row. */
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'
import { sha256 } from '../database/ids.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { FileBackend } from './backend.ts'
import { namesWithoutRow } from './housekeeping.ts'
import { openFile } from './seal.ts'

interface VerifyParts {
  readonly db: Connection
  readonly secrets: Pick<Secrets, 'open'>
  readonly backend: FileBackend
  /** Rows, and names of the folder, per page. */
  readonly pageSize: number
  /** Receives one sentence for each file that does not fit, as it is found. */
  readonly report: (finding: string) => void
  /** Bytes without a row are findings when they were written before. */
  readonly orphanedBefore: Date
}

interface FilesReport {
  readonly read: number
  /** Unreadable files, whose owner's data was erased. */
  readonly destroyed: number
  readonly bytes: bigint
  readonly findings: number
}

interface FileRow {
  readonly id: string
  readonly ownerId: string
  readonly sha256: string
  readonly bytes: number
  /** Null where the key was destroyed. */
  readonly sealed: string | null
  readonly isDestroyed: boolean
}

export async function verifyFiles(parts: VerifyParts): Promise<FilesReport> {
  let [read, destroyed, bytes, findings] = [0, 0, 0n, 0]
  const report = (id: string, reason: string) => {
    findings += 1
    parts.report(`file ${id}: ${reason}`)
  }
  for await (const row of rowsOf(parts)) {
    if (row.isDestroyed) {
      destroyed += 1
      continue
    }
    const reason = await faultOf(parts, row)
    read += 1
    bytes += BigInt(row.bytes)
    // A file that was removed since its page was read is no finding.
    if (reason !== null && (await isStillThere(parts.db, row.id))) report(row.id, reason)
  }
  for await (const name of orphansOf(parts)) report(name, 'has no row')
  return { read, destroyed, bytes, findings }
}

async function* rowsOf({ db, pageSize }: VerifyParts): AsyncIterable<FileRow> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<FileRow>`SELECT id, owner_id AS "ownerId", sha256, bytes, sealed,
        sealed IS NULL OR coalesce(file.created_at <= destroyed_at, false) AS "isDestroyed"
      FROM platform.stored_file AS file LEFT JOIN platform.file_key USING (owner_id)
      WHERE id > ${after} ORDER BY id LIMIT ${pageSize}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

async function faultOf({ secrets, backend }: VerifyParts, { id, ownerId, sealed, sha256: expected }: FileRow): Promise<string | null> {
  const key = attempt(() => secrets.open(`file-key:${ownerId}`, sealed ?? ''))
  if (key === null) return 'SECRETS_KEY does not open the key of its owner'
  const stored = await backend.read(id)
  if (stored === null) return 'is missing from the folder'
  const content = attempt(() => openFile(key, id, stored))
  if (content === null) return 'was changed, or is another file'
  return sha256(content) === expected ? null : 'has another content than its row says'
}

function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

async function isStillThere(db: Connection, id: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM platform.stored_file WHERE id = ${id}`.execute(db)).rows.length > 0
}

async function* orphansOf({ db, backend, pageSize, orphanedBefore }: VerifyParts): AsyncIterable<string> {
  let names: string[] = []
  for await (const name of backend.namesBefore(orphanedBefore)) {
    names.push(name)
    if (names.length < pageSize) continue
    yield* await namesWithoutRow(db, names)
    names = []
  }
  yield* await namesWithoutRow(db, names)
}
