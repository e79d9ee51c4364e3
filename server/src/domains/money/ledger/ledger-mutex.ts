/**
 * In-process mutex for the ledger head: one posting of this process at a time goes to the database for it. Without the mutex the others
 * would wait in the database, each with a connection. If this process were stopped, each of them would get the head after the other and
 * keep it until the database terminates its transaction. Correctness does not depend on the mutex: the lock of the head gives it.
 */
import { onEnd, type Transaction } from '../../../platform/database/database.ts'

/** Time limit for the mutex: longer than a stopped process keeps the head, shorter than a transaction may be idle meanwhile. */
const WAIT_MS = 1_500

/** A transaction that holds the mutex or waits for it. */
interface Place {
  readonly transaction: Transaction
  enter: () => void
}

export class LedgerMutex {
  #holder: Place | null = null
  #waiting: Place[] = []
  /** Transactions that continued without the mutex: its holder may be waiting for them in the database. */
  readonly #without = new WeakSet<Transaction>()

  /**
   * Acquire the mutex until `tx` ends. Continues without it when the end of `tx` cannot be observed, and after the time limit: the holder
   * may be waiting for a row of this transaction, a deadlock that only the database can detect.
   */
  async acquire(tx: Transaction): Promise<void> {
    if (this.#holder?.transaction === tx || this.#without.has(tx)) return
    const place: Place = { transaction: tx, enter: () => undefined }
    if (onEnd(tx, () => this.#leave(place))) await this.#enter(place)
  }

  #enter(place: Place): Promise<void> {
    return new Promise((resolve) => {
      if (this.#holder === null) {
        this.#holder = place
        return resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== place)
        this.#without.add(place.transaction)
        resolve()
      }, WAIT_MS)
      place.enter = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.push(place)
    })
  }

  #leave(place: Place): void {
    this.#waiting = this.#waiting.filter((other) => other !== place)
    if (this.#holder !== place) return
    this.#holder = this.#waiting.shift() ?? null
    this.#holder?.enter()
  }
}
