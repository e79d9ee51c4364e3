/** Operator's command as started from a shell: a separate process that finds database and keys in its environment. */
import { spawnSync } from 'node:child_process'
import type { ConnectionSettings } from '../../server/src/platform/database/database.ts'
import { programOf } from './child-process.ts'

/** The host may be the folder of a socket. */
export const addressOf = ({ host, port, user, password, database: name }: ConnectionSettings): string =>
  `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`

interface Ended {
  readonly status: number | null
  readonly output: string
}

/** The command line of the product (cli.ts). */
export const COMMAND_LINE = new URL('../../server/src/cli.ts', import.meta.url)

/** `words` name the command. With the keys of `createTestPlatform`. */
export function operatorCommand(words: readonly string[], connection: ConnectionSettings, dataDir: string): (...args: string[]) => Ended {
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')
  const env = { ...process.env, DATABASE_URL: addressOf(connection), DATA_DIR: dataDir, SECRETS_KEY }
  return (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...programOf(COMMAND_LINE), ...words, ...args], {
      env,
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
}
