/**
 * Consumers of events: each has a cursor, leased to one process at a time (a fencing token moves it), and handles its events at least once.
 * Accounts are handled concurrently, the events of one account in their order. An event that fails waits in a separate retry table, with
 * those of its account behind it; the cursor continues. After its last attempt it is a dead letter: reported, counted, retried once an
 * hour, and it blocks its account no longer.
 */
import type { EventType } from '../../events.ts'
import type { Database } from '../database/database.ts'
import type { Poller } from '../jobs/jobs.ts'
import { type Log, withoutSecrets } from '../observability/log.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Clock } from '../time/clock.ts'
import { SpanKind, traced, tracedTogether } from '../tracing/traced.ts'
import * as store from './cursor-store.ts'

export interface ConsumerOptions {
  /** Where a new consumer begins. Default `beginning`: all events that are kept. */
  readonly from?: 'beginning' | 'now'
}
export interface Consumer {
  readonly name: string
  readonly from: 'beginning' | 'now'
  readonly handlers: Map<EventType, (payload: unknown, eventId: string) => Promise<void>>
  /** Handles some of the events of one read together. All or nothing: when it fails, each goes to its own handler. */
  handleTogether?: (events: readonly store.PlacedEvent[]) => Promise<void>
}
interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly consumers: ReadonlyMap<string, Consumer>
}

const EVENTS_AT_ONCE = 200
/** Batches before the next check for due retries. */
const TURNS_MAX = 10
/** Per consumer: each takes a connection, and all consumers share them with the jobs. */
const ACCOUNTS_AT_ONCE = 2
/** Short, since money may wait for a consumer whose process died; a live one renews it continuously. */
const LEASE_MS = 5_000
const MAX_ATTEMPTS = 20
const MAX_BACKOFF_MS = 300_000
const DEAD_LETTER_EVERY_MS = 3_600_000

/** One poll: places new events, then starts every consumer that has something to read. Each proceeds independently. */
export function createPoller(parts: Parts): Poller {
  const { db, clock, consumers } = parts
  const known = new Set<string>()
  return {
    role: 'worker',
    async pollOnce() {
      await store.placeEvents(db)
      for (const { name, from } of consumers.values())
        if (!known.has(name)) {
          await store.addConsumer(db, name, from)
          known.add(name)
        }
      const names = known.size > 0 ? await store.consumersWithWork(db, [...known], clock.now()) : []
      return names.flatMap((name) => {
        const consumer = consumers.get(name)
        return consumer ? [() => readOn(parts, consumer)] : []
      })
    },
  }
}

const spanOf = (type: EventType, consumer: string): string => `event ${type} ${consumer}`

async function readOn(parts: Parts, consumer: Consumer): Promise<void> {
  const { db, clock } = parts
  const cursor = await store.leaseCursor(db, consumer.name, LEASE_MS)
  if (!cursor) return
  const renewing = setInterval(() => void store.extendLease(db, cursor, LEASE_MS).catch(() => undefined), LEASE_MS / 3)
  try {
    const retries = await store.dueRetries(db, consumer.name, clock.now(), EVENTS_AT_ONCE)
    await inGroups(retries, (retry) => retryOne(parts, consumer, retry))
    let at = cursor
    for (let turn = 1; ; turn++) {
      const to = await readSome(parts, consumer, at)
      // A consumer that is behind continues immediately; due retries wait for a few batches at most.
      const goesOn = to < at.last && turn < TURNS_MAX && (await store.advanceCursor(db, at, to))
      if (!goesOn) return await store.moveCursor(db, at, to)
      at = { ...at, position: to }
    }
  } finally {
    clearInterval(renewing)
  }
}

/** Returns the position up to which every event was handled, or waits for a retry. */
async function readSome(parts: Parts, consumer: Consumer, cursor: store.Cursor): Promise<bigint> {
  const { db } = parts
  const events = await store.eventsAfter(db, [...consumer.handlers.keys()], cursor, EVENTS_AT_ONCE)
  const blocked = await store.blockedAccounts(db, consumer.name)
  const left = await handleTogether(parts, consumer, events, blocked)
  await inGroups(left, (event) => handleFirst(parts, consumer, event, blocked))
  failpoint('events.handled')
  return events.length === EVENTS_AT_ONCE ? (events.at(-1)?.position ?? cursor.last) : cursor.last
}

/** Returns the events left for single handling: those of an account whose earlier events wait, and those with which it failed. */
async function handleTogether(
  parts: Parts,
  { name, handleTogether: handle }: Consumer,
  events: readonly store.PlacedEvent[],
  blocked: ReadonlySet<string>,
): Promise<readonly store.PlacedEvent[]> {
  if (!handle) return events
  const handled = new Set<store.PlacedEvent>()
  const free = events.filter(({ accountId }) => accountId === null || !blocked.has(accountId))
  const lanes = inLanes(free).map(async (lane) => {
    try {
      const rows = lane.map(({ type, traceparent }) => ({ name: spanOf(type, name), parent: traceparent }))
      await tracedTogether(`events together ${name}`, rows, SpanKind.CONSUMER, () => handle(lane))
      for (const event of lane) handled.add(event)
    } catch (error) {
      parts.log.warn(
        { err: error, consumer: name, events: lane.length },
        'events could not be handled together, and are handled one by one',
      )
    }
  })
  await Promise.all(lanes)
  return events.filter((event) => !handled.has(event))
}

/** Lanes: the events of one account share a lane, in their order; while one lane waits the others proceed. */
function inLanes(events: readonly store.PlacedEvent[]): store.PlacedEvent[][] {
  const lanes: store.PlacedEvent[][] = Array.from({ length: ACCOUNTS_AT_ONCE }, () => [])
  for (const [place, group] of groupsOf(events).entries()) lanes[place % ACCOUNTS_AT_ONCE]?.push(...group)
  return lanes.filter(({ length }) => length > 0)
}

function groupsOf<E extends store.PlacedEvent>(events: readonly E[]): E[][] {
  const byAccount = new Map<string | null, E[]>()
  for (const event of events) {
    const group = byAccount.get(event.accountId)
    if (group) group.push(event)
    else byAccount.set(event.accountId, [event])
  }
  return [...byAccount.values()]
}

/** Run the events of one account one after the other, some accounts concurrently. */
async function inGroups<E extends store.PlacedEvent>(events: readonly E[], run: (event: E) => Promise<void>): Promise<void> {
  const groups = groupsOf(events)
  const lanes = Array.from({ length: ACCOUNTS_AT_ONCE }, async () => {
    for (let group = groups.shift(); group; group = groups.shift()) for (const event of group) await run(event)
  })
  await Promise.all(lanes)
}

async function handleFirst(parts: Parts, consumer: Consumer, event: store.PlacedEvent, blocked: Set<string>): Promise<void> {
  const { db, clock } = parts
  if (event.accountId !== null && blocked.has(event.accountId))
    return store.insertRetry(db, consumer.name, event, { attempts: 0, runAt: clock.now(), error: null, deadAt: null })
  const failure = await tryToHandle(parts, consumer, event, 1)
  if (!failure) return
  if (event.accountId !== null) blocked.add(event.accountId)
  await store.insertRetry(db, consumer.name, event, failure)
}

async function retryOne(parts: Parts, consumer: Consumer, retry: store.Retry): Promise<void> {
  const failure = await tryToHandle(parts, consumer, retry, retry.attempts + 1)
  if (failure) await store.insertRetry(parts.db, consumer.name, retry, failure)
  else await store.deleteRetry(parts.db, consumer.name, retry.id)
}

/** Null when it was handled. */
async function tryToHandle(
  { clock, log }: Parts,
  { name, handlers }: Consumer,
  { id, type, payload, traceparent }: store.PlacedEvent,
  attempts: number,
): Promise<store.Failure | null> {
  try {
    const handle = handlers.get(type)
    if (!handle) throw new Error(`${name} has no handler of ${type}`)
    await traced(spanOf(type, name), { kind: SpanKind.CONSUMER, parent: traceparent }, () => handle(payload, id))
    return null
  } catch (error) {
    const isDead = attempts >= MAX_ATTEMPTS
    log[isDead ? 'error' : 'warn']({ err: error, consumer: name, eventId: id, type, attempts }, 'an event could not be handled')
    const now = clock.now()
    const waitMs = isDead ? DEAD_LETTER_EVERY_MS : Math.min(MAX_BACKOFF_MS, 250 * 2 ** attempts)
    return {
      attempts,
      runAt: new Date(now.getTime() + waitMs),
      error: withoutSecrets(error instanceof Error ? error.message : String(error)),
      deadAt: isDead ? now : null,
    }
  }
}
