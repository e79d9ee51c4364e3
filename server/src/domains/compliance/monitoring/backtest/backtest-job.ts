/**
 * Job of a backtest: counts the customers to evaluate, then takes some at a time and stores the results together with its position, so that
 * it resumes there after a crash and finds no alert twice. It takes no lock that rules or money movements wait for.
 */
import { BACKTEST_RETENTION_DAYS } from '@tunjo/contract/alert-backtests'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import * as z from 'zod'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { Reschedule, RunningJob } from '../../../../platform/jobs/jobs.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { MonitoringContext } from '../context.ts'
import type { Rule } from '../define-rule.ts'
import { createEntriesCache } from '../facts/entries-cache.ts'
import type { RuleName } from '../numbers.ts'
import { RULES, RULES_ON } from '../rules/index.ts'
import { daysAgo } from '../times.ts'
import type { FactCache } from '../types.ts'
import { momentsMax, type Person } from './moments.ts'
import { type FoundAlert, replayWindow, type Trial } from './replay-window.ts'
import {
  type BacktestRow,
  countPeople,
  deleteOldBacktests,
  type EvaluatedPerson,
  findBacktest,
  lockRunning,
  markFinished,
  peopleAfter,
  runningBacktests,
  storeFound,
} from './store.ts'

export const BACKTEST_JOB = 'monitoring.backtest'
const LOOK_EVERY_MS = 60_000
/** After this time a new job resumes the run: a lease is not renewed without limit. */
const TURN_MS = 120_000
const PEOPLE_AT_ONCE = 500
/** Bound of the memory of one batch. */
const MOMENTS_AT_ONCE = 5_000
const Payload = z.object({ id: z.uuid() })

export function scheduleBacktests(context: MonitoringContext): void {
  const { jobs, db, clock } = context
  jobs.handle({
    name: BACKTEST_JOB,
    lane: BACKTEST_JOB,
    places: 1,
    run: (payload, job) => runBacktest(context, Payload.parse(payload).id, job),
  })
  jobs.schedule({
    name: BACKTEST_JOB,
    everyMs: LOOK_EVERY_MS,
    async run() {
      await deleteOldBacktests(db, daysAgo(clock.now(), BACKTEST_RETENTION_DAYS))
      // Its first job may have failed its last attempt.
      const today = bogotaDay(clock.now())
      for (const id of await runningBacktests(db)) await jobs.enqueue(db, { name: BACKTEST_JOB, key: `${id} ${today}`, payload: { id } })
    },
  })
}

type Job = Pick<RunningJob, 'lease' | 'log'>

async function runBacktest(context: MonitoringContext, id: string, job: Job): Promise<Reschedule | undefined> {
  const { db } = context
  const until = performance.now() + TURN_MS
  const cache: FactCache = { entries: createEntriesCache() }
  while (performance.now() < until) {
    const run = await findBacktest(db, id)
    if (!run || run.finishedAt || run.cancelledAt) return undefined
    const rule = ruleOf(run.rule)
    if (run.peopleAll === null) await step(context, run, job, (tx) => countPeople(tx, id, run, typesOf(rule)))
    else await backtestSome(context, run, trialOf(run, rule, cache), job)
  }
  return { againInMs: 0 }
}

async function backtestSome(context: MonitoringContext, run: BacktestRow, trial: Trial, job: Job): Promise<void> {
  const { db, clock } = context
  const people = within(await peopleAfter(db, run.id, run.after, PEOPLE_AT_ONCE))
  if (people.length === 0) return step(context, run, job, (tx) => markFinished(tx, run.id, clock.now()))
  const found = await foundAbout(context, trial, people, job)
  failpoint('monitoring.looked_back')
  await step(context, run, job, (tx) => storeFound(tx, run.id, { people, ...found }))
}

/** Returns nothing when the backtest was cancelled, or another process finished the batch first. */
async function step(
  { db }: MonitoringContext,
  { id, after, peopleAll }: BacktestRow,
  { lease }: Job,
  act: (tx: Parameters<typeof lockRunning>[0]) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lease.fence(tx)
    const now = await lockRunning(tx, id)
    if (now && now.after === after && now.peopleAll === peopleAll) await act(tx)
  })
}

/** A customer whose facts cannot be read does not block the others. */
async function foundAbout(
  { db, limits }: MonitoringContext,
  trial: Trial,
  people: readonly Person[],
  { log }: Job,
): Promise<Omit<EvaluatedPerson, 'people'>> {
  try {
    // While this process evaluates one half, the database reads the other.
    const middle = Math.ceil(people.length / 2)
    const halves = [people.slice(0, middle), people.slice(middle)].filter(({ length }) => length > 0)
    const found = await Promise.all(halves.map((half) => replayWindow(db, limits, trial, half)))
    return { found: found.flat(), failures: 0 }
  } catch (error) {
    log.warn({ err: error }, 'a backtest could not look at some people at once, and looks at each')
  }
  const found: FoundAlert[] = []
  let failures = 0
  for (const person of people) {
    try {
      found.push(...(await replayWindow(db, limits, trial, [person])))
    } catch (error) {
      failures += 1
      log.error({ err: error, accountId: person.accountId }, 'a backtest could not look at a customer')
    }
  }
  return { found, failures }
}

/** As many customers as fit into memory, at least one. */
function within(people: readonly Person[]): Person[] {
  let moments = 0
  const past = people.findIndex((person, place) => {
    moments += momentsMax(person)
    return place > 0 && moments > MOMENTS_AT_ONCE
  })
  return people.slice(0, past === -1 ? people.length : past)
}

const trialOf = (run: BacktestRow, rule: Rule, cache: FactCache): Trial => ({
  rule,
  cache,
  proposed: { mode: run.mode, numbers: run.numbers },
  present: { mode: run.presentMode, numbers: run.presentNumbers },
  from: run.from,
  until: run.until,
})

export function ruleOf(name: RuleName): Rule {
  const rule = RULES.find((one) => one.name === name)
  if (!rule) throw new Error(`no rule is called ${name}`)
  return rule
}

const typesOf = (rule: Rule): string[] =>
  Object.entries(RULES_ON).flatMap(([type, rules]: [string, readonly Rule[]]) => (rules.includes(rule) ? [type] : []))
