/** Random histories, run on the ledger and on a small model of it; after every step both must give the same result. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { idOf, newId } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { type Account, createLedger, customerAccount, type Ledger, type Leg, systemAccount } from './index.ts'
import { TEST_KEYS } from './testing/keys.ts'
import { ModelLedger } from './testing/model-ledger.ts'
import { ENDURANCE_TIMEOUT_MS, sized } from './testing/sizes.ts'

const log = createLog({ level: 'error', pretty: false })
const STEPS_PER_RUN = 40
let database: TestDatabase
let writers: Ledger[]

beforeAll(async () => {
  database = await createTestDatabase()
  writers = [0, 1].map(() => createLedger({ db: database.db, clock: systemClock, log, ...TEST_KEYS }))
})
afterAll(() => database.drop())

interface Step {
  readonly legs: readonly LegPlan[]
  /** Writer, and whether it posts within a transaction. */
  readonly by: 'first' | 'second' | 'within'
  /** Use the ids of an earlier request: the same request again, or another one under its ids. */
  readonly repeat: 'no' | 'same' | 'changed'
  readonly pick: number
}
interface LegPlan {
  readonly kind: Leg['kind']
  readonly from: number
  readonly to: number
  readonly amount: bigint
  readonly isWhole: boolean
  readonly pick: number
}

const legPlan: fc.Arbitrary<LegPlan> = fc.record({
  kind: fc.constantFrom<Leg['kind']>('post', 'post', 'hold', 'hold', 'settle', 'settle', 'release', 'reverse'),
  from: fc.nat(4),
  to: fc.nat(4),
  amount: fc.oneof(fc.bigInt(1n, 40n), fc.bigInt(1n, 10n ** 30n)),
  isWhole: fc.boolean(),
  pick: fc.nat(),
})
const step: fc.Arbitrary<Step> = fc.record({
  legs: fc.array(legPlan, { minLength: 1, maxLength: 3 }),
  by: fc.constantFrom<Step['by']>('first', 'second', 'within'),
  repeat: fc.constantFrom<Step['repeat']>('no', 'no', 'no', 'no', 'same', 'changed'),
  pick: fc.nat(),
})

/** One random history on accounts of its own, so that runs do not affect each other. */
class History {
  readonly model = new ModelLedger()
  readonly #accounts: Account[]
  readonly #requests: (readonly Leg[])[] = []
  readonly #run = newId()
  #ids = 0

  constructor() {
    this.#accounts = [
      ...[0, 1, 2].map(() => customerAccount(newId(), 'COP')),
      ...[0, 1].map(() => systemAccount(`world:${newId()}`, 'COP')),
    ]
    for (const { id, floor } of this.#accounts) this.model.accounts.set(id, { floor, posted: 0n, held: 0n, version: 0n })
  }

  async take(step: Step): Promise<void> {
    const legs = this.#legsOf(step)
    expect(await this.#post(legs, step.by)).toBe(this.model.post(legs))
    this.#requests.push(legs)
    await this.#compare()
  }

  #legsOf({ legs, repeat, pick }: Step): readonly Leg[] {
    const earlier = this.#requests[pick % Math.max(1, this.#requests.length)]
    if (repeat === 'same' && earlier) return earlier
    if (repeat === 'no' || !earlier) return legs.map((plan) => this.#leg(plan, this.#nextId()))
    return earlier.map(({ id }, index) => this.#leg(legs[index % legs.length] ?? legs[0] ?? fallback, id))
  }

  #leg({ kind, from, to, amount, isWhole, pick }: LegPlan, id: string): Leg {
    const [debit, credit] = this.#pair(from, to)
    const base = { id, code: 'test.model' }
    const part = isWhole ? undefined : amount
    const holds = [...this.model.holds.keys()]
    const holdId = holds[pick % Math.max(1, holds.length)] ?? newId()
    const holder = this.model.holds.get(holdId)?.account
    const transfers = [...this.model.transfers.keys()]
    switch (kind) {
      case 'post':
        return { ...base, kind, debit, credit, amount }
      case 'hold':
        return { ...base, kind, account: debit, amount }
      case 'settle':
        return { ...base, kind, holdId, credit: credit.id === holder ? debit : credit, amount: part }
      case 'release':
        return { ...base, kind, holdId, amount: part }
      case 'reverse':
        return { ...base, kind, transferId: transfers[pick % Math.max(1, transfers.length)] ?? newId() }
    }
  }

  #pair(from: number, to: number): [Account, Account] {
    const debit = this.#accounts[from]
    const credit = this.#accounts[to === from ? (to + 1) % this.#accounts.length : to]
    if (!debit || !credit) throw new Error('no such account')
    return [debit, credit]
  }

  #nextId(): string {
    return idOf(this.#run, String(this.#ids++))
  }

  async #post(legs: readonly Leg[], by: Step['by']): Promise<string> {
    const [first, second] = writers
    if (!first || !second) throw new Error('no writers')
    if (by === 'within') {
      const posting = inTransaction(database.db, (tx) => first.postWithin(tx, legs))
      return posting.then(
        ({ outcome }) => outcome,
        (error) => (error instanceof Refused ? error.refusal.code : Promise.reject(error)),
      )
    }
    const result = await (by === 'first' ? first : second).post(legs)
    return result.outcome === 'refused' ? result.refusal.code : result.outcome
  }

  /** Sum zero, floors and open holds follow from equality with the model, which is checked for them here. */
  async #compare(): Promise<void> {
    const ids = this.#accounts.map(({ id }) => id)
    const stored = await database.pool.query('SELECT id, posted, held, version FROM ledger.account WHERE id = ANY($1)', [ids])
    const real = new Map(stored.rows.map(({ id, posted, held, version }) => [id, { posted, held, version }]))
    let sum = 0n
    for (const [id, { floor, posted, held, version }] of this.model.accounts) {
      expect(real.get(id) ?? { posted: 0n, held: 0n, version: 0n }).toEqual({ posted, held, version })
      const open = [...this.model.holds.values()].filter(({ account }) => account === id)
      expect(open.reduce((total, { left }) => total + left, 0n)).toBe(held)
      if (floor !== null) expect(posted - held).toBeGreaterThanOrEqual(floor)
      sum += posted
    }
    expect(sum).toBe(0n)
  }
}
const fallback: LegPlan = { kind: 'hold', from: 0, to: 1, amount: 1n, isWhole: true, pick: 0 }

it('MON-10 R4 random histories: every outcome and balance equals the model’s, and all rows verify', {
  timeout: ENDURANCE_TIMEOUT_MS,
}, async () => {
  const commands = sized(1_000, 1_000_000)
  const lanes = sized(1, 20)
  const steps = fc.array(step, { minLength: STEPS_PER_RUN, maxLength: STEPS_PER_RUN, size: 'max' })
  const history = fc.asyncProperty(steps, async (taken) => {
    const run = new History()
    for (const one of taken) await run.take(one)
  })
  // Lanes share the writers' batches: faster, and the histories must not disturb each other. Each lane has a seed and histories of its own.
  const numRuns = commands / STEPS_PER_RUN / lanes
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => fc.assert(history, { numRuns, endOnFailure: true, seed: inject('testSeed') + lane })),
  )
  const { faults, transfers } = await (writers[0]?.verify() ?? Promise.reject(new Error('no writer')))
  expect(faults).toEqual([])
  expect(transfers).toBeGreaterThan(commands / 10)
})
