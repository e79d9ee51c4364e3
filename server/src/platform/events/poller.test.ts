/** Consumers with cursors: at least once, in order for each account, past failures, crashes and other workers. */
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTypeScript } from '../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { type ReceivedSpan, startReceiver } from '../tracing/receiver.testing.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { traced } from '../tracing/traced.ts'

const TYPE = 'trading.trade_updated'
const HOUR_MS = 3_600_000
let database: TestDatabase
let platform: TestPlatform
/** Another process of the product. */
let other: TestPlatform
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`CREATE TABLE public.heard (event_id uuid NOT NULL)`.execute(database.owner)
  await sql`GRANT ALL ON public.heard TO PUBLIC`.execute(database.owner)
})
afterAll(() => database?.drop())
beforeEach(async () => {
  await sql`TRUNCATE platform.event, platform.event_consumer, platform.event_retry, public.heard`.execute(database.owner)
  platform = createTestPlatform(database)
  other = createTestPlatform(database)
  return () => {
    platform.remove()
    other.remove()
  }
})

const emit = (tradeId: string, accountId: string = newId()) =>
  inTransaction(database.db, (tx) => platform.outbox.emit(tx, TYPE, { accountId, tradeId, state: 'settled' }))
async function emitMany(count: number, accountId?: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const id of ids) await emit(id, accountId)
  return ids
}
const drain = ({ jobs }: TestPlatform = platform) => jobs.drain()
const retries = async () =>
  (
    await sql<{ attempts: number; isDead: boolean }>`SELECT attempts, dead_at IS NOT NULL AS "isDead" FROM platform.event_retry
    ORDER BY position`.execute(database.db)
  ).rows

/** Subscribe a consumer that handles every event unless `fails` rejects it. */
function listen({ outbox }: TestPlatform, consumer = 'reader', fails: (tradeId: string) => boolean = () => false): string[] {
  const received: string[] = []
  outbox.on(TYPE, consumer, async ({ tradeId }) => {
    if (fails(tradeId)) throw new Error('cannot')
    received.push(tradeId)
  })
  return received
}

describe('a cursor', () => {
  it('reads one account in its order, and each event once when nothing fails', async () => {
    const received = listen(platform)
    const [one, two] = [newId(), newId()]
    const wanted: [string[], string[]] = [[], []]
    for (let round = 0; round < 150; round++) {
      wanted[0].push(...(await emitMany(1, one)))
      wanted[1].push(...(await emitMany(1, two)))
    }
    await drain()
    expect(received).toHaveLength(300)
    for (const ids of wanted) expect(received.filter((id) => ids.includes(id))).toEqual(ids)
    await drain()
    expect(received).toHaveLength(300)
  })

  it('misses no event that is committed later than ones after it', async () => {
    const received = listen(platform)
    let commit = () => {}
    const waits = new Promise<void>((resolve) => (commit = resolve))
    const late = inTransaction(database.db, async (tx) => {
      await platform.outbox.emit(tx, TYPE, { accountId: newId(), tradeId: 'late', state: 'settled' })
      await waits
    })
    await emit('early')
    await drain()
    expect(received).toEqual(['early'])
    commit()
    await late
    await drain()
    expect(received).toEqual(['early', 'late'])
  })

  it('of a new consumer begins at the beginning, or now', async () => {
    const old = await emitMany(3)
    await drain()
    const fromBeginning = listen(other, 'new')
    const fromNow: string[] = []
    other.outbox.on(TYPE, 'newer', async ({ tradeId }) => void fromNow.push(tradeId), { from: 'now' })
    await drain(other)
    const later = await emitMany(2)
    await drain(other)
    expect([fromBeginning.sort(), fromNow.sort()]).toEqual([[...old, ...later].sort(), later.sort()])
  })

  it('is rewound to a moment, and reads the events from there again', async () => {
    const received = listen(platform)
    await emit('long ago')
    await sql`UPDATE platform.event SET at = at - interval '91 days'`.execute(database.db)
    const ids = await emitMany(2)
    await drain()
    received.length = 0
    await platform.outbox.replay('reader', new Date(Date.now() - 90 * 24 * HOUR_MS))
    await drain()
    expect(received.sort()).toEqual(ids.sort())
  })

  it('that is rewound while it reads many moves there, and reads them again', async () => {
    const received: string[] = []
    let isSentBack = false
    platform.outbox.on(TYPE, 'reader', async ({ tradeId }) => {
      received.push(tradeId)
      if (received.length !== 250 || isSentBack) return
      isSentBack = true
      await platform.outbox.replay('reader', new Date(0))
    })
    const ids = await emitMany(450)
    await drain()
    const times = ids.map((id) => received.filter((one) => one === id).length)
    expect([Math.min(...times), Math.max(...times)]).toEqual([1, 2])
    expect(received.length).toBeGreaterThanOrEqual(450 + 250)
  })

  it('is read by one process at a time; two concurrent ones read each event once', async () => {
    const [here, there] = [listen(platform), listen(other)]
    const ids = await emitMany(40)
    await Promise.all([drain(platform), drain(other)])
    await drain()
    expect([...here, ...there].sort()).toEqual(ids.sort())
  })
})

describe('a failure', () => {
  it('blocks the later events of its account, and no other account', async () => {
    let isBroken = true
    const [mine, theirs] = [newId(), newId()]
    const received = listen(platform, 'reader', (id) => isBroken && id === 'bad')
    await emit('bad', mine)
    await emit('after', mine)
    await emit('other', theirs)
    await drain()
    expect(received).toEqual(['other'])
    await emit('last', mine)
    await drain()
    expect(received).toEqual(['other'])
    isBroken = false
    platform.clock.advance(HOUR_MS)
    await drain()
    expect(received).toEqual(['other', 'bad', 'after', 'last'])
    expect(await retries()).toEqual([])
  })

  it('of one consumer, or its slowness, does not affect another', async () => {
    let release = () => {}
    const waits = new Promise<void>((resolve) => (release = resolve))
    platform.outbox.on(TYPE, 'slow', () => waits)
    listen(platform, 'failing', () => true)
    const received = listen(platform, 'steady')
    await emit('one')
    platform.jobs.start()
    await expect.poll(() => received).toEqual(['one'])
    await emit('two')
    await expect.poll(() => received).toEqual(['one', 'two'])
    release()
    await platform.jobs.stop()
  })

  it('is a dead letter after 20 tries: it is kept, unblocks the account, and is retried until it succeeds', async () => {
    let isBroken = true
    const mine = newId()
    const received = listen(platform, 'reader', (id) => isBroken && id === 'bad')
    await emit('bad', mine)
    await emit('after', mine)
    await drain()
    for (let attempt = 0; attempt < 19; attempt++) {
      platform.clock.advance(HOUR_MS)
      await drain()
    }
    expect([await retries(), received]).toEqual([[{ attempts: 20, isDead: true }], ['after']])
    isBroken = false
    platform.clock.advance(2 * HOUR_MS)
    await drain()
    expect([await retries(), received]).toEqual([[], ['after', 'bad']])
  })
})

describe('events that are handled together', () => {
  it('arrive some at a time, each once, and to no other handler', async () => {
    const alone = listen(platform)
    const batches: string[][] = []
    platform.outbox.together('reader', async (events) => void batches.push(events.map(({ payload }) => tradeOf(payload))))
    const ids = await emitMany(30)
    await drain()
    expect(batches.flat().sort()).toEqual([...ids].sort())
    expect([batches.length < ids.length, alone]).toEqual([true, []])
  })

  it('are handled one by one when that fails, so that a failing one blocks only its account', async () => {
    let isBroken = true
    const [mine, theirs] = [newId(), newId()]
    const received = listen(platform, 'reader', (id) => isBroken && id === 'bad')
    const batches: string[][] = []
    platform.outbox.together('reader', async (events) => {
      const ids = events.map(({ payload }) => tradeOf(payload))
      if (isBroken && ids.includes('bad')) throw new Error('cannot')
      batches.push(ids)
    })
    await emit('bad', mine)
    await emit('after', mine)
    await emit('other', theirs)
    await drain()
    expect([received, batches]).toEqual([[], [['other']]])
    await emit('last', mine)
    await emit('another', theirs)
    await drain()
    expect([received, batches]).toEqual([[], [['other'], ['another']]])
    isBroken = false
    platform.clock.advance(HOUR_MS)
    await drain()
    expect(received).toEqual(['bad', 'after', 'last'])
    expect(await retries()).toEqual([])
  })

  it('of one account arrive in their order', async () => {
    listen(platform)
    const received: string[] = []
    platform.outbox.together('reader', async (events) => {
      await new Promise((resolve) => setTimeout(resolve, events.length % 3))
      received.push(...events.map(({ payload }) => tradeOf(payload)))
    })
    const [one, two, three] = [newId(), newId(), newId()]
    const wanted: Record<string, string[]> = { [one]: [], [two]: [], [three]: [] }
    for (let round = 0; round < 80; round++) for (const account of [one, two, three]) wanted[account]?.push(...(await emitMany(1, account)))
    await drain()
    for (const ids of Object.values(wanted)) expect(received.filter((id) => ids.includes(id))).toEqual(ids)
  })
})

describe('traces of events that are handled together', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let stopTracing: () => Promise<void>
  beforeEach(async () => {
    receiver = await startReceiver()
    stopTracing = await startTracing({ TRACES_URL: receiver.url }, new Set(['worker'] as const))
    return async () => {
      await stopTracing()
      await receiver.stop()
    }
  })
  const inCall = (name: string, ...trades: readonly string[]) =>
    traced(name, { parent: null }, async () => {
      for (const trade of trades) await emit(trade)
    })
  const spansOf = (name: string) => receiver.spans.filter((span) => span.name === name)
  /** The consumer, whose work is a span. */
  const listenTogether = () => {
    listen(platform)
    platform.outbox.together('reader', () => traced('work', {}, async () => undefined))
  }

  it('each event has a span in the trace of its call, and the work links to all of them', async () => {
    listenTogether()
    await inCall('first', 'a')
    await inCall('second', 'b')
    await inCall('third', 'c')
    await inCall('fourth', 'd')
    await drain()
    await stopTracing()
    const calls = ['first', 'second', 'third', 'fourth'].flatMap(spansOf)
    const own = spansOf(`event ${TYPE} reader`)
    const ends = (spans: readonly ReceivedSpan[]) => spans.map(({ traceId }) => traceId).toSorted()
    expect([ends(own), new Set(ends(own)).size]).toEqual([ends(calls), 4])
    for (const call of calls) expect(own.find(({ traceId }) => traceId === call.traceId)?.parentSpanId).toBe(call.spanId)
    const batches = spansOf('events together reader')
    expect(batches.flatMap(({ links = [] }) => links.map(({ spanId }) => spanId)).toSorted()).toEqual(
      own.map(({ spanId }) => spanId).toSorted(),
    )
    for (const { parentSpanId } of spansOf('work')) expect(batches.map(({ spanId }) => spanId)).toContain(parentSpanId)
  })

  it('the work is in the trace of the call when all events are of one', async () => {
    listenTogether()
    await inCall('only', 'a', 'b', 'c', 'd')
    await drain()
    await stopTracing()
    const [call] = spansOf('only')
    expect(spansOf(`event ${TYPE} reader`)).toHaveLength(4)
    expect(spansOf('work').length).toBeGreaterThan(0)
    expect(receiver.spans.filter(({ traceId }) => traceId !== call?.traceId)).toEqual([])
  })
})
const tradeOf = (payload: object): string => ('tradeId' in payload ? String(payload.tradeId) : '')

it('a worker that is killed between handling and moving the cursor: each event is delivered again, and none is lost', async () => {
  const ids = await emitMany(5)
  const received = async () =>
    (
      await sql<{
        times: bigint
      }>`SELECT count(*) AS times FROM platform.event LEFT JOIN public.heard ON event_id = id GROUP BY id`.execute(database.owner)
    ).rows.map(({ times }) => Number(times))
  const child = runTypeScript(new URL('./consume-process.testing.ts', import.meta.url), [JSON.stringify(database.connection)], {
    FAULT_AT: 'events.handled',
  })
  expect(await once(child.child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await received()).toEqual(ids.map(() => 1))
  const next = runTypeScript(new URL('./consume-process.testing.ts', import.meta.url), [JSON.stringify(database.connection)])
  await expect.poll(received, { timeout: 30_000 }).toEqual(ids.map(() => 2))
  await next.kill()
}, 60_000)
