/** R11 on random histories: what one officer approves alone within a day stays below the threshold, and what two approve leaves. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const THRESHOLD = 40_000_000
const DAY_MS = 24 * 3_600_000
const REASON = 'Hablé con el cliente y revisé el origen.'

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest({ WITHDRAWAL_TWO_OFFICERS_COP: String(THRESHOLD), WITHDRAWAL_IN_AND_OUT_COP: '5000000' })
})
afterAll(() => test.stop())

interface Pieces {
  readonly customers: readonly { readonly id: string; readonly account: string }[]
  readonly officers: readonly string[]
  readonly ids: string[]
  readonly requests: { readonly id: string; readonly maker: string; readonly ids: readonly string[] }[]
}
type Step = (pieces: Pieces) => Promise<void>

const decide = (officer: string, withdrawalIds: readonly string[], decision: string) =>
  test.call(officer, 'POST', '/payment/administrative/withdrawals/decide', { withdrawalIds, decision, reason: REASON })
const rows = async (ids: readonly string[]) =>
  (
    await sql<{
      id: string
      state: string
      accountId: string
      amount: bigint
      cause: string | null
      makerId: string | null
      checkerId: string | null
    }>`
      SELECT id, state, account_id AS "accountId", amount, review_cause AS cause, maker_id AS "makerId", checker_id AS "checkerId"
      FROM payments.withdrawal WHERE id = ANY(${ids}::uuid[]) ORDER BY created_at, id`.execute(test.platform.db)
  ).rows
const inState = async (ids: readonly string[], state: string) => (await rows(ids)).filter((row) => row.state === state).map(({ id }) => id)
const at = <Item>(list: readonly Item[], place: number): Item => list[place % list.length] as Item

async function approveSome({ officers, ids, requests }: Pieces, officer: number, chosen: readonly string[]): Promise<void> {
  const maker = at(officers, officer)
  const answer = await decide(maker, chosen, 'approve')
  if (answer.status === 202) requests.push({ id: answer.body.approvalRequestId, maker, ids: chosen })
  expect([200, 202, 409]).toContain(answer.status)
  expect(ids).toEqual(expect.arrayContaining([...chosen]))
}

const place = fc.nat({ max: 11 })
const steps: fc.Arbitrary<Step>[] = [
  fc.tuple(place, fc.integer({ min: 10_000, max: 39_999_999 })).map(([who, amount]) => async ({ customers, ids }: Pieces) => {
    const { id, account } = at(customers, who)
    const answer = await test.call(id, 'POST', '/payment/withdraw', { account, amount: String(amount) }, newId())
    expect(answer.status).toBe(200)
    ids.push(answer.body.transactionId)
  }),
  fc.tuple(place, place).map(([officer, which]) => async ({ officers, ids }: Pieces) => {
    const held = await inState(ids, 'HELD')
    if (held.length > 0) expect([200, 409]).toContain((await decide(at(officers, officer), [at(held, which)], 'hold')).status)
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 4 })).map(([officer, count]) => async (pieces: Pieces) => {
    const waiting = (await inState(pieces.ids, 'IN_REVIEW')).slice(0, count)
    if (waiting.length > 0) await approveSome(pieces, officer, waiting)
  }),
  // Two concurrent calls of one officer.
  place.map((officer) => async (pieces: Pieces) => {
    const [one, other] = await inState(pieces.ids, 'IN_REVIEW')
    if (one && other) await Promise.all([one, other].map((id) => approveSome(pieces, officer, [id])))
  }),
  place.map((officer) => async ({ officers, requests }: Pieces) => {
    const request = requests.pop()
    const checker = at(officers, officer)
    if (!request || checker === request.maker) return
    const note = { note: REASON }
    const answer = await test.call(checker, 'POST', `/api/administrative/approvals/${request.id}/approve`, note)
    if (answer.status === 200) for (const { state } of await rows(request.ids)) expect(state).not.toBe('IN_REVIEW')
    else expect(['approvals.facts_changed', 'approvals.not_waiting']).toContain(answer.code)
  }),
  fc.integer({ min: 1, max: 13 }).map((hours) => async () => {
    test.platform.clock.advance(hours * 3_600_000)
  }),
]

/** The largest sum of any day that begins with one of them. */
function mostOfADay(given: readonly { readonly at: Date; readonly amount: bigint }[]): bigint {
  const sums = given.map(({ at: from }) =>
    given.filter(({ at: when }) => when >= from && when.getTime() - from.getTime() < DAY_MS).reduce((sum, { amount }) => sum + amount, 0n),
  )
  return sums.reduce((most, sum) => (sum > most ? sum : most), 0n)
}

async function releaseAlone(ids: readonly string[]): Promise<{ at: Date; amount: bigint; makerId: string; accountId: string }[]> {
  const found = await sql<{ at: Date; amount: bigint; makerId: string; accountId: string }>`SELECT max(step.at) AS at, amount,
      maker_id AS "makerId", account_id AS "accountId"
    FROM payments.withdrawal JOIN payments.state_history AS step ON step.subject_id = withdrawal.id::text AND step.from_state = 'IN_REVIEW'
      AND step.to_state = 'HELD'
    WHERE withdrawal.id = ANY(${ids}::uuid[]) AND maker_id IS NOT NULL AND checker_id IS NULL
    GROUP BY withdrawal.id`.execute(test.platform.db)
  return found.rows
}

it('R11 no more than the threshold leaves within a day by one officer alone, or of one customer', async () => {
  const history = fc.array(fc.oneof(...steps), { minLength: 8, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const customers = [await test.customer({ level: 3, pesos: 2_000_000_000n }), await test.customer({ level: 3, pesos: 2_000_000_000n })]
      const pieces: Pieces = { customers, officers: [newOfficer(), newOfficer(), newOfficer()], ids: [], requests: [] }
      for (const step of given) await step(pieces)
      const alone = await releaseAlone(pieces.ids)
      for (const key of ['makerId', 'accountId'] as const)
        for (const one of new Set(alone.map((row) => row[key])))
          expect(mostOfADay(alone.filter((row) => row[key] === one))).toBeLessThan(BigInt(THRESHOLD) * 100n)
    }),
    // Shrinking a history of calls takes minutes.
    { numRuns: 12, endOnFailure: true },
  )
}, 90_000)
