/** One attempt of a group: its time and id, and what its decisions share. */
import type { Kind, Work } from './types.ts'
import type { AnyKind, Changes } from './write-changes.ts'

/** Rows and states of the whole group. */
export class Attempt {
  readonly now: Date
  readonly groupId: string
  /** True when a decision failed after it used a shared state, which may have a change without its rows. */
  isDiscarded = false
  readonly #states = new Map<object, unknown>()
  readonly #rows = new Map<AnyKind, Map<string, unknown>>()

  constructor(now: Date, groupId: string) {
    this.now = now
    this.groupId = groupId
  }

  /** Run one decision with the rows that it adds. */
  decide<Answer>(kinds: readonly AnyKind[], decision: (work: Work) => Answer): { readonly answer: Answer; readonly changes: Changes } {
    const changes = new Map<AnyKind, unknown[]>()
    let usesShared = false
    const check = (kind: AnyKind) => {
      if (!kinds.includes(kind)) throw new Error(`a use case does not say that it writes ${kind.name}`)
    }
    const work: Work = {
      now: this.now,
      groupId: this.groupId,
      add(kind, row) {
        check(kind)
        changes.set(kind, [...(changes.get(kind) ?? []), row])
      },
      shared: (of, make) => {
        usesShared = true
        return this.#shared(of, make)
      },
      addShared: (kind, key, row) => {
        check(kind)
        this.#addShared(kind, key, row)
      },
    }
    try {
      return { answer: decision(work), changes }
    } catch (error) {
      this.isDiscarded ||= usesShared
      throw error
    }
  }

  get sharedRows(): Changes {
    return new Map([...this.#rows].map(([kind, rows]) => [kind, [...rows.values()]]))
  }

  #shared<State>(of: object, make: () => State): State {
    if (!this.#states.has(of)) this.#states.set(of, make())
    return this.#states.get(of) as State
  }

  #addShared<Row>(kind: Kind<Row>, key: string, row: Row): void {
    const rows = this.#rows.get(kind) ?? new Map<string, unknown>()
    rows.set(key, row)
    this.#rows.set(kind, rows)
  }
}
