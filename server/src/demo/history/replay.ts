/**
 * The living demo: months in the lives of its people, made at the first start with the product's own calls while its clock goes from the
 * past to today. Only in a new folder, where nothing has a date yet; what was cut off goes on at the next start.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { demoHistory } from '@tunjo/contract/demo'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Modules } from '../../modules.ts'
import type { MovableClock } from '../../platform/clock.ts'
import { type Database, inTransaction } from '../../platform/database.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import { booleanSetting, type Environment, readSettings } from '../../platform/settings.ts'
import { moveClockTo, setClockBack } from '../clock.ts'
import { marks, setMark } from './marks.ts'
import type { Moment, Site, Step } from './types.ts'
import { until } from './until.ts'

/** Off, but for `npm start` (scripts/start.mjs): journeys and tests begin with people who did nothing yet. */
const schema = z.object({ DEMO_HISTORY: booleanSetting.default(false) })
const DAY_MS = 86_400_000
const DAYS = 105
const CANDLE_TURNS = 6
const TODAY = 'demo.history.today'

export interface HistoryParts {
  readonly db: Database
  readonly clock: MovableClock
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly url: string
  readonly modules: {
    readonly pricing: Modules['pricing']
    readonly reconciliation: Pick<Modules['reconciliation'], 'isUnderWay'>
  }
}

export interface History {
  readonly routes: Route[]
  /** Goes on by itself until it is done or stopped, and never fails. Nothing where there is nothing to make. */
  start(): void
  stop(): Promise<void>
}

/** Before anything of a new folder has a date. Its clock then begins in the past. */
export async function beginHistory(db: Database, env: Environment): Promise<void> {
  if (!readSettings(schema, env).DEMO_HISTORY) return
  await inTransaction(db, async (tx) => {
    const used = await sql`SELECT FROM platform.setting WHERE name LIKE 'demo.seeded.%' LIMIT 1`.execute(tx)
    if (used.rows.length > 0 || !(await setClockBack(tx, -DAYS * DAY_MS))) return
    await sql`INSERT INTO platform.setting (name, value) VALUES (${TODAY}, to_jsonb(${new Date().toISOString()}::text))`.execute(tx)
  })
}

export function createHistory(parts: HistoryParts, momentsOf: (site: Site) => readonly Moment[]): History {
  const { db, clock, log, url, modules } = parts
  const stopping = new AbortController()
  const site: Site = {
    url,
    clock,
    signal: stopping.signal,
    pass: (milliseconds) => moveClockTo(db, clock, Math.min(0, clock.offsetMs + milliseconds)),
    askForPrices: () => modules.pricing.poll(),
  }
  const moments = momentsOf(site)
  const total = moments.flatMap(({ steps }) => steps).length
  let running: Promise<void> = Promise.resolve()
  return {
    routes: implement(demoHistory, {
      async history() {
        const [today, { made, isDone }] = await Promise.all([readToday(db), marks(db)])
        if (!today) return { state: 'none', done: 0, total } as const
        return { state: isDone ? 'done' : 'running', done: made.size, total } as const
      },
    }),
    start() {
      running = replay(parts, { site, moments }).catch((error) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the months of the demo stopped, and go on at the next start')
      })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

interface Plan {
  readonly site: Site
  readonly moments: readonly Moment[]
}

async function replay({ db, clock, log, modules }: HistoryParts, { site, moments }: Plan): Promise<void> {
  const [today, { made, isDone }] = await Promise.all([readToday(db), marks(db)])
  if (!today || isDone) return
  log.info('making the months of the demo; what is there already can be used')
  const startedMs = performance.now()
  for (const moment of moments) {
    const steps = moment.steps.filter(({ name }) => !made.has(name))
    if (steps.length === 0) continue
    await beAtRest(modules, site, log)
    await moveClockTo(db, clock, offsetOf(moment, today))
    await Promise.all(steps.map((step) => make({ db, log }, site, step)))
  }
  await moveClockTo(db, clock, 0)
  // Each turn takes what the exchange gives at once; without them no chart has these months.
  for (let turn = 0; turn < CANDLE_TURNS; turn++) {
    site.signal.throwIfAborted()
    await modules.pricing.refreshCandles()
  }
  await setMark(db, 'done')
  log.info({ tookMs: Math.round(performance.now() - startedMs) }, 'the months of the demo are there')
}

/** What the chain still owes the ledger would look days late after a leap. */
async function beAtRest({ reconciliation }: HistoryParts['modules'], site: Site, log: HistoryParts['log']): Promise<void> {
  try {
    await until(site, 'ledger and chain agree', async () => !(await reconciliation.isUnderWay()) || undefined)
  } catch (error) {
    site.signal.throwIfAborted()
    log.warn({ err: error }, 'the months of the demo go on all the same')
  }
}

/** What cannot be made is left out: the next ones do not wait for it, and a later start would make it at another time. */
async function make({ db, log }: Pick<HistoryParts, 'db' | 'log'>, { signal }: Site, { name, run }: Step): Promise<void> {
  try {
    await run()
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, step: name }, 'a step of the demo was left out')
  }
  await setMark(db, `made.${name}`)
}

/** That many days before the first start, at this time in Bogotá. */
function offsetOf({ at }: Moment, today: Date): number {
  if (at === null) return 0
  const day = bogotaDay(new Date(today.getTime() - at.daysAgo * DAY_MS))
  return Math.min(0, Date.parse(`${day}T${at.time}:00-05:00`) - Date.now())
}

async function readToday(db: Database): Promise<Date | null> {
  const found = await sql<{ value: string }>`SELECT value FROM platform.setting WHERE name = ${TODAY}`.execute(db)
  return found.rows[0] ? new Date(found.rows[0].value) : null
}
