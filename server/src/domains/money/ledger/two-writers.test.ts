/**
 * Two writers without a lease: the position of the head is the fence, and it needs no clock (docs/decisions/0002-ledger-posting.md). Here a
 * writer is stopped in the middle of its batch, before or after the database receives it, and clocks show arbitrary times.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { seededRandom } from '../../../../../dev/testing/random.ts'
import { type OpenDatabase, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { type Account, createLedger, customerAccount, type Ledger, type Leg, systemAccount } from './index.ts'
import { type DroppingProxy, droppingProxy } from './testing/dropping-proxy.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { ENDURANCE_TIMEOUT_MS, sized } from './testing/sizes.ts'

const log = createLog({ level: 'error', pretty: false })
const bank = systemAccount('bank', 'COP')
const YEAR_MS = 365 * 86_400_000
let random = seededRandom('clock before the tests')
/** A clock that shows another time at every read, up to ten years off in either direction. */
const wildClock: Clock = { now: () => new Date(Date.now() + (random() - 0.5) * 20 * YEAR_MS) }
let database: TestDatabase
let proxy: DroppingProxy
let behind: OpenDatabase
let stopped: Ledger
let other: Ledger

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await droppingProxy(database.connection)
  behind = openDatabase(proxy.connection)
  stopped = createLedger({ db: behind.db, clock: wildClock, log, ...TEST_KEYS })
  other = createLedger({ db: database.db, clock: wildClock, log, ...TEST_KEYS })
})
beforeEach(({ task }) => {
  random = seededRandom(task.name)
})
afterAll(async () => {
  proxy.thaw()
  await behind.close()
  await proxy.close()
  await database.drop()
})

const move = (debit: Account, credit: Account, amount: bigint): Leg => ({
  ...{ kind: 'post', id: newId(), debit, credit, amount, code: 'test.move' },
})
const codeOf = async (ledger: Ledger, leg: Leg) => {
  const result = await ledger.post([leg])
  return result.outcome === 'refused' ? result.refusal.code : result.outcome
}

describe('two writers', () => {
  it.each(['requests', 'answers'] as const)(
    'R2 one stopped in the middle of a batch by its %s, with clocks that jump: no fork, no posting twice',
    {
      timeout: ENDURANCE_TIMEOUT_MS,
    },
    async (side) => {
      let tookOver = 0
      for (let round = 0; round < sized(10, 1_000); round++) {
        const account = customerAccount(newId(), 'COP')
        // Its cache is warm and it assumes that it is the only writer: the next batch is sent without a read.
        await stopped.post([move(bank, account, 100n)])
        await stopped.post([move(bank, account, 1n)])
        const spendAll = move(account, bank, 101n)
        proxy.freeze(side)
        const late = codeOf(stopped, spendAll)
        // Counted by its answers: the database may have received the batch already.
        const taken = await codeOf(other, move(account, bank, 60n))
        const copy = await codeOf(other, spendAll)
        proxy.thaw()
        const outcomes = [await late, copy]
        if (taken === 'posted') {
          tookOver++
          expect(outcomes).toEqual(['ledger.insufficient_funds', 'ledger.insufficient_funds'])
        } else expect(outcomes.sort()).toEqual(['exists', 'posted'])
        expect((await other.balance(account)).posted).toBe(taken === 'posted' ? 41n : 0n)
      }
      if (side === 'requests') expect(tookOver).toBeGreaterThan(0)
      const { rows } = await database.pool.query(`SELECT count(*) AS batches, count(DISTINCT previous) AS links, max(seq) AS last,
      count(*) FILTER (WHERE recorded_at < before) AS backwards
      FROM (SELECT *, lag(recorded_at) OVER (ORDER BY seq) AS before FROM ledger.batch) AS batch`)
      const { batches, links, last, backwards } = rows[0]
      expect([batches, links, backwards]).toEqual([last, last, 0n])
      expect((await other.verify()).faults).toEqual([])
    },
  )
})
