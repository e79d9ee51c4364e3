/** What a use case that runs in groups says of itself. */

export type Value = string | number | bigint | boolean | Date | null
/** Name and type of a column, and where its value is in a row. */
export type Columns<Row> = readonly (readonly [name: string, type: string, value: (row: Row) => Value])[]

/** A question with an answer for each command of a group: SQL of one JSON value over the keys, which are columns of `asked`. */
export interface Fact<Found> {
  readonly text: string
  /** Numbers that may be large are text in the JSON. */
  read(json: unknown): Found
}

/**
 * Rows of one table and one kind of change, or of one condition. `write` answers SQL over the rows (`r`) of the commands that may write;
 * several statements have names, and later ones may read earlier ones.
 */
export interface Kind<Row> {
  readonly name: string
  readonly columns: Columns<Row>
  readonly guard?: Guard
  write?(rows: string): string | readonly (readonly [name: string, statement: string])[]
}

/** What must still hold when it is written: `FROM … WHERE …` over the row `r`, whose rows are locked until the commit. */
export interface Guard {
  readonly from: string
  readonly lock: 'SHARE' | 'NO KEY UPDATE'
  /** Left out: a command whose row another transaction has at this moment lets its neighbours go first. */
  readonly waits?: true
}

/** Of one command: what it decided to write. */
export interface Work {
  /** Of this try: the clock is looked at once. */
  readonly now: Date
  /** Of this try, the same for all commands of the group. */
  readonly groupId: string
  add<Row>(kind: Kind<Row>, row: Row): void
}

type Keys = Readonly<Record<string, 'uuid' | 'text'>>
// biome-ignore lint/suspicious/noExplicitAny: facts of every type
export type Facts = Readonly<Record<string, Fact<any>>>
export type Found<Asked extends Facts> = { readonly [Name in keyof Asked]: Asked[Name] extends Fact<infer Answer> ? Answer : never }

export interface UseCase<Command, Asked extends Facts, Answer> {
  readonly name: string
  /** Whose rows it changes: a group has each once. */
  subjectOf(command: Command): string
  readonly keys: Keys
  keysOf(command: Command): Readonly<Record<string, string | null>>
  readonly facts: Asked
  /** In the order in which rows are locked. */
  // biome-ignore lint/suspicious/noExplicitAny: rows of every type
  readonly kinds: readonly Kind<any>[]
  /** Without I/O, so that it may be asked again on newer facts. @throws Refused */
  decide(command: Command, found: Found<Asked>, work: Work): Answer
}
