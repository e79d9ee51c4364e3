/**
 * The turn at the head of the chain, within this process. One posting at a time goes there: the others would wait in the database, each
 * with a connection, and if this process stopped, each would get the head after the other and keep it until the database takes it away.
 * Nothing is right because of it: the lock of the head is.
 */
import { onEnd, type Transaction } from '../../platform/database.ts'

/** Longer than the database leaves the head with a process that stopped, shorter than a transaction may be idle meanwhile. */
const WAIT_MS = 1_500

/** Of whoever has the turn, or waits for it. */
interface Place {
  readonly transaction: Transaction
  enter: () => void
}

export class HeadTurns {
  #holder: Place | null = null
  #waiting: Place[] = []
  /** Those that went without one: whoever has the turn now may be waiting for them in the database. */
  readonly #without = new WeakSet<Transaction>()

  /**
   * Until `tx` ends. Without a turn where nobody hears of its end, and when it takes long: who has the turn may be waiting for a row of
   * this transaction, which only the database notices.
   */
  async take(tx: Transaction): Promise<void> {
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
