/** Prepared statements: planned once a connection instead of at every run, for the few that run thousands of times a second. */
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Prefix of the text of such a statement. There must be few of them: each connection keeps its plan. */
export const PREPARED_STATEMENT = '/* prepared */'

const names = new Map<string, string>()

/** The name is derived from the text, so that a changed text never uses an old plan. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

const IDLE_IN_TRANSACTION = '25P03'
/** Connections terminated by the database while idle in a transaction: the driver reports only a closed connection to the next query. */
const putOut = new WeakMap<object, Error>()

export function recordTermination(client: pg.PoolClient): void {
  client.on('error', (error) => {
    if ('code' in error && error.code === IDLE_IN_TRANSACTION) putOut.set(client, error)
  })
}

/** Longer queues would be useless: the last callers would find no connection in time. */
const WAITING_MAX = 500

/** Every connection is in use and the queue is full: this caller is refused immediately, before anything was sent to the database. */
export class QueueFull extends Error {
  constructor() {
    super('too many wait for a connection of the database')
  }
}

/** The driver prepares only queries with a name, which Kysely does not set. */
export function withPreparedStatements(pool: pg.Pool, maxWaiting = WAITING_MAX): PostgresPool {
  return {
    async connect() {
      if (pool.waitingCount >= maxWaiting) throw new QueueFull()
      const client = await pool.connect()
      const query = (text: string, values: readonly unknown[]) => {
        const error = putOut.get(client)
        if (error) return Promise.reject(error)
        return client.query({ text, values: [...values], ...(text.startsWith(PREPARED_STATEMENT) ? { name: nameOf(text) } : {}) })
      }
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  }
}
