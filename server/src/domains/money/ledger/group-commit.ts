/**
 * Group commit: posts for many callers in one batch. While one batch is being written to disk the next gathers; there is no timer, so a
 * single caller does not wait for others. Decisions are made in memory on the state that the last batch left; the writing statement checks
 * that no other process has written since (docs/decisions/0002-ledger-posting.md).
 */

import { type Database, inTransaction } from '../../../platform/database/database.ts'
import { isRefusal, refusal } from '../../../platform/http/refusal.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { answerTo, batchOf, placed, type Writer } from './batch.ts'
import { isDuplicate, isIncomplete, isOutage } from './database-errors.ts'
import { type KnownState, loadBooks, loadState, nothingKnown } from './load-books.ts'
import { type PostingRequest, postingRequest } from './posting-request.ts'
import { type Decision, Draft } from './rules.ts'
import { type Head, lockHead } from './store.ts'
import type { Leg, PostResult } from './types.ts'
import { writeBatch } from './write-batch.ts'

const MAX_BATCH_TRANSFERS = 512
const MAX_WAITING = 20_000
const MAX_CACHED = 100_000
/** Attempts that together take longer than a restart of the database after a crash. */
const MAX_ATTEMPTS = 9
const FIRST_PAUSE_MS = 25

interface Waiting {
  readonly request: PostingRequest
  resolve(result: PostResult): void
  reject(error: unknown): void
}

/** State after the last batch: valid as long as the head of the chain is the one that the batch wrote. */
interface Cache extends KnownState {
  readonly head: Head
  readonly frozen: ReadonlySet<string>
}

export class GroupCommit {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #writer: Writer
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null
  #cache: Cache | null = null
  /** True while other writers post too: lock the head first, because an optimistic write would be rejected. */
  #isContended = true

  constructor({ db, clock, log, writer }: { db: Database; clock: Clock; log: Log; writer: Writer }) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#writer = writer
  }

  post(legs: readonly Leg[]): Promise<PostResult> {
    return new Promise((resolve, reject) => {
      const request = postingRequest(legs)
      if (isRefusal(request)) return resolve({ outcome: 'refused', refusal: request })
      if (this.#waiting.length >= MAX_WAITING) return resolve({ outcome: 'refused', refusal: refusal('server.unavailable') })
      this.#waiting.push({ request, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    // Yield once to the microtask queue, so that callers that are ready now share the first batch.
    await Promise.resolve()
    while (this.#waiting.length > 0) await this.#post(this.#take())
    this.#running = null
  }

  #take(): Waiting[] {
    let transfers = 0
    const end = this.#waiting.findIndex(({ request }) => {
      transfers += request.legs.length
      return transfers > MAX_BATCH_TRANSFERS
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  /** Answer every caller of the batch. */
  async #post(batch: readonly Waiting[]): Promise<void> {
    let left = batch
    for (let attempt = 1; left.length > 0; attempt++) {
      try {
        if (!this.#isContended && this.#cache) left = await this.#postOptimistically(left, this.#cache)
        if (left.length > 0) await this.#postLocked(left)
        return
      } catch (error) {
        this.#cache = null
        this.#isContended = true
        // Whether the batch was committed is unknown: repeating it with the same ids shows it.
        if (isOutage(error) && attempt < MAX_ATTEMPTS) await pause(attempt)
        else return this.#alone(left, error)
      }
    }
  }

  /** Post each request of a failed batch by itself, so that one unexpected failure does not fail the others. */
  async #alone(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1 || isOutage(error)) {
      this.#log.error({ err: error }, 'ledger: a posting failed')
      for (const { reject } of batch) reject(error)
      return
    }
    for (const waiting of batch) {
      await this.#postLocked([waiting]).catch((failure: unknown) => {
        this.#cache = null
        waiting.reject(failure)
      })
    }
  }

  /**
   * Write with one statement and no look-ups. Returns the requests that cannot be answered from memory: repetitions, and refusals, since
   * the id may exist or money may have been credited by another process.
   */
  async #postOptimistically(batch: readonly Waiting[], cache: Cache): Promise<readonly Waiting[]> {
    const reverses = ({ request }: Waiting) => request.legs.some(({ kind }) => kind === 'reverse')
    const requests = batch.filter((waiting) => !reverses(waiting)).map(({ request }) => request)
    const draft = new Draft(await loadState(this.#db, this.#writer, requests, cache, cache.frozen))
    const decided = batch.map((waiting) => ({ waiting, decision: reverses(waiting) ? null : decide(draft, waiting) }))
    if (draft.transfers.length === 0) return batch
    const write = batchOf(draft, cache.head, this.#clock.now(), this.#writer)
    let head: Head | null
    try {
      head = await writeBatch(this.#db, write)
    } catch (error) {
      if (!isDuplicate(error) && !isIncomplete(error)) throw error
      if (isIncomplete(error)) this.#cache = null
      return batch
    }
    if (!head) {
      this.#isContended = true
      return batch
    }
    this.#keep(draft, head, cache)
    const written = placed(write, head)
    const left: Waiting[] = []
    for (const { waiting, decision } of decided) {
      if (decision?.outcome === 'posted' || decision?.outcome === 'repeated') waiting.resolve(answerTo(decision, written))
      else left.push(waiting)
    }
    return left
  }

  /** Lock the head, look everything up, decide and write. Correct with any number of other writers. */
  async #postLocked(batch: readonly Waiting[]): Promise<void> {
    const remembered = this.#cache
    // A transaction that runs again must not use what it created in the run that was rolled back.
    this.#cache = null
    let isFirstRun = true
    const { decided, draft, write, state, after } = await inTransaction(this.#db, async (tx) => {
      const head = await lockHead(tx, this.#writer)
      const state: Cache = isFirstRun && isSameHead(remembered, head) ? remembered : { ...nothingKnown(), head, frozen: head.frozen }
      isFirstRun = false
      const requests = batch.map(({ request }) => request)
      const draft = new Draft(await loadBooks(tx, this.#writer, requests, state, head))
      const decided = batch.map((waiting) => ({ waiting, decision: decide(draft, waiting) }))
      const write = batchOf(draft, head, this.#clock.now(), this.#writer)
      const after = write.transfers.length > 0 ? await writeBatch(tx, write) : head
      if (!after) throw new Error('the head of the ledger moved while it was locked')
      return { decided, draft, write, state, after }
    })
    this.#isContended = remembered !== null && remembered !== state
    if (write.transfers.length > 0) this.#keep(draft, after, state)
    else this.#cache = state
    const written = placed(write, after)
    for (const { waiting, decision } of decided) if (decision) waiting.resolve(answerTo(decision, written))
  }

  #keep(draft: Draft, head: Head, { accounts, holds, frozen }: Cache): void {
    for (const [id, account] of draft.accounts) accounts.set(id, account)
    for (const [id, hold] of draft.holds) {
      if (hold.left === 0n) holds.delete(id)
      else holds.set(id, { ...hold, version: hold.version + 1n })
    }
    const isFull = accounts.size + holds.size > MAX_CACHED
    this.#cache = { ...(isFull ? nothingKnown() : { accounts, holds }), head, frozen }
  }
}

/** True when the remembered head is the current one. A freeze changes its epoch and no batch. */
const isSameHead = (remembered: Cache | null, head: Head): remembered is Cache =>
  remembered?.head.seq === head.seq && remembered.head.epoch === head.epoch

/** Null when this request is a bug of its caller, which is rejected immediately; the other requests continue. */
function decide(draft: Draft, { request, reject }: Waiting): Decision | null {
  try {
    return draft.decide(request)
  } catch (error) {
    reject(error)
    return null
  }
}

/** Wait before the next attempt. A restart takes seconds; the last pauses are long enough for one. */
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())))
