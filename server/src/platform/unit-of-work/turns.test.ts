/** Turns among processes, each on a connection of its own. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { waitingForLocks } from '../../../../dev/testing/waiting-for-locks.ts'
import { type OpenDatabase, openDatabase } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { type Turn, Turns } from './turns.ts'

/** Never lost by a test that works. */
const PATIENT = { idleMs: 20_000, waitMs: 20_000 }

let database: TestDatabase
let opened: OpenDatabase[] = []
let processes: Turns[] = []
let name: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  name = newId()
})
afterEach(async () => {
  await Promise.all(processes.map((process) => process.idle()))
  processes = []
  await Promise.all(opened.map(({ close }) => close()))
  opened = []
})

function processOf(limits: ConstructorParameters<typeof Turns>[1] = PATIENT): Turns {
  const own = openDatabase(database.connection, { maxConnections: 1 })
  opened.push(own)
  const process = new Turns(own.db, limits)
  processes.push(process)
  return process
}
const hasWaiting = (count: number) => expect.poll(() => waitingForLocks(database.owner), { timeout: 20_000 }).toBe(count)
const locks = async () =>
  (
    await database.pool.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (
    SELECT oid FROM pg_database WHERE datname = current_database())`)
  ).rows.length

it('MON-10 gives a turn to one process at a time, in the order in which they asked', async () => {
  const [first, second, third] = [processOf(), processOf(), processOf()]
  const had: string[] = []
  const turn = await first.take(name)
  const of = (process: Turns, what: string) =>
    process.take(name).then((own: Turn) => {
      had.push(what)
      return own
    })
  const ofSecond = of(second, 'second')
  await hasWaiting(1)
  const ofThird = of(third, 'third')
  await hasWaiting(2)
  expect(had).toEqual([])
  turn.end()
  const next = await ofSecond
  await hasWaiting(1)
  // The first one asks again, behind those that wait.
  const again = of(first, 'first')
  await hasWaiting(2)
  expect(had).toEqual(['second'])
  next.end()
  const last = await ofThird
  last.end()
  const back = await again
  back.end()
  expect(had).toEqual(['second', 'third', 'first'])
})

it('rows of another name have a turn of their own', async () => {
  const [one, other] = [await processOf().take(name), await processOf().take(newId())]
  expect(await locks()).toBe(2)
  one.end()
  other.end()
})

it('MON-10 a process that does not answer loses its turn, and the next one has it', async () => {
  const stopped = processOf({ ...PATIENT, idleMs: 40, renewMs: 20_000 })
  const turn = await stopped.take(name)
  const next = await processOf().take(name)
  expect(await locks()).toBe(1)
  turn.end()
  next.end()
  // Its next turn is on a new connection.
  const again = await stopped.take(name)
  expect(await locks()).toBe(1)
  again.end()
})

it('a process that works keeps its turn for longer than the database lets it be idle', async () => {
  const working = processOf({ ...PATIENT, idleMs: 2_000, renewMs: 20 })
  const turn = await working.take(name)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await locks()).toBe(1)
  turn.end()
})

it('continues without a turn when it would wait for too long, or without a database', async () => {
  const turn = await processOf().take(name)
  const impatient = processOf({ ...PATIENT, waitMs: 20 })
  const without = await impatient.take(name)
  expect(await locks()).toBe(1)
  without.end()
  turn.end()
  const closed = openDatabase(database.connection, { maxConnections: 1 })
  await closed.close()
  const alone = await new Turns(closed.db).take(name)
  alone.end()
})
