/**
 * Table-driven tests of a state machine on the real database: every pair of states by every kind of actor, and one move many times
 * concurrently.
 */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Database, inTransaction, type Transaction } from '../../server/src/platform/database/database.ts'
import { ACTOR_KINDS, legality, type StateMachine } from '../../server/src/platform/state-machine/machine.ts'
import { type Actor, IllegalTransition, type Outcome } from '../../server/src/platform/state-machine/move.ts'
import { historyOf } from '../../server/src/platform/state-machine/store.ts'

export interface MachineUnderTest<S extends string> {
  readonly db: Database
  /** Whether a move of it is an event. */
  readonly isAnnounced: boolean
  /** Puts a thing into any state, which the product may not do. Returns its name in the history. */
  place(state: S): Promise<string>
  stateOf(subject: string): Promise<S>
  /** Locks the thing and moves it; an illegal move is a bug. */
  move(tx: Transaction, subject: string, change: { to: S; at: Date; actor: Actor }): Promise<Outcome>
}

const AT_ONCE = 20

export function testStateMachine<S extends string>(machine: StateMachine<S>, given: () => MachineUnderTest<S>): void {
  const run = async (subject: string, to: S, actor: Actor) => {
    const { db, move } = given()
    try {
      return await inTransaction(db, (tx) => move(tx, subject, { to, at: new Date(), actor }))
    } catch (error) {
      if (error instanceof IllegalTransition) return 'fault'
      throw error
    }
  }
  const steps = async (subject: string) =>
    (await historyOf(given().db, machine, subject)).map(({ from, to, actor }) => ({ from, to, actor }))

  describe(`${machine.name}, every pair of states`, () => {
    it.each(machine.states)('from %s', async (from) => {
      for (const to of machine.states)
        for (const kind of ACTOR_KINDS) {
          const { place, stateOf } = given()
          const subject = await place(from)
          const outcome = await run(subject, to, { kind, id: null })
          const expected = { legal: 'moved', already: 'already', illegal: 'fault', not_theirs: 'fault' }[legality(machine, from, to, kind)]
          expect([from, to, kind, outcome]).toEqual([from, to, kind, expected])
          expect(await stateOf(subject)).toBe(expected === 'moved' ? to : from)
          expect(await steps(subject)).toEqual(expected === 'moved' ? [{ from, to, actor: kind }] : [])
        }
    })
  })

  it(`${machine.name}: a transition requested ${AT_ONCE} times concurrently is one entry of the history, and announced once`, async () => {
    const [first] = machine.transitions
    const [from, kind] = [first?.from[0], first?.by[0]]
    if (!first || !from || !kind) throw new Error('a machine without transitions')
    const subject = await given().place(from)
    const before = await countEvents(given().db)
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => run(subject, first.to, { kind, id: null })))
    expect([outcomes.filter((outcome) => outcome === 'moved').length, new Set(outcomes)]).toEqual([1, new Set(['moved', 'already'])])
    expect(await steps(subject)).toEqual([{ from, to: first.to, actor: kind }])
    expect((await countEvents(given().db)) - before).toBe(given().isAnnounced ? 1 : 0)
  })
}

async function countEvents(db: Database): Promise<number> {
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count FROM platform.event`.execute(db)
  return counted.rows[0]?.count ?? 0
}
