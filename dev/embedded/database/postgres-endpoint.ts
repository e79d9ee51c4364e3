/**
 * Endpoint of the database: a Unix socket in a dedicated folder. Windows has none that the client supports, so it gets a loopback port with
 * a random password.
 */
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '../../../server/src/platform/database/database.ts'
import type { DatabaseUser } from './postgres-user.ts'

export const SUPERUSER = 'tunjo'
const SOCKET_PORT = 5432
/** The system's limit for the path of a socket (sun_path) is 108 bytes on Linux, 104 on macOS, with the closing zero. */
const MAX_SOCKET_PATH_BYTES = 103

export interface Endpoint {
  readonly connection: ConnectionSettings
  /** Command line settings of the server. */
  readonly settings: Readonly<Record<string, string | number>>
  /** Null without a Unix socket. */
  readonly socketFolder: string | null
}

export async function postgresEndpoint(home: string, user: DatabaseUser | null): Promise<Endpoint> {
  if (process.platform === 'win32') return loopbackEndpoint(home)
  const host = socketFolder(home, user)
  return {
    connection: { host, port: SOCKET_PORT, user: SUPERUSER },
    settings: { listen_addresses: '', unix_socket_directories: host, unix_socket_permissions: '0700', port: SOCKET_PORT },
    socketFolder: host,
  }
}

function socketFolder(home: string, user: DatabaseUser | null): string {
  const name = `tunjo-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`
  const folder = [join(home, 'socket'), join(tmpdir(), name), join('/tmp', name)].find(fits)
  if (!folder) throw new Error(`No folder with a path short enough for a Unix socket: set TMPDIR to a shorter one.`)
  // Never through a link, and never a folder that another user created: the database's user trusts every process that reaches the socket.
  const known = lstatSync(folder, { throwIfNoEntry: false })
  if (known && (!known.isDirectory() || known.uid !== (user?.uid ?? process.getuid?.()))) {
    throw new Error(`${folder} belongs to another user: remove it.`)
  }
  if (!known) mkdirSync(folder, { mode: 0o700 })
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
  // Like the cluster's own lock file (postgres-owner.ts): the process that left it has ended, and its number may belong to another program
  // by now.
  rmSync(join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true })
  return folder
}

const fits = (folder: string): boolean => Buffer.byteLength(`${folder}/.s.PGSQL.${SOCKET_PORT}.lock`) <= MAX_SOCKET_PATH_BYTES

async function loopbackEndpoint(home: string): Promise<Endpoint> {
  const port = await freePort()
  return {
    connection: { host: '127.0.0.1', port, user: SUPERUSER, password: clusterPassword(home) },
    settings: { listen_addresses: '127.0.0.1', port },
    socketFolder: null,
  }
}

/** Created with the cluster and stored next to it; only loopback clusters ask for it. */
export function clusterPassword(home: string): string {
  const file = join(home, 'password')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const password = randomBytes(24).toString('base64url')
    writeFileSync(file, password, { mode: 0o600 })
    return password
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port'))))
    })
  })
}
