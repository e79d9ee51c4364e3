/** Copy of a database by pg_dump in its custom format, and back by pg_restore: for a PostgreSQL server of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '../../platform/database/database.ts'
import { fieldOf } from '../../platform/http/field-of.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { piecesOf } from './copy-database.ts'
import { DUMP } from './part-of.ts'
import type { Progress } from './progress.ts'
import { megabytes } from './progress.ts'
import type { Entry } from './write-archive.ts'

export interface PostgresProgram {
  readonly name: 'pg_dump' | 'pg_restore'
  /** Folder of the program; without it PATH. */
  readonly folder: string | null
  readonly connection: ConnectionSettings
}

/** Connection as variables: the arguments of a process are readable by every user of the machine. */
function environmentOf(connection: ConnectionSettings): NodeJS.ProcessEnv {
  const { host, port, user, password, database } = new pg.Client(connection)
  const { PATH, HOME, TMPDIR, LANG, SystemRoot } = process.env
  const given = connection.connectionString ? new URL(connection.connectionString).searchParams : new URLSearchParams()
  const [mode, root] = [given.get('sslmode'), given.get('sslrootcert')]
  return {
    ...{ PATH, HOME, TMPDIR, LANG, SystemRoot, PGHOST: host, PGPORT: String(port), PGUSER: user ?? '', PGDATABASE: database ?? '' },
    ...(password ? { PGPASSWORD: password } : {}),
    ...(mode ? { PGSSLMODE: mode } : {}),
    ...(root ? { PGSSLROOTCERT: root } : {}),
  }
}

/** Starts the program. `ended` rejects with its words when it fails. */
function start({ name, folder, connection }: PostgresProgram, args: readonly string[]) {
  const child = spawn(folder === null ? name : join(folder, name), [...args], { env: environmentOf(connection), stdio: 'pipe' })
  let words = ''
  child.stderr.on('data', (piece: Buffer) => {
    words = (words + piece.toString()).slice(-2_000)
  })
  child.stdin.on('error', () => undefined)
  const ended = (async () => {
    const [code] = await once(child, 'close')
    if (code !== 0) throw new CommandRefused(`${name} did not succeed: ${words.trim().split('\n').join('; ') || `it ended with ${code}`}`)
  })().catch((error) => {
    if (fieldOf(error, 'code') !== 'ENOENT') throw error
    throw new CommandRefused(
      `${name} was not found: install the client programs of PostgreSQL, or name their folder with BACKUP_POSTGRES_PROGRAMS.`,
    )
  })
  ended.catch(() => undefined)
  return { child, ended }
}

/** @throws CommandRefused when the program is missing or older than the server */
export async function checkVersion(program: PostgresProgram, server: string): Promise<void> {
  const { child, ended } = start(program, ['--version'])
  let said = ''
  child.stdout.on('data', (piece: Buffer) => {
    said += piece.toString()
  })
  await ended
  const version = /(\d+)[.\d]*/.exec(said)?.[1] ?? '0'
  if (Number(version) >= Number.parseInt(server, 10)) return
  throw new CommandRefused(
    `${program.name} is of version ${version} and the server of ${server}: name the folder of newer programs with BACKUP_POSTGRES_PROGRAMS, or copy the tables with --by copy.`,
  )
}

/** `snapshot`: id of the exported snapshot, whose transaction stays open meanwhile. */
export async function* dumpDatabase(program: PostgresProgram, snapshot: string, progress: Progress): AsyncGenerator<Entry> {
  const { child, ended } = start(program, ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`])
  let bytes = 0
  try {
    for await (const entry of piecesOf(DUMP, child.stdout)) {
      bytes += entry.content.length
      progress(() => `database: ${megabytes(bytes)} of its dump`)
      yield entry
    }
    await ended
  } finally {
    child.kill()
  }
}

/** Restore of such a dump in one transaction of pg_restore, which commits when its input has ended. */
export function restoreDump(program: PostgresProgram) {
  const { child, ended } = start(program, ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', '--dbname', ''])
  return {
    async take({ content }: Entry): Promise<void> {
      if (!child.stdin.write(content)) await Promise.race([once(child.stdin, 'drain'), ended])
    },
    async finish(): Promise<void> {
      child.stdin.end()
      await ended
    },
    abort: () => child.kill(),
  }
}
