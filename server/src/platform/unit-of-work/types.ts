/** Parts of a use case that runs in groups. */

export type Value = string | number | bigint | boolean | Date | null
/** A value as the database takes it in an array. */
export const sent = (value: Value): Value =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : value
/** Name and type of a column, and where its value is in a row. */
export type Columns<Row> = readonly (readonly [name: string, type: string, value: (row: Row) => Value])[]

/** Query of one JSON value for each command of a group, over the keys, which are columns of `asked`. */
export interface Fact<Found> {
  readonly text: string
  /** Numbers that may be large are text in the JSON. */
  read(json: unknown): Found
}

/**
 * Rows of one table and one kind of change, or of one condition. `write` returns SQL over the rows (`r`) of the commands that may write;
 * several statements have names, and later ones may read earlier ones.
 */
export interface Kind<Row> {
  readonly name: string
  readonly columns: Columns<Row>
  readonly guard?: Guard
  write?(rows: string): string | readonly (readonly [name: string, statement: string])[]
}

/** Condition that must still hold at the write: `FROM … WHERE …` over the row `r`. The rows that it finds are locked until the commit. */
export interface Guard {
  readonly from: string
  readonly lock: 'SHARE' | 'NO KEY UPDATE'
  /** Wait for a row that another transaction has locked. If left out, its command is rejected, and the other commands continue. */
  readonly waits?: true
}

/** Rows that one command decided to write. */
export interface Work {
  /** Time of this attempt, for which the clock is read once, before the facts. */
  readonly now: Date
  /** Id of this attempt, the same for all commands of the group. */
  readonly groupId: string
  add<Row>(kind: Kind<Row>, row: Row): void
  /**
   * State that the decisions of one attempt share, made by the first. Only in use cases that are written together. Use it last: an attempt
   * is discarded when a decision fails after it.
   */
  shared<State>(of: object, make: () => State): State
  /** Row of the whole group, once for each key. Its values are read when all commands are decided. */
  addShared<Row>(kind: Kind<Row>, key: string, row: Row): void
}

type Keys = Readonly<Record<string, 'uuid' | 'text' | 'date' | 'timestamptz'>>
// biome-ignore lint/suspicious/noExplicitAny: facts of every type
export type Facts = Readonly<Record<string, Fact<any>>>
export type Found<Asked extends Facts> = { readonly [Name in keyof Asked]: Asked[Name] extends Fact<infer Answer> ? Answer : never }

export interface UseCase<Command, Asked extends Facts, Answer> {
  readonly name: string
  /** Subject whose rows the command changes: a group has each subject once. */
  subjectOf(command: Command): string
  readonly keys: Keys
  /** `now`: time of this attempt, as in its decision. */
  keysOf(command: Command, now: Date): Readonly<Record<string, string | Date | null>>
  readonly facts: Asked
  /** Kinds in the order in which their rows are locked. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of every type
  readonly kinds: readonly Kind<any>[]
  /**
   * For commands that change the same rows: a group is written as a whole or not at all. A command whose conditions no longer hold, or whose
   * group breaks the statement, is answered with `otherwise`: its caller does it in a transaction, which waits for the rows. Processes
   * take turns for groups with the same `turn`, the name of the rows that all of them write.
   */
  readonly together?: { readonly otherwise: Answer; readonly turn: string }
  /** Pure decision, which may run again on newer facts. @throws Refused */
  decide(command: Command, found: Found<Asked>, work: Work): Answer
}
