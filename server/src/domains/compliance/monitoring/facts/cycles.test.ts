/** Search for cycles over the real database: it finds all that an exhaustive search finds, except what its bounds omit. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from '../testing.ts'
import { addressOf, depositTokens, withdrawTokens } from '../tokens.testing.ts'
import { cycles } from './cycles.ts'
import type { Hop } from './hops.ts'

const HOUR_MS = 3_600_000
const MILLION = 100_000_000n
let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

const hoursAgo = (hours: number) => new Date(test.platform.clock.now().getTime() - hours * HOUR_MS)
const send = (from: string, to: string, hours: number, amount = MILLION) =>
  withdrawTokens(test.database.owner, { accountId: from, amount, at: hoursAgo(hours) }, { receiverId: to })
const cyclesOf = async (...ids: string[]) => {
  const now = test.platform.clock.now()
  return cycles(
    test.database.db,
    ids.map((accountId) => ({ accountId, now, until: null })),
  )
}
const waysOf = (found: readonly { outId: string; inId: string; through: readonly string[] }[] = []) =>
  found.map(({ outId, inId, through }) => [outId, ...through, inId].join(' ')).sort()

/** Pseudo-random numbers, reproducible by the seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Exhaustive search. */
function everyCycle(start: string, hops: readonly Hop[]): string[] {
  const found: string[] = []
  const fits = (hop: Hop, first: Hop) =>
    hop.value * 100n >= first.value * 80n &&
    hop.value * 100n <= first.value * 120n &&
    hop.outAt.getTime() <= first.outAt.getTime() + 60 * DAY_MS
  const walk = (path: readonly [Hop, ...Hop[]]) => {
    const [first, last] = [path[0], path.at(-1) ?? path[0]]
    for (const hop of hops) {
      if (hop.from !== last.to || hop.outAt < last.inAt || !fits(hop, first)) continue
      if (hop.to === start) found.push([first.outId, ...path.map(({ to }) => to), hop.inId].join(' '))
      else if (path.length < 4 && !path.some(({ to }) => to === hop.to)) walk([...path, hop])
    }
  }
  for (const hop of hops) if (hop.from === start) walk([hop])
  return found.sort()
}

it('ADM-13 the search for cycles finds every cycle of two to five hops that an exhaustive search finds', async () => {
  const random = seeded(20261126)
  const [people, hops] = [Array.from({ length: 14 }, () => newId()), [] as Hop[]]
  const anybody = () => people[Math.floor(random() * people.length)] ?? ''
  for (let count = 0; count < 90; count++) {
    const [from, to, hours, value] = [
      anybody(),
      anybody(),
      10 + Math.floor(random() * 900),
      BigInt(Math.round(900 + random() * 250)) * 100_000n,
    ]
    if (from === to) continue
    const outAt = hoursAgo(hours)
    if (random() < 0.7) {
      const id = await send(from, to, hours, value)
      hops.push({ from, to, outId: id, inId: id, outAt, inAt: outAt, value })
      continue
    }
    const [place, later] = [addressOf(newId()), hours - random() * 9]
    const outId = await withdrawTokens(test.database.owner, { accountId: from, amount: value, at: outAt }, { to: place })
    const inId = await depositTokens(test.database.owner, { accountId: to, amount: (value * 96n) / 100n, at: hoursAgo(later) }, place)
    hops.push({ from, to, outId, inId, outAt, inAt: hoursAgo(later), value })
  }
  const wanted = people.map((id) => everyCycle(id, hops))
  const lengths = new Set(wanted.flat().map((way) => way.split(' ').length - 1))
  expect([...lengths].sort()).toEqual([2, 3, 4, 5])
  expect((await cyclesOf(...people)).map(waysOf)).toEqual(wanted)
  for (const [place, id] of people.entries()) expect(waysOf((await cyclesOf(id))[0]), id).toEqual(wanted[place])
})

/** Internal transfers to as many other customers. */
const sendOften = (from: string, times: number, hours: number, amount: bigint) =>
  sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, receiver_id, asset, amount, fee, value_cop,
      sanctions, review_reasons, seal, state, send_after, try_at, created_at, ended_at)
    SELECT gen_random_uuid(), ${from}, 'x', (SELECT min(id::text)::uuid FROM crypto.saved_address), 'x', 'x', gen_random_uuid(), 'USDT', ${amount}, 0,
      ${amount}, 'clear', '{}', 'x', 'CONFIRMED', at, at, at, at
    FROM generate_series(1, ${times}::integer) n, LATERAL (SELECT ${hoursAgo(hours)}::timestamptz + n * interval '1 second' AS at) AS sent`.execute(
    test.database.owner,
  )

it('ADM-13 a cycle cannot be hidden behind small movements, nor behind many of the same amount that went to others', async () => {
  const [one, second, third, fourth, fifth] = Array.from({ length: 5 }, () => newId()) as [string, string, string, string, string]
  await send(one, second, 100)
  await sendOften(second, 60, 95, MILLION)
  await sendOften(second, 1_500, 94, 1_000_000n)
  await send(second, third, 80)
  await sendOften(third, 60, 79, MILLION)
  await send(third, fourth, 60)
  await send(fourth, fifth, 40)
  const inId = await send(fifth, one, 20)
  expect((await cyclesOf(one))[0]).toMatchObject([{ inId, through: [second, third, fourth, fifth] }])
})

it('ADM-13 the search for cycles reads a bounded number of movements of a customer, and neighbours are searched as usual', async () => {
  const [merchant, one, other, apart] = Array.from({ length: 4 }, () => newId()) as [string, string, string, string]
  await send(one, merchant, 500)
  await send(merchant, other, 490)
  // More than are read for an intermediate customer.
  await sendOften(merchant, 2_001, 480, MILLION)
  await send(other, one, 400)
  await send(apart, other, 300)
  const inId = await send(other, apart, 200)
  const [hidden, found] = await cyclesOf(one, apart)
  expect(found).toMatchObject([{ inId, through: [other] }])
  // The hop out of the merchant is the last but one, so it is found from there, whatever else the merchant sent.
  expect(hidden).toMatchObject([{ through: [merchant, other] }])
})

it('ADM-13 the search for cycles takes the nearest payments of an address that pays very many', async () => {
  const [one, other, place] = [newId(), newId(), addressOf(newId())]
  const { owner } = test.database
  await withdrawTokens(owner, { accountId: one, amount: MILLION, at: hoursAgo(90) }, { to: place })
  for (let count = 0; count < 60; count++) {
    await depositTokens(owner, { accountId: newId(), amount: MILLION, at: hoursAgo(91 + count) }, place)
    await depositTokens(owner, { accountId: newId(), amount: MILLION, at: hoursAgo(70 - count / 60) }, place)
  }
  await depositTokens(owner, { accountId: other, amount: MILLION, at: hoursAgo(80) }, place)
  const inId = await send(other, one, 50)
  expect((await cyclesOf(one))[0]).toMatchObject([{ inId, through: [other] }])
})
