/** Replay of the demo’s history: in the order of time, once, also after an interruption. The steps here belong to the test. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type MovableClock, movableClock } from '../../../server/src/platform/time/clock.ts'
import { platformOfFile } from '../../testing/platform-of-file.ts'
import { openClock } from '../clock.ts'
import { seedOnce } from '../seed-once.ts'
import { beginHistory, isHistoryDue, replayHistory } from './replay.ts'
import { readProgress } from './step-progress.ts'
import type { Moment, Site } from './types.ts'

const DAY_MS = 86_400_000
const here = platformOfFile()
const warnings: unknown[] = []
const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields) }
/** Reported progress: steps done, of all steps. */
const shown: [number, number][] = []
const show = (done: number, total: number) => void shown.push([done, total])
/** Times of the clock at which prices were requested. */
const priced: Date[] = []
const modulesAt = (clock: MovableClock) => ({
  pricing: { poll: async () => void priced.push(clock.now()), refreshCandles: async () => undefined },
  reconciliation: { hasMovementsInFlight: async () => false, signLedgerHead: async () => undefined },
})

const begin = (given: string | undefined) => beginHistory(here.platform.db, { DEMO_HISTORY: given })
async function newClock(): Promise<MovableClock> {
  const clock = movableClock()
  await openClock(here.platform.db, clock)
  return clock
}
/** Simulate a start: replay what is due, and return its clock. */
async function start(momentsOf: (site: Site) => Moment[], stopping = new AbortController()): Promise<MovableClock> {
  const clock = await newClock()
  const { db } = here.platform
  if (await isHistoryDue(db)) await replayHistory({ db, clock, log, url: '', show, modules: modulesAt(clock) }, momentsOf, stopping.signal)
  return clock
}
const made = async () => [...(await readProgress(here.platform.db)).made]

beforeEach(async () => {
  warnings.length = 0
  priced.length = 0
  shown.length = 0
  await sql`DELETE FROM platform.setting WHERE name LIKE 'demo.%'`.execute(here.platform.db)
})

it('only a new folder that asks for it begins in the past', async () => {
  await begin(undefined)
  expect((await newClock()).offsetMs).toBe(0)
  await seedOnce(here.platform.db, 'books', async () => undefined)
  await begin('true')
  expect((await newClock()).offsetMs).toBe(0)
  await start(() => [{ at: null, steps: [{ name: 'never', run: () => Promise.reject(new Error('made')) }] }])
  expect([await made(), warnings]).toEqual([[], []])
})

it('each step runs at its time, and the clock ends today; another start runs nothing', async () => {
  await begin('true')
  await begin('true')
  const times: [string, number][] = []
  const momentsOf = ({ clock }: Site): Moment[] => {
    const step = (name: string) => ({ name, run: async () => void times.push([name, clock.now().getTime()]) })
    return [
      { at: { daysAgo: 40, time: '08:00' }, steps: [step('first'), step('beside')] },
      { at: { daysAgo: 2, time: '16:30' }, steps: [step('second')] },
      { at: null, steps: [step('today')] },
    ]
  }
  expect((await newClock()).offsetMs).toBeLessThan(-100 * DAY_MS)
  expect((await start(momentsOf)).offsetMs).toBe(0)
  const inBogota = times.map(([name, at]) => [name, new Date(at - 5 * 3_600_000).toISOString().slice(11, 16)])
  expect(inBogota.slice(0, 3)).toEqual([['first', '08:00'], ['beside', '08:00'], ['second', '16:30']]) // biome-ignore format: a row
  const daysAgo = times.map(([, at]) => Math.round((Date.now() - at) / DAY_MS))
  expect([daysAgo[0], daysAgo[3]]).toEqual([expect.closeTo(40, -1), 0])
  await start(momentsOf)
  expect(times).toHaveLength(4)
  expect(priced.map((at) => Math.round((Date.now() - at.getTime()) / DAY_MS))).toEqual([0])
  expect(shown).toEqual([
    [0, 4],
    [2, 4],
    [3, 4],
  ])
})

it('an interrupted replay continues with its step; a failing step is left out', async () => {
  await begin('true')
  const runs: string[] = []
  let isCutOff = true
  const momentsOf = ({ signal }: Site): Moment[] => [
    { at: { daysAgo: 40, time: '08:00' }, steps: [{ name: 'whole', run: async () => void runs.push('whole') }] },
    {
      at: { daysAgo: 30, time: '08:00' },
      steps: [
        {
          name: 'cut off',
          run: async () => {
            runs.push('cut off')
            if (isCutOff) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          },
        },
      ],
    },
    { at: { daysAgo: 20, time: '08:00' }, steps: [{ name: 'broken', run: () => Promise.reject(new Error('no bank')) }] },
  ]
  const stopping = new AbortController()
  const first = start(momentsOf, stopping)
  await expect.poll(() => runs).toEqual(['whole', 'cut off'])
  stopping.abort()
  await first
  expect([await made(), warnings]).toEqual([['whole'], []])

  isCutOff = false
  expect((await newClock()).offsetMs).toBeLessThan(-29 * DAY_MS)
  const second = await start(momentsOf)
  expect(runs).toEqual(['whole', 'cut off', 'cut off'])
  expect(warnings).toMatchObject([{ step: 'broken' }])
  expect(second.offsetMs).toBe(0)
})
