/** Create the data folder (initdb), completely or not at all. */
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { clusterPassword, SUPERUSER } from './postgres-endpoint.ts'
import type { DatabaseUser } from './postgres-user.ts'

const INIT_TIMEOUT_MS = 120_000

export async function ensureCluster(cluster: string, { initdb }: PostgresBinaries, user: DatabaseUser | null): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  // Created under a temporary name and renamed: an interrupted first start leaves nothing that looks like a cluster.
  const unfinished = `${cluster}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (user) chownSync(unfinished, user.uid, user.gid)
  const options = ['--encoding=UTF8', '--locale=C', '--data-checksums', `--username=${SUPERUSER}`, '--no-instructions']
  try {
    await promisify(execFile)(initdb, [`--pgdata=${unfinished}`, ...options, ...authentication(dirname(cluster))], {
      ...user,
      cwd: unfinished,
      timeout: INIT_TIMEOUT_MS,
      windowsHide: true,
      env: serverEnvironment(),
    })
  } catch (cause) {
    const words = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    throw new Error(`The embedded database could not be created in ${cluster}: ${words || String(cause)}`, { cause })
  }
  renameSync(unfinished, cluster)
}

/** The socket's folder denies other users; a loopback port does not, so it asks for a password. */
function authentication(home: string): string[] {
  if (process.platform !== 'win32') return ['--auth=trust']
  clusterPassword(home)
  return ['--auth=scram-sha-256', `--pwfile=${join(home, 'password')}`]
}

/** Nothing of the product's environment, which may hold keys; PG* variables would change what the server does. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP, TMPDIR } = process.env
  return { PATH, SystemRoot, TEMP, TMP, TMPDIR, LC_ALL: 'C', TZ: 'UTC' }
}
