/**
 * The demo's history: months in the lives of its customers, replayed at the first start with the product's calls while its clock goes from
 * the past to today. Only in a new folder, where nothing has a date yet, and before the product is open, since its clock leaps meanwhile.
 * An interrupted replay continues at the next start.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import type { Modules } from '../../../server/src/composition/modules.ts'
import { type Database, inTransaction } from '../../../server/src/platform/database/database.ts'
import type { Log } from '../../../server/src/platform/observability/log.ts'
import { booleanSetting, declareSettings, type Environment, readSettings } from '../../../server/src/platform/process/settings.ts'
import type { MovableClock } from '../../../server/src/platform/time/clock.ts'
import { moveClockTo, setClockBack } from '../clock.ts'
import { createClockGate } from './clock-gate.ts'
import { pollUntil } from './poll-until.ts'
import { markStepDone, readProgress } from './step-progress.ts'
import type { Moment, Site, Step } from './types.ts'

/** Off, except for `npm start` (scripts/start.mjs): journeys and tests begin with people who did nothing yet. */
const schema = declareSettings({
  /** Whether a new demo first replays months of its past, as `npm start` does. */
  DEMO_HISTORY: booleanSetting.default(false),
})
const DAY_MS = 86_400_000
const DAYS = 105
const CANDLE_TURNS = 6
const TODAY = 'demo.history.today'

export interface HistoryParts {
  readonly db: Database
  readonly clock: MovableClock
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Address of the product before it is open to others. */
  readonly url: string
  /** Report how many of all steps are done. */
  show(done: number, total: number): void
  readonly modules: {
    readonly pricing: Pick<Modules['pricing'], 'poll' | 'refreshCandles'>
    readonly reconciliation: Pick<Modules['reconciliation'], 'hasMovementsInFlight' | 'signLedgerHead'>
  }
}

/** Run before anything of a new folder has a date. Its clock then begins in the past. */
export async function beginHistory(db: Database, env: Environment): Promise<void> {
  if (!readSettings(schema, env).DEMO_HISTORY) return
  await inTransaction(db, async (tx) => {
    const used = await sql`SELECT FROM platform.setting WHERE name LIKE 'demo.seeded.%' LIMIT 1`.execute(tx)
    if (used.rows.length > 0 || !(await setClockBack(tx, -DAYS * DAY_MS))) return
    await sql`INSERT INTO platform.setting (name, value) VALUES (${TODAY}, to_jsonb(${new Date().toISOString()}::text))`.execute(tx)
  })
}

/** Whether this folder has months that are not replayed yet. */
export async function isHistoryDue(db: Database): Promise<boolean> {
  const [today, { isDone }] = await Promise.all([readToday(db), readProgress(db)])
  return today !== null && !isDone
}

/** Run the missing steps; ends early when it is aborted, and continues at the next start. */
export async function replayHistory(parts: HistoryParts, momentsOf: (site: Site) => readonly Moment[], signal: AbortSignal): Promise<void> {
  const { db, clock, log, url, modules } = parts
  const gate = createClockGate()
  const site: Site = {
    url,
    clock,
    signal,
    gate,
    pass: (milliseconds) => gate.leap(() => moveClockTo(db, clock, Math.min(0, clock.offsetMs + milliseconds))),
    askForPrices: () => modules.pricing.poll(),
  }
  await replay(parts, site, momentsOf(site)).catch(async (error) => {
    if (signal.aborted) return
    log.warn({ err: error }, 'the months of the demo stopped; the rest of them is made at the next start')
    await moveClockTo(db, clock, 0)
  })
}

async function replay({ db, clock, log, show, modules }: HistoryParts, site: Site, moments: readonly Moment[]): Promise<void> {
  const [today, { made, isDone }] = await Promise.all([readToday(db), readProgress(db)])
  if (!today || isDone) return
  const startedMs = performance.now()
  const total = moments.flatMap(({ steps }) => steps).length
  let done = made.size
  for (const moment of moments) {
    const steps = moment.steps.filter(({ name }) => !made.has(name))
    if (steps.length === 0) continue
    log.info(`making the months of the demo: ${done} of ${total}`)
    show(done, total)
    await beAtRest(modules, site, log)
    await moveClockTo(db, clock, offsetOf(moment, today))
    await Promise.all(steps.map((step) => make({ db, log }, site, step)))
    done += steps.length
  }
  await moveClockTo(db, clock, 0)
  // The last price may be from before the last leap, and one older than a day is not usable.
  await site.askForPrices()
  // Each round takes one page of the exchange; without them no chart has these months.
  for (let turn = 0; turn < CANDLE_TURNS; turn++) {
    site.signal.throwIfAborted()
    await modules.pricing.refreshCandles()
  }
  // The last head is of a day in the months, and the next one would follow in an hour.
  await modules.reconciliation.signLedgerHead()
  await markStepDone(db, 'done')
  log.info({ tookMs: Math.round(performance.now() - startedMs) }, 'the months of the demo are there')
}

/** Wait until the ledger matches the chain: an open operation would look days late after a leap. */
async function beAtRest({ reconciliation }: HistoryParts['modules'], site: Site, log: HistoryParts['log']): Promise<void> {
  try {
    await pollUntil(site, 'ledger and chain agree', async () => !(await reconciliation.hasMovementsInFlight()) || undefined)
  } catch (error) {
    site.signal.throwIfAborted()
    log.warn({ err: error }, 'the months of the demo continue nevertheless')
  }
}

/** Run a step. A failing one is left out: the next ones do not wait for it, and a later start would run it at another time. */
async function make({ db, log }: Pick<HistoryParts, 'db' | 'log'>, { signal }: Site, { name, run }: Step): Promise<void> {
  try {
    await run()
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error, step: name }, 'a step of the demo was left out')
  }
  await markStepDone(db, `made.${name}`)
}

/** This many days before the first start, at this time in Bogotá. */
function offsetOf({ at }: Moment, today: Date): number {
  if (at === null) return 0
  const day = bogotaDay(new Date(today.getTime() - at.daysAgo * DAY_MS))
  return Math.min(0, Date.parse(`${day}T${at.time}:00-05:00`) - Date.now())
}

async function readToday(db: Database): Promise<Date | null> {
  const found = await sql<{ value: string }>`SELECT value FROM platform.setting WHERE name = ${TODAY}`.execute(db)
  return found.rows[0] ? new Date(found.rows[0].value) : null
}
