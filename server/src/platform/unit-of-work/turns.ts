/**
 * Order among processes whose groups write the same rows. Without it each group would invalidate those that the others have read. A turn is
 * an advisory lock in a transaction that locks no row, on a connection of its own. The result does not depend on it: conditions of the
 * writing statement do. PostgreSQL ends the turn of a process that is stopped, since its transaction is idle for longer than it may be
 * (docs/decisions/0090-processes-take-turns-for-shared-rows.md).
 */
import { CompiledQuery } from 'kysely'
import { type Connection, type Database, shortIdleTimeout } from '../database/database.ts'

/** Connections of a process for its turns. */
export const TURN_CONNECTIONS = 1

const LIMITS = {
  /** How long a process that does not answer keeps its turn. */
  idleMs: 40,
  /** The same for a process that lost turns although it works: the machine is overloaded. */
  longestIdleMs: 640,
  /** A process that works renews its turn this often. */
  renewMs: 10,
  /** Longest wait for a turn. Then the process continues without one. */
  waitMs: 500,
}

export interface Turn {
  /** Call it once the group is written. */
  end(): void
}

export class Turns {
  readonly #db: Database
  readonly #limits: typeof LIMITS
  #idleMs: number
  /** End of the turn before, which has the only connection. */
  #last: Promise<void> = Promise.resolve()

  constructor(db: Database, limits: Partial<typeof LIMITS> = {}) {
    this.#db = db
    this.#limits = { ...LIMITS, ...limits }
    this.#idleMs = this.#limits.idleMs
  }

  /** Resolves when it is this process's turn; also when none can be had, since an order is not needed for a correct result. */
  take(name: string): Promise<Turn> {
    return new Promise((resolve) => {
      let end = (): void => undefined
      const ended = new Promise<void>((signal) => {
        end = signal
      })
      const start = () => resolve({ end })
      const hold = (connection: Connection) => this.#hold(connection, name, { start, ended })
      this.#last = this.#last
        .then(() => this.#db.connection().execute(hold))
        .catch(() => undefined)
        .finally(start)
    })
  }

  /** Resolves when the last turn has ended. */
  idle(): Promise<void> {
    return this.#last
  }

  async #hold(connection: Connection, name: string, { start, ended }: { start(): void; ended: Promise<void> }): Promise<void> {
    const { idleMs, longestIdleMs, renewMs, waitMs } = this.#limits
    const limits = `${shortIdleTimeout(this.#idleMs)}, set_config('lock_timeout', '${waitMs}', true)`
    try {
      // One message: several statements are allowed without parameters.
      await send(connection, `BEGIN; SELECT ${limits}; SELECT pg_advisory_xact_lock(hashtextextended('platform.turn ${name}', 0))`)
      start()
      const renewing = setInterval(() => void send(connection, 'SELECT 1').catch(() => undefined), renewMs)
      await ended
      clearInterval(renewing)
    } finally {
      const isKept = await send(connection, 'ROLLBACK').then(...bothWays)
      this.#idleMs = isKept ? Math.max(this.#idleMs - 1, idleMs) : Math.min(this.#idleMs * 2, longestIdleMs)
    }
  }
}

const send = (connection: Connection, text: string) => connection.executeQuery(CompiledQuery.raw(text))
const bothWays = [() => true, () => false] as const
