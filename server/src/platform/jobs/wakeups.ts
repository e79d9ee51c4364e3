/**
 * Wake-ups: every process looks for committed work immediately. A process announces it to its own pollings directly and to the other
 * processes by NOTIFY, after the commit: within the transaction, NOTIFY takes a lock of the whole server until it has committed.
 * Announcements may be lost (a process is killed between the commit and them, a connection breaks): polling is the safety net.
 */
import pg from 'pg'
import { afterCommit, type Connection, type ConnectionSettings } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Log } from '../observability/log.ts'

const CHANNEL = 'tunjo_work'
const RECONNECT_MS = 1_000
const CONNECT_TIMEOUT_MS = 10_000

type Listener = () => void
/** Listeners of this process: its pollings, and its connections to other processes. */
const pollings = new Set<Listener>()
const senders = new Set<Listener>()

/** Announce jobs, events or operations that were written on this connection: they are looked for when its transaction has committed. */
export const announceWork = (connection: Connection): Promise<void> =>
  afterCommit(connection, async () => {
    for (const listener of [...pollings, ...senders]) listener()
  })

/** Call the listener at each announcement, of this process and of others. Returns the function that ends it. */
export function onWork(listener: Listener): () => void {
  pollings.add(listener)
  return () => void pollings.delete(listener)
}

export interface Wakeups {
  /** Whether announcements of other processes arrive: then polling may be slow. */
  isListening(): boolean
  stop(): Promise<void>
}

/** Connect this process to the announcements of the others, and reconnect when the connection breaks. */
export const startWakeups = (connection: ConnectionSettings, log: Log): Wakeups => new WakeupConnection(connection, log)

class WakeupConnection implements Wakeups {
  readonly #connection: ConnectionSettings
  readonly #log: Log
  /** Payload of the notifications of this process. */
  readonly #own = newId()
  #client: pg.Client | null = null
  #isListening = false
  #isStopped = false
  #isSending = false
  #isAnnounced = false
  #reconnect: NodeJS.Timeout | null = null
  #connecting: Promise<void>

  constructor(connection: ConnectionSettings, log: Log) {
    this.#connection = connection
    this.#log = log
    senders.add(this.#send)
    this.#connecting = this.#connect()
  }

  isListening = (): boolean => this.#isListening

  stop = async (): Promise<void> => {
    this.#isStopped = true
    senders.delete(this.#send)
    if (this.#reconnect) clearTimeout(this.#reconnect)
    // Wait for the end of the attempt, since `end` of a connecting client may never resolve.
    await this.#connecting
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...this.#connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      fallback_application_name: 'tunjo-wakeups',
      // A connection that only listens would not detect that the other end was lost.
      keepAlive: true,
    })
    this.#client = client
    client.on('error', () => this.#leave(client))
    client.on('end', () => this.#leave(client))
    client.on('notification', ({ payload }) => this.#receive(payload))
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      await this.#notify(client)
    } catch (error) {
      this.#log.debug({ err: error }, 'announcements of work cannot be received, polling goes on')
      this.#leave(client)
    }
  }

  #leave(client: pg.Client): void {
    if (client !== this.#client) return
    this.#client = null
    this.#isListening = false
    client.end().catch(() => undefined)
    if (this.#isStopped) return
    this.#reconnect = setTimeout(() => {
      this.#connecting = this.#connect()
    }, RECONNECT_MS)
  }

  /** The own notification proves that they arrive: a pooler in between may answer LISTEN and deliver none. */
  #receive(payload: string | undefined): void {
    if (payload === this.#own) this.#isListening = true
    else for (const listener of pollings) listener()
  }

  /** One at a time: announcements made meanwhile are sent once more at its end. */
  #send = (): void => {
    const client = this.#client
    if (!client || !this.#isListening) return
    if (this.#isSending) {
      this.#isAnnounced = true
      return
    }
    this.#isSending = true
    this.#isAnnounced = false
    const sent = this.#notify(client).catch(() => undefined)
    void sent.finally(() => {
      this.#isSending = false
      if (this.#isAnnounced) this.#send()
    })
  }

  #notify = (client: pg.Client) => client.query('SELECT pg_notify($1, $2)', [CHANNEL, this.#own])
}
