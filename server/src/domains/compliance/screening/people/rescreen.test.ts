/**
 * Rescreening of all customers in threads: one index for a run, requests answered meanwhile, and each customer once after any crash. All
 * people here are made up.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type KycTest, startKycTest } from '../../../customers/kyc/testing.ts'
import type { ScreenedParty } from '../matching/screen.ts'
import { openRun } from './hit-store.ts'
import { rescreen, startRun } from './rescreen.ts'
import { FIRST_SCORES } from './scores.ts'
import { createScreenerCache } from './screener-cache.ts'
import { createScreeners, type Index, type Screeners } from './screeners.ts'

vi.setConfig({ testTimeout: 120_000 })

const PEOPLE = 1_100
/** One person in a hundred is listed. */
const LISTED = PEOPLE / 100
const NAME = 'Cristóbal Yaguará Chindoy'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ordinary = (at: number) => `Persona${LETTERS[at % 26]} Inventada${LETTERS[(at * 7) % 26]} Número${LETTERS[(at * 11) % 26]}`
const party = (name: string): ScreenedParty => ({
  type: 'person',
  names: [name],
  identifiers: [],
  birthYear: null,
  country: null,
  gender: null,
})
const lease = { fence: async () => undefined, isHeld: () => true }

let test: KycTest
const opened: Screeners[] = []
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())
afterEach(async () => {
  await Promise.all(opened.splice(0).map((screeners) => screeners.stop()))
})

const context = () => ({ ...test.platform, risk: test.risk, alerts: test.alerts, configuration: test.configuration })
const screenersOf = (size: number) => {
  const screeners = createScreeners(size)
  opened.push(screeners)
  return screeners
}
/** Records which indexes were read for the screeners. */
function watched(screeners: Screeners) {
  const reads: string[] = []
  const watch = (index: Index): Index => ({
    key: index.key,
    read: () => {
      reads.push(index.key)
      return index.read()
    },
  })
  const cache = createScreenerCache({
    ...screeners,
    prepare: (index, people) => screeners.prepare(watch(index), people),
    screen: (index, people, thresholds) => screeners.screen(watch(index), people, thresholds),
  })
  return { cache, reads }
}

/** Start a run over all customers against a list version that adds these names. */
async function startDelta(names: readonly string[]): Promise<string> {
  const version = newId()
  const { owner, db } = test.database
  await sql`INSERT INTO screening.list_version (id, list, source, licence, sha256, entries, added, changed, removed, loaded_at, loaded_by)
    VALUES (${version}, 'un', 'Inventada', 'Libre', ${version}, ${names.length}, ${names.length}, 0, 0, now(), ${newId()})`.execute(owner)
  const rows = names.map((name, at) => ({
    id: `${version}-${at}`,
    type: 'person',
    names: [name],
    identifiers: [],
    birthYears: [],
    countries: [],
    gender: null,
    reason: '',
    office: null,
  }))
  await sql`INSERT INTO screening.entry (list, entry_id, from_version, fingerprint, facts)
    SELECT 'un', fact ->> 'id', ${version}, fact ->> 'id', fact FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) AS fact`.execute(
    owner,
  )
  await inTransaction(db, (tx) => startRun(test.platform, tx, version))
  return (await openRun(db))?.id ?? ''
}
const runOf = async (id: string) =>
  (
    await sql<{ done: number; total: number; isOver: boolean }>`SELECT done, total, finished_at IS NOT NULL AS "isOver"
    FROM screening.run WHERE id = ${id}`.execute(test.database.db)
  ).rows[0]
const count = async (what: ReturnType<typeof sql>) =>
  (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${what}`.execute(test.database.db)).rows[0]?.count

beforeEach(async () => {
  await test.platform.jobs.drain()
  await sql`DELETE FROM screening.subject`.execute(test.database.owner)
  const people = Array.from({ length: PEOPLE }, (_, at) => [party(at % 100 === 0 ? NAME : ordinary(at))])
  await sql`INSERT INTO screening.subject (account_id, party)
    SELECT gen_random_uuid(), parties FROM jsonb_array_elements(${JSON.stringify(people)}::jsonb) AS parties`.execute(test.database.db)
})
/** Each listed person was found once, stopped once, and notified once. */
async function expectAllOnce(runId: string) {
  const mine = sql`account_id IN (SELECT account_id FROM screening.subject)`
  expect(await runOf(runId)).toEqual({ done: PEOPLE, total: PEOPLE, isOver: true })
  expect(await count(sql`screening.hit WHERE ${mine}`)).toBe(LISTED)
  expect(await count(sql`alerts.episode WHERE ${mine} AND kind = 2`)).toBe(LISTED)
  expect(await count(sql`screening.subject WHERE screened_at IS NOT NULL AND versions ? 'un'`)).toBe(PEOPLE)
}

describe('ADM-13 a run over all customers', () => {
  it('reads the entries of a version once, for any number of customers', async () => {
    const runId = await startDelta([NAME, ...Array.from({ length: 1_500 }, (_, at) => `Otra${at} Lista Inventada`)])
    const { cache, reads } = watched(screenersOf(2))
    await rescreen(context(), cache, { runId }, { lease })
    await expectAllOnce(runId)
    expect(reads).toHaveLength(1)
  })

  it('two concurrent runs are serialised, and no customer is screened twice', async () => {
    const runId = await startDelta([NAME])
    const caches = [createScreenerCache(screenersOf(1)), createScreenerCache(screenersOf(2))]
    await Promise.all(caches.map((cache) => rescreen(context(), cache, { runId }, { lease })))
    await expectAllOnce(runId)
  })

  it.each(['screening.people_screened', 'screening.people_committed'])(
    'R17 killed at %s, it resumes and finds each listed customer once',
    async (point) => {
      const runId = await startDelta([NAME])
      await sql`UPDATE platform.job SET run_at = now() WHERE done_at IS NULL`.execute(test.database.owner)
      const args = [JSON.stringify(test.database.connection), '{}']
      const { child, nextLine } = runTypeScript(new URL('../checks/process.testing.ts', import.meta.url), args, { FAULT_AT: point })
      const ended = once(child, 'exit')
      const { dataDir } = JSON.parse(await nextLine())
      expect(await ended).toEqual([null, 'SIGKILL'])
      await afterKill(test.database.owner)
      rmSync(dataDir, { recursive: true, force: true })
      expect(await runOf(runId)).toEqual({ done: point === 'screening.people_committed' ? 500 : 0, total: PEOPLE, isOver: false })
      for (let turn = 0; turn < 40 && !(await runOf(runId))?.isOver; turn++) {
        test.platform.clock.advance(3_000)
        await test.platform.jobs.drain()
      }
      await expectAllOnce(runId)
    },
  )
})

describe('ADM-13 threads that compare names', () => {
  const entries = (names: readonly string[]) =>
    async function* () {
      yield names.map((name, at) => ({
        list: 'un' as const,
        fingerprint: `${at}`,
        facts: { ...party(name), id: `${at}`, birthYears: [], countries: [], reason: '', office: null },
      }))
    }
  const index = (key: string, ...names: string[]): Index => ({ key, read: entries(names) })
  const asked = (names: readonly string[]) => names.map((name) => ({ parties: [party(name)], known: [] }))

  it('leave the process free for other requests while they build an index and compare', async () => {
    const screeners = screenersOf(2)
    const many = Array.from({ length: 400 }, (_, at) => `${ordinary(at)} ${LETTERS[at % 23]}uiceno${at}`)
    let turns = 0
    let next = setImmediate(function turn() {
      turns++
      next = setImmediate(turn)
    })
    const large = index('large', ...many, NAME)
    await screeners.prepare(large, 1)
    const whileMade = turns
    const found = await screeners.screen(large, asked([...many, NAME]), FIRST_SCORES)
    clearImmediate(next)
    expect(found.map(({ hits }) => hits.length > 0)).toEqual([...many.map(() => true), true])
    expect([whileMade, turns - whileMade].every((free) => free > 20)).toBe(true)
  })

  it('answer for each person in order, with any number of threads', async () => {
    const names = Array.from(
      { length: 130 },
      (_, at) => `Wilches${LETTERS[at % 26]}${LETTERS[at % 5]} Uscátegui${LETTERS[at % 7]} Piraquive`,
    )
    const people = names.map((name, at) => (at % 2 === 0 ? name : 'Ana Rojas'))
    const [one, three] = await Promise.all(
      [1, 3].map((size) => screenersOf(size).screen(index('order', ...names), asked(people), FIRST_SCORES)),
    )
    expect(three).toEqual(one)
    expect(one?.map(({ hits }) => hits.length > 0)).toEqual(people.map((_name, at) => at % 2 === 0))
  })

  it('are replaced when they end, and a call in flight fails instead of counting as no hit', async () => {
    const screeners = screenersOf(2)
    const listed = index('ended', NAME)
    await screeners.prepare(listed, PEOPLE)
    const going = expect(screeners.screen(listed, asked(Array(PEOPLE).fill(NAME)), FIRST_SCORES)).rejects.toThrow('the thread ended')
    await new Promise(setImmediate)
    await screeners.stop()
    await going
    expect((await screeners.screen(listed, asked([NAME]), FIRST_SCORES))[0]?.hits).toMatchObject([{ row: { facts: { id: '0' } } }])
  })

  it('hold a limited number of indexes, and read evicted ones again', async () => {
    const screeners = screenersOf(1)
    for (let at = 0; at < 8; at++) await screeners.prepare(index(`many-${at}`, NAME), 1)
    let reads = 0
    const again = (key: string): Index => ({
      key,
      read: () => {
        reads++
        return entries([NAME])()
      },
    })
    expect((await screeners.screen(again('many-7'), asked([NAME]), FIRST_SCORES))[0]?.hits).toHaveLength(1)
    expect(reads).toBe(0)
    expect((await screeners.screen(again('many-0'), asked([NAME]), FIRST_SCORES))[0]?.hits).toHaveLength(1)
    expect(reads).toBe(1)
  })
})
