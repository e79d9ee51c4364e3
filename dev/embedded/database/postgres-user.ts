/** PostgreSQL refuses to run as root. As root (containers), it runs as an unprivileged user, who must be able to reach its files. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newId } from '../../../server/src/platform/database/ids.ts'

export interface DatabaseUser {
  readonly uid: number
  readonly gid: number
}

/** Null when this process is not root: PostgreSQL then runs as the same user. */
export function databaseUser(): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${wanted}:`))?.split(':') ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user "postgres" or "nobody": start as another user, or set DATABASE_URL.',
  )
}

/** Whether the user may enter the folder and every folder above it. */
export function canEnter(folder: string, user: DatabaseUser | null): boolean {
  if (!user) return true
  for (let current = realpathSync(folder); ; current = dirname(current)) {
    if (!mayEnter(current, user)) return false
    if (current === dirname(current)) return true
  }
}

function mayEnter(folder: string, { uid, gid }: DatabaseUser): boolean {
  const info = statSync(folder)
  if (info.uid === uid) return (info.mode & 0o100) !== 0
  return (info.mode & (info.gid === gid ? 0o010 : 0o001)) !== 0
}

const OUTSIDE = '/var/lib/tunjo'

/**
 * The real folder that holds the cluster of this data folder. Below a folder the database's user cannot enter (`/root`), the cluster lives
 * outside and the data folder holds a link to it, so that removing the data folder still means a fresh start.
 */
export function clusterHome(dataDir: string, user: DatabaseUser | null): string {
  mkdirSync(dataDir, { recursive: true })
  const parent = realpathSync(dataDir)
  const home = join(parent, 'postgres')
  const link = lstatSync(home, { throwIfNoEntry: false })
  if (link?.isSymbolicLink() && !existsSync(home)) rmSync(home)
  if (!existsSync(home) && !canEnter(parent, user)) {
    const outside = join(OUTSIDE, newId())
    mkdirSync(outside, { recursive: true })
    for (const folder of [OUTSIDE, outside]) chmodSync(folder, 0o755)
    symlinkSync(outside, home)
  }
  mkdirSync(home, { recursive: true })
  const real = realpathSync(home)
  // Explicit, since a strict umask would close it.
  if (user) chmodSync(real, 0o755)
  if (!canEnter(real, user)) throw new Error(`The user that runs PostgreSQL cannot enter ${real}: open its folders (chmod o+x).`)
  return real
}
