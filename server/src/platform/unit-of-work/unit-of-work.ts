/**
 * Run use cases in groups: one read of the facts of all, a decision for each in memory, one writing statement for all. While one group is
 * in flight the next one gathers. There is no timer, and no lock is held between the read and the write. A command whose facts have changed
 * meanwhile is decided again. One that breaks the statement fails alone (docs/decisions/0077-the-database-links-batches.md).
 */
import { type Context, context } from '@opentelemetry/api'
import { type Database, databaseErrorCode, isDatabaseUnavailable } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { Refused, refusal } from '../http/refusal.ts'
import { announceWork } from '../jobs/wakeups.ts'
import type { Log } from '../observability/log.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Clock } from '../time/clock.ts'
import { Attempt } from './attempt.ts'
import { readFacts } from './read-facts.ts'
import type { Turn, Turns } from './turns.ts'
import type { Facts, Found, UseCase } from './types.ts'
import { type Changes, writeChanges } from './write-changes.ts'

/** Connections of a process for the lane of groups, and for commands that wait alone for a locked row. */
export const UNIT_CONNECTIONS = 4
const MAX_GROUP = 64
const MAX_WAITING = 20_000
const MAX_ATTEMPTS = 12
/** Attempts in groups. A command that was rejected this often leaves the groups, and waits for the rows that others have locked. */
const ATTEMPTS_IN_GROUPS = 3
const FIRST_PAUSE_MS = 5
/** Longest pauses between attempts. All attempts together take longer than a restart of the database. */
const LONGEST_PAUSE_MS = { rejected: 20, away: 4_000 }

// biome-ignore lint/suspicious/noExplicitAny: commands of every use case
type AnyUseCase = UseCase<any, any, any>
interface Waiting {
  readonly useCase: AnyUseCase
  readonly command: unknown
  readonly subject: string
  attempts: number
  /** Time of the call, by the monotonic clock of this process. */
  readonly sinceMs: number
  /** Context of the caller, in which the decision runs: what it writes belongs to the caller's trace. */
  readonly at: Context
  /** True when its caller has been answered. */
  isEnded: boolean
  resolve(answer: unknown): void
  reject(error: unknown): void
}
interface Decided {
  readonly waiting: Waiting
  readonly answer: unknown
  readonly changes: Changes
}

export interface UnitOfWork {
  run<Command, Asked extends Facts, Answer>(useCase: UseCase<Command, Asked, Answer>, command: Command): Promise<Answer>
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>
  /** Commands without an answer, and the age of the oldest. */
  queue(): { readonly length: number; readonly oldestAgeMs: number }
}

interface Parts {
  /** With connections that have `plansByIndex`, since its statements are prepared while tables are still small. */
  readonly db: Database
  /** Turns among processes. Left out where few use cases run: groups that meet are decided again. */
  readonly turns?: Turns
  readonly clock: Clock
  readonly log: Log
}
export const createUnitOfWork = (parts: Parts): UnitOfWork => new Groups(parts)

class Groups implements UnitOfWork {
  readonly #db: Database
  readonly #turns: Turns | null
  readonly #clock: Clock
  readonly #log: Log
  #waiting: Waiting[] = []
  /** Commands without an answer, oldest first. */
  readonly #unanswered = new Set<Waiting>()
  /** Subjects of commands that run now. */
  readonly #busy = new Set<string>()
  #lane: Promise<void> | null = null
  readonly #alone = new Set<Promise<void>>()

  constructor({ db, turns, clock, log }: Parts) {
    this.#db = db
    this.#turns = turns ?? null
    this.#clock = clock
    this.#log = log
  }

  run<Command, Asked extends Facts, Answer>(useCase: UseCase<Command, Asked, Answer>, command: Command): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) return reject(new Refused(refusal('server.unavailable')))
      const subject = useCase.subjectOf(command)
      const callbacks = { resolve: resolve as Waiting['resolve'], reject }
      const asked = { useCase, command, subject, sinceMs: performance.now(), at: context.active() }
      const waiting = { ...asked, attempts: 0, isEnded: false, ...callbacks }
      this.#unanswered.add(waiting)
      this.#waiting.push(waiting)
      this.#start()
    })
  }

  async idle(): Promise<void> {
    while (this.#lane || this.#alone.size > 0) await Promise.all([this.#lane, ...this.#alone])
    await this.#turns?.idle()
  }

  queue(): { length: number; oldestAgeMs: number } {
    const [oldest] = this.#unanswered
    return { length: this.#unanswered.size, oldestAgeMs: oldest ? performance.now() - oldest.sinceMs : 0 }
  }

  #start(): void {
    this.#lane ??= this.#work()
  }

  async #work(): Promise<void> {
    // The microtask queue runs first, so that callers that are ready now share the first group.
    await Promise.resolve()
    for (let next = this.#next(); next; next = this.#next()) await this.#inTurn(next.useCase)
    this.#lane = null
  }

  /** The oldest command whose subject is free. */
  #next(): Waiting | undefined {
    return this.#waiting.find(({ subject }) => !this.#busy.has(subject))
  }

  /** Commands that come while this process waits for its turn are in the group. */
  async #inTurn({ together }: AnyUseCase): Promise<void> {
    const turn: Turn | undefined = together && (await this.#turns?.take(together.turn))
    await this.#together(this.#take()).finally(() => turn?.end())
  }

  /** Commands of one use case, oldest first, each subject once. */
  #take(): Waiting[] {
    const group: Waiting[] = []
    this.#waiting = this.#waiting.filter((waiting) => {
      const isOther = group[0] !== undefined && group[0].useCase !== waiting.useCase
      if (isOther || group.length >= MAX_GROUP || this.#busy.has(waiting.subject)) return true
      this.#busy.add(waiting.subject)
      group.push(waiting)
      return false
    })
    return group
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    try {
      for (const waiting of await this.#try(group, false)) this.#again(waiting)
    } catch {
      // One of them breaks the statement, or the database does not answer: each runs alone and fails or succeeds alone.
      const left = group.filter(({ isEnded }) => !isEnded)
      await Promise.all(left.map((waiting) => (waiting.useCase.together ? this.#leave(waiting) : this.#byItself(waiting))))
    }
  }

  /** Retry a rejected command in the next group, or alone after several attempts. */
  #again(waiting: Waiting): void {
    waiting.attempts++
    const { together } = waiting.useCase
    if (waiting.attempts < (together ? MAX_ATTEMPTS : ATTEMPTS_IN_GROUPS)) {
      this.#busy.delete(waiting.subject)
      this.#waiting.unshift(waiting)
      return
    }
    if (together) {
      this.#leave(waiting)
      return
    }
    const alone = this.#byItself(waiting).finally(() => {
      this.#alone.delete(alone)
      this.#start()
    })
    this.#alone.add(alone)
  }

  async #byItself(waiting: Waiting): Promise<void> {
    for (;;) {
      let longestMs = LONGEST_PAUSE_MS.rejected
      try {
        const left = await this.#try([waiting], true)
        if (left.length === 0) return
      } catch (error) {
        if (!mayBeAskedAgain(error) || waiting.attempts >= MAX_ATTEMPTS) return this.#fail(waiting, error)
        if (isDatabaseUnavailable(error)) longestMs = LONGEST_PAUSE_MS.away
      }
      if (++waiting.attempts > MAX_ATTEMPTS) return this.#fail(waiting, new Refused(refusal('server.unavailable')))
      await pause(waiting.attempts, longestMs)
    }
  }

  #fail(waiting: Waiting, error: unknown): void {
    if (!(error instanceof Refused)) this.#log.error({ err: error, useCase: waiting.useCase.name }, 'a unit of work failed')
    this.#end(waiting)
    waiting.reject(error)
  }

  /** Answer that the command is done in a transaction of its caller. */
  #leave(waiting: Waiting): void {
    this.#end(waiting)
    waiting.resolve(waiting.useCase.together?.otherwise)
  }

  #end(waiting: Waiting): void {
    waiting.isEnded = true
    this.#unanswered.delete(waiting)
    this.#busy.delete(waiting.subject)
  }

  /** Answer the commands whose decision is final, and return the others. */
  async #try(group: readonly Waiting[], waits: boolean): Promise<readonly Waiting[]> {
    const useCase = group[0]?.useCase
    if (!useCase) return []
    const attempt = new Attempt(this.#clock.now(), newId())
    const facts = await readFacts(this.#db, useCase, { commands: group.map(({ command }) => command), now: attempt.now })
    const decided = group.flatMap((waiting, place) => this.#decide(waiting, facts[place] ?? {}, attempt) ?? [])
    const writing = decided.filter(({ changes }) => changes.size > 0)
    for (const one of decided) if (one.changes.size === 0) this.#answer(one)
    if (attempt.isDiscarded) return writing.map(({ waiting }) => waiting)
    const { holding, isWritten } = await this.#write(useCase, writing, useCase.together ? attempt.sharedRows : null, waits)
    const left = writing.filter((_, place) => !isWritten || !holding.has(place))
    for (const one of writing) if (!left.includes(one)) this.#answer(one)
    if (isWritten) return left.map(({ waiting }) => waiting)
    // Those whose own conditions failed would fail their neighbours again.
    for (const [place, { waiting }] of writing.entries()) if (!holding.has(place)) this.#leave(waiting)
    return writing.filter((_, place) => holding.has(place)).map(({ waiting }) => waiting)
  }

  async #write({ kinds }: AnyUseCase, writing: readonly Decided[], shared: Changes | null, waits: boolean) {
    if (writing.length === 0) return { holding: new Set<number>(), isWritten: true }
    failpoint('units.decided')
    const outcome = await writeChanges(this.#db, { kinds, changes: writing.map(({ changes }) => changes), waits, shared })
    failpoint('units.written')
    if (outcome.isWritten && outcome.holding.size > 0) await announceWork(this.#db)
    return outcome
  }

  #answer({ waiting, answer }: Decided): void {
    this.#end(waiting)
    waiting.resolve(answer)
  }

  /** Decision of one command. Null when it is refused: its caller gets the refusal immediately, and the others continue. */
  #decide(waiting: Waiting, found: Found<Facts>, attempt: Attempt): Decided | null {
    const { useCase, command, at } = waiting
    try {
      return { waiting, ...attempt.decide(useCase.kinds, (work) => context.with(at, () => useCase.decide(command, found, work))) }
    } catch (error) {
      this.#fail(waiting, error)
      return null
    }
  }
}

/** unique_violation: another process did the same; serialization_failure, deadlock_detected. A new decision on newer facts is correct. */
const AGAIN = new Set(['23505', '40001', '40P01'])
/** After an outage the outcome is unknown: newer facts show whether the same ids were committed. */
const mayBeAskedAgain = (error: unknown): boolean => AGAIN.has(databaseErrorCode(error) ?? '') || isDatabaseUnavailable(error)

/** Exponential backoff with jitter: callers that conflicted do not conflict again at the same moment. */
const pause = (attempt: number, longestMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(longestMs, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random())))
