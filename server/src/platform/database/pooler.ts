/**
 * Refusal of a connection pooler that gives a connection's statements to several sessions of the server (PgBouncer in transaction or
 * statement mode), or drops the settings of a connection. The product limits how long a statement waits and how long a transaction may stay
 * idle by settings of its connections: without them one stopped process blocks all postings, and no test would show it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { SettingsInvalid } from '../process/settings.ts'
import { type ConnectionSettings, isDatabaseUnavailable } from './database.ts'

/** An unusual value, so that no server has it by default. */
const LOCK_TIMEOUT_MS = 8_017
const CONNECT_WITHIN_MS = 10_000
const END_WITHIN_MS = 1_000
const ROUNDS = 10
/** protocol_violation: PgBouncer refuses a start-up parameter that it cannot keep. */
const UNSUPPORTED = /unsupported startup parameter/i

/** Words about a pooler between this process and the database. */
interface PoolerFault {
  readonly found: string
  /** Advice to the operator. */
  readonly next: string
}

/** Null when there is no pooler behind the connection of the setting `name`, or one that changes nothing. */
export async function poolerFault(connection: ConnectionSettings, name: string): Promise<PoolerFault | null> {
  const next = `Set ${name} to PostgreSQL itself, or to a pooler in session mode that keeps start-up parameters (docs/operations.md, "Replicas").`
  const clients = [openClient(connection), openClient(connection)] as const
  try {
    await Promise.all(clients.map((client) => client.connect()))
    if (!(await keepsSettings(clients[0])))
      return { found: `${name} leads to a connection pooler that drops settings of a connection.`, next }
    if (await sharesSessions(clients)) return { found: `${name} leads to a connection pooler in transaction mode.`, next }
    return null
  } catch (error) {
    if (!(error instanceof Error) || !UNSUPPORTED.test(error.message)) throw error
    return { found: `${name} leads to a connection pooler that refuses settings of a connection (${error.message}).`, next }
  } finally {
    await Promise.all(clients.map(endSoon))
  }
}

/**
 * Does nothing for the embedded database, which has no address of an operator, nor while the server is away, which the next connection reports.
 * @throws SettingsInvalid with a sentence that names the setting
 */
export async function refusePooler(connection: ConnectionSettings, name: string): Promise<void> {
  if (connection.connectionString === undefined) return
  const fault = await poolerFault(connection, name).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null
    throw error
  })
  if (fault !== null) throw new SettingsInvalid(`${fault.found} ${fault.next}`)
}

/** `end` of a client that could not connect may never resolve. */
const endSoon = (client: pg.Client): Promise<unknown> =>
  Promise.race([client.end().catch(() => undefined), delay(END_WITHIN_MS, undefined, { ref: false })])

function openClient(connection: ConnectionSettings): pg.Client {
  const client = new pg.Client({
    ...connection,
    lock_timeout: LOCK_TIMEOUT_MS,
    options: [connection.options, '-c enable_seqscan=off'].filter(Boolean).join(' '),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    fallback_application_name: 'tunjo-pooler-check',
  })
  client.on('error', () => undefined)
  return client
}

async function keepsSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT current_setting('lock_timeout') = '${LOCK_TIMEOUT_MS}ms'
    AND current_setting('enable_seqscan') = 'off' AS "isKept"`)
  return rows[0].isKept
}

/**
 * Two open connections never have one session of the server, and one connection keeps its session. A pooler gives the session of the last
 * statement to the next one, or goes round its sessions. While others use it too, its choice can look right a few times, but not each time.
 */
async function sharesSessions([first, second]: readonly [pg.Client, pg.Client]): Promise<boolean> {
  const sessionOf = async (client: pg.Client): Promise<number> => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
  const [one, other] = [await sessionOf(first), await sessionOf(second)]
  for (let round = 0; round < ROUNDS; round++) {
    const found = [await sessionOf(first), await sessionOf(first), await sessionOf(second)]
    if (one === other || found.some((session, place) => session !== (place < 2 ? one : other))) return true
  }
  return false
}
