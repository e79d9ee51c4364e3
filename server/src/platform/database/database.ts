/**
 * PostgreSQL through Kysely. Integers of the database are `bigint` here: `int8` and `numeric` columns hold base units or
 * counters, never fractions, so no amount can become a float on the way.
 */
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from 'kysely'
import pg from 'pg'
import { QueueFull, recordTermination, withPreparedStatements } from './prepared-statements.ts'

/** Each module adds its own tables with `db.withTables<…>()` in its store. */
// biome-ignore lint/complexity/noBannedTypes: no tables are known here
export type Database = Kysely<{}>
// biome-ignore lint/complexity/noBannedTypes: as above
export type Transaction = KyselyTransaction<{}>
/** Connection for a read inside or outside a transaction. */
export type Connection = Database | Transaction

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184
const parsers = new pg.TypeOverrides()
parsers.setTypeParser(INT8, (text) => BigInt(text))
parsers.setTypeParser(NUMERIC, (text) => BigInt(text))
for (const type of [DATE, TIMESTAMPTZ]) parsers.setTypeParser(type, (text) => readTime(type, text))

/** Earliest and latest `Date`. */
const TIME_MAX_MS = 8.64e15

/** `infinity`, and times beyond `Date`, are its ends: the driver answers a number or an invalid date, and each reader would fail on that row. */
function readTime(type: number, text: string): Date {
  const parsed: unknown = pg.types.getTypeParser(type)(text)
  if (parsed instanceof Date && !Number.isNaN(parsed.getTime())) return parsed
  return new Date(text.startsWith('-') || text.endsWith(' BC') ? -TIME_MAX_MS : TIME_MAX_MS)
}

/** Whether a time that was read is `infinity`, or beyond what a `Date` holds: no time can be counted from it. */
export const isInfiniteTime = (at: Date): boolean => Math.abs(at.getTime()) >= TIME_MAX_MS

export type ConnectionSettings = Pick<pg.PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'options'>

export interface OpenDatabase {
  readonly db: Database
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Far longer than any transaction of the product holds a row, and short enough that a waiting person still gets an error message. */
const LOCK_WAIT_MS = 8_000

/** Connections of a process that runs the product, at most. */
export const POOL_CONNECTIONS = 16

interface PoolLimits {
  readonly maxConnections?: number
  /** How long a statement waits for a lock of another transaction. 0: as long as the statement may take. */
  readonly lockWaitMs?: number
  /** Number of callers that may wait for a connection before the next is refused. */
  readonly maxWaiting?: number
  /** For prepared statements that look rows up by their keys: a plan made while a table is small would read all of it as it grows. */
  readonly plansByIndex?: boolean
}

/** Without JIT: the estimated cost of a read for a whole group passes its threshold, and each run would compile. */
const BY_INDEX = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off'

export function openDatabase(
  connection: ConnectionSettings,
  { maxConnections = POOL_CONNECTIONS, lockWaitMs = LOCK_WAIT_MS, maxWaiting, plansByIndex = false }: PoolLimits = {},
): OpenDatabase {
  const pool = new pg.Pool({
    ...connection,
    ...(plansByIndex ? { options: [connection.options, BY_INDEX].filter(Boolean).join(' ') } : {}),
    types: parsers,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    lock_timeout: lockWaitMs,
    idle_in_transaction_session_timeout: 30_000,
    // PGAPPNAME gives a process another name.
    fallback_application_name: 'tunjo',
  })
  // An idle or busy connection whose server went away emits an error, which would end the process without a listener. The running query
  // fails on its own and the next one opens a new connection.
  pool.on('error', () => undefined)
  pool.on('connect', recordTermination)
  // biome-ignore lint/complexity/noBannedTypes: no tables are known here
  const db = new Kysely<{}>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool, maxWaiting) }) })
  return { db, pool, close: () => endBoth(db, pool) }
}

/** Kysely ends its pool only when it was used: a pool that was queried directly would keep its connections until they are idle for ten seconds. */
async function endBoth(db: Database, pool: pg.Pool): Promise<void> {
  await db.destroy()
  if (!pool.ending) await pool.end()
}

const MAX_ATTEMPTS = 12
const IDLE_IN_TRANSACTION = '25P03'
/** serialization_failure, deadlock_detected; and terminated by idle_in_transaction_session_timeout, which never happens after a commit */
const RETRYABLE = new Set(['40001', '40P01', IDLE_IN_TRANSACTION])

/**
 * Selected together with a row that others wait for: if this process stops (suspended, or too busy), the database ends its transaction
 * soon, and the waiting ones do not wait for half a minute.
 */
export const shortIdleTimeout = (milliseconds = 1_700): string =>
  `set_config('idle_in_transaction_session_timeout', '${milliseconds}', true)`

/** Actions outside the database after the outcome of a transaction is known. */
interface Endings {
  readonly committed: (() => Promise<void>)[]
  readonly rolledBack: (() => Promise<void>)[]
  readonly ended: (() => void)[]
}
const endings = new WeakMap<Connection, Endings>()
/** Errors of transactions that never sent a commit: they are rolled back, whatever happened to the connection. */
const rolledBack = new WeakSet<object>()

/** Runs immediately on a connection without a transaction. Only for optional work: the process can be killed between the commit and it. */
export async function afterCommit(connection: Connection, act: () => Promise<void>): Promise<void> {
  const open = endings.get(connection)
  if (open) open.committed.push(act)
  else await act()
}

/** Never run when only the answer to the commit was lost: the outcome is unknown then. */
export function afterRollback(connection: Connection, act: () => Promise<void>): void {
  endings.get(connection)?.rolledBack.push(act)
}

/** Runs before the other endings. False outside of `inTransaction`, where the end is not observed. */
export function onEnd(connection: Connection, act: () => void): boolean {
  const open = endings.get(connection)
  open?.ended.push(act)
  return open !== undefined
}

async function once<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const own: Endings = { committed: [], rolledBack: [], ended: [] }
  let hasFailed = false
  try {
    const result = await db.transaction().execute(async (tx) => {
      endings.set(tx, own)
      return work(tx).catch((error) => {
        hasFailed = true
        throw error
      })
    })
    for (const act of own.ended) act()
    await Promise.allSettled(own.committed.map((act) => act()))
    return result
  } catch (error) {
    for (const act of own.ended) act()
    if (hasFailed) await Promise.allSettled(own.rolledBack.map((act) => act()))
    if (hasFailed && error instanceof Error) rolledBack.add(error)
    throw error
  }
}

/**
 * Run `work` in one transaction and run it again, with the same ids, when the database asks for it. Therefore `work` touches nothing
 * outside the database, except by `afterCommit` and `afterRollback`.
 */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !(RETRYABLE.has(databaseErrorCode(error) ?? '') || wasCutOff(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** attempt))
    }
  }
}

/** The database ended the transaction since this process was too slow; the next query found the connection closed. */
function wasCutOff(error: unknown): boolean {
  if (!(error instanceof Error) || !rolledBack.has(error)) return false
  return /not queryable|Connection terminated/i.test(error.message)
}

/** SQLSTATE of a database error, or null. */
export function databaseErrorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/**
 * Classes of SQLSTATE of a server that cannot work now, whatever it is asked: connection_exception, insufficient_resources (disk, memory,
 * connections), operator_intervention but query_canceled (stop, crash, start), system_error; and read_only_sql_transaction, of a server
 * that a failover or a provider's full disk left without writes.
 */
const AWAY = /^(08|53|57P|58|25006)/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of the driver, which have no code: no connection became free or opened in time, or an open one ended. */
const CONNECTION_LOST = /^timeout exceeded when trying to connect$|^Connection terminated|is not queryable$|^Cannot use a pool after/

/** The database is temporarily unavailable: the same call may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof QueueFull) return true
  if (!(error instanceof Error)) return false
  const code = databaseErrorCode(error)
  if (code === null) return CONNECTION_LOST.test(error.message)
  return AWAY.test(code) || NETWORK.has(code) || isSocketMissing(error, code)
}

/** The socket file of a local server exists while it runs; another file that is missing is a mistake of the product. */
const isSocketMissing = (error: Error, code: string): boolean => code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** lock_not_available, query_canceled: another transaction held a row for longer than a statement waits, or the statement took too long. */
const WAITED_IN_VAIN = new Set(['55P03', '57014'])

/** The transaction was rolled back, and the same call may succeed in a moment. */
export const isLockTimeout = (error: unknown): boolean => WAITED_IN_VAIN.has(databaseErrorCode(error) ?? '')

/** The violated constraint of a unique or check error, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return null
  return typeof error.constraint === 'string' ? error.constraint : null
}
