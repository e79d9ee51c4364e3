import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../observability/log.ts'
import { movableClock } from '../time/clock.ts'
import { createOutbox, recentEvents } from './outbox.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())
beforeEach(() => sql`TRUNCATE platform.job, platform.event`.execute(database.owner))

function bus() {
  const clock = movableClock()
  const log = createLog({ level: 'silent', pretty: false })
  const jobs = createJobs({ db: database.db, clock, log })
  return { clock, jobs, outbox: createOutbox({ db: database.db, clock, log, jobs }) }
}
type Bus = ReturnType<typeof bus>
const trade = (accountId: string = newId()) => ({ accountId, tradeId: newId(), state: 'settled' as const })
const emit = ({ outbox }: Bus, payload = trade()) => inTransaction(database.db, (tx) => outbox.emit(tx, 'trading.trade_updated', payload))

describe('outbox', () => {
  it('delivers each event to each subscriber, and no other events', async () => {
    const one = bus()
    const received: unknown[] = []
    one.outbox.on('trading.trade_updated', 'first', async (payload, eventId) => void received.push(['first', payload, eventId]))
    one.outbox.on('trading.trade_updated', 'second', async (payload, eventId) => void received.push(['second', payload, eventId]))
    one.outbox.on('payments.deposit_updated', 'first', async () => void received.push('another event'))
    const payload = trade()
    await emit(one, payload)
    await one.jobs.drain()
    await one.jobs.drain()
    expect(received.sort()).toEqual([
      ['first', payload, expect.any(String)],
      ['second', payload, expect.any(String)],
    ])
  })

  it('delivers no event that was rolled back', async () => {
    const one = bus()
    const received: unknown[] = []
    one.outbox.on('trading.trade_updated', 'first', async (payload) => void received.push(payload))
    const accountId = newId()
    const rolledBack = inTransaction(database.db, async (tx) => {
      await one.outbox.emit(tx, 'trading.trade_updated', trade(accountId))
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await one.jobs.drain()
    expect(received).toEqual([])
    expect(await recentEvents(database.db, { withinMs: 60_000, accountIds: [accountId] })).toEqual([])
  })

  it('delivers again to a subscriber that failed, and not to the others', async () => {
    const one = bus()
    const received: string[] = []
    one.outbox.on('trading.trade_updated', 'steady', async () => void received.push('steady'))
    one.outbox.on('trading.trade_updated', 'failing', async () => {
      received.push('failing')
      if (received.filter((name) => name === 'failing').length === 1) throw new Error('once')
    })
    await emit(one)
    await one.jobs.drain()
    one.clock.advance(1_000)
    await one.jobs.drain()
    expect(received.sort()).toEqual(['failing', 'failing', 'steady'])
  })

  it('an event of one process is handled by another', async () => {
    const web = bus()
    const elsewhere = bus()
    const received: unknown[] = []
    for (const { outbox } of [web, elsewhere])
      outbox.on('trading.trade_updated', 'first', async (payload) => void received.push([outbox === elsewhere.outbox, payload]))
    const payload = trade()
    await emit(web, payload)
    await elsewhere.jobs.drain()
    await web.jobs.drain()
    expect(received).toEqual([[true, payload]])
  })
})

describe('recent events', () => {
  it("are the account's and those of no account, oldest first, of the last moments", async () => {
    const one = bus()
    const mine = newId()
    const first = trade(mine)
    await emit(one, first)
    await emit(one)
    await inTransaction(database.db, (tx) => one.outbox.emit(tx, 'pricing.price_updated', { pair: 'BTCUSDT' }))
    await emit(one, trade(mine))
    await sql`UPDATE platform.event SET at = at - interval '11 seconds' WHERE payload ->> 'tradeId' = ${first.tradeId}`.execute(database.db)
    const last = trade(mine)
    await emit(one, last)
    const events = await recentEvents(database.db, { withinMs: 10_000, accountIds: [mine] })
    expect(events.map(({ type, accountId: account_id }) => [type, account_id])).toEqual([
      ['pricing.price_updated', null],
      ['trading.trade_updated', mine],
      ['trading.trade_updated', mine],
    ])
    expect(events.at(-1)?.payload).toEqual(last)
  })

  it('are the newest when there are too many', async () => {
    const one = bus()
    await sql`INSERT INTO platform.event (id, type, payload, at)
      SELECT gen_random_uuid(), 'pricing.price_updated', '{"pair":"old"}', now() - interval '1 second' FROM generate_series(1, 1200)`.execute(
      database.db,
    )
    await inTransaction(database.db, (tx) => one.outbox.emit(tx, 'pricing.price_updated', { pair: 'COPUSDT' }))
    const events = await recentEvents(database.db, { withinMs: 10_000, accountIds: [] })
    expect(events).toHaveLength(1_000)
    expect(events.at(-1)?.payload).toEqual({ pair: 'COPUSDT' })
  })
})
