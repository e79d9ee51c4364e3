/**
 * Base backup of an embedded cluster while it runs: its files between pg_backup_start and pg_backup_stop, and the write-ahead log that makes
 * them whole (https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP). npm brings no pg_basebackup.
 */
import { randomInt } from 'node:crypto'
import { chownSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '../../../server/src/platform/database/database.ts'
import { clusterHome, databaseUser } from './postgres-user.ts'

/** Files of the running server, or made anew by the one that starts. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pgsql_tmp'])
/** Folders whose contents are left out. The write-ahead log is copied last, when all of it is written. */
const EMPTY = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'])

/** Copy the cluster of one data folder to that of another, which has none yet. */
export async function copyCluster(connection: ConnectionSettings, { from, to }: { from: string; to: string }): Promise<void> {
  const user = databaseUser()
  const [cluster, copy] = [join(clusterHome(from, user), 'data'), join(clusterHome(to, user), 'data')]
  const keep: Keep = (path) => user && chownSync(path, user.uid, user.gid)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // Temporary slot, dropped with this connection: until then the server keeps all write-ahead log that the copy needs.
    await client.query('SELECT pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}_${randomInt(1_000_000)}`])
    await client.query("SELECT pg_backup_start('drill', true)")
    copyFolder(cluster, copy, keep)
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)')
    writeFileSync(join(copy, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 })
    keep(join(copy, 'backup_label'))
    copyFolder(join(cluster, 'pg_wal'), join(copy, 'pg_wal'), keep)
  } finally {
    await client.end()
  }
}

/** Set the owner of a copied file: when this process is root, it must belong to the user PostgreSQL runs as. */
type Keep = (path: string) => void

function copyFolder(from: string, to: string, keep: Keep): void {
  makeFolder(to, keep)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (!entry.isDirectory()) copyIfThere(source, copy, keep)
    else if (EMPTY.has(entry.name)) makeFolder(copy, keep)
    else copyFolder(source, copy, keep)
  }
}

function makeFolder(path: string, keep: Keep): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  keep(path)
}

/** The server removes files while it runs; the write-ahead log covers them when a server starts on the copy. */
function copyIfThere(source: string, copy: string, keep: Keep): void {
  try {
    copyFileSync(source, copy)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return
  }
  keep(copy)
}
