/**
 * Readings of the payouts provider's balance: their proof, and the answer of the comparison while none agrees. The test sets the provider's
 * balance.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { payoutSnapshot } from '../payments/payout-snapshot.ts'
import { isSettled, READINGS_MAX } from '../payments/payout-snapshot-rules.ts'
import { ProviderUnreachable } from '../payments/providers/http.ts'
import { type PaymentsTest, startPaymentsTest } from '../payments/testing.ts'
import { payoutFigures } from './comparisons.ts'

describe('R5 readings of the payouts balance', () => {
  const seen = { left: 0n, moved: 0, fits: 1, differed: null }

  it('are conclusive when one fits and nothing moved, or when all of a pass fit by the moved payouts', () => {
    expect(isSettled(seen)).toBe(true)
    expect(isSettled({ ...seen, moved: 2 })).toBe(false)
    expect(isSettled({ ...seen, moved: 2, fits: READINGS_MAX - 1 })).toBe(false)
    expect(isSettled({ ...seen, moved: 2, fits: READINGS_MAX })).toBe(true)
  })

  it('confirm a difference when two consecutive ones agree', () => {
    expect(isSettled({ ...seen, left: 100n, fits: 0 })).toBe(false)
    expect(isSettled({ ...seen, left: 100n, fits: 0, differed: 250n })).toBe(false)
    expect(isSettled({ ...seen, left: 100n, fits: 0, differed: 100n })).toBe(true)
    expect(isSettled({ ...seen, left: 100n, moved: 3, fits: 0, differed: 100n })).toBe(true)
  })

  it('are inconclusive when more payouts moved than can be distinguished', () => {
    expect(isSettled({ left: null, moved: 13, fits: 0, differed: null })).toBe(false)
  })
})

describe('R5 a consistent snapshot of the ledger and the payouts provider', () => {
  let test: PaymentsTest
  beforeAll(async () => {
    test = await startPaymentsTest()
  })
  afterAll(() => test.stop())

  /** The balance is one of these at each reading, the last one from then on. */
  function cutOf(balances: readonly bigint[]) {
    const { platform, ledger } = test
    let reading = 0
    const balance = async () => balances[Math.min(reading++, balances.length - 1)] ?? 0n
    const payouts = { balance, ofReference: async () => [] } as never
    const fundsAtProvider = payoutSnapshot({ clock: platform.clock, db: platform.db, log: platform.log, ledger, payouts })
    return { fundsAtProvider, figures: () => payoutFigures({ payments: { fundsAtProvider } as never }), readings: () => reading }
  }

  it('is refused while each reading shows another difference, so that nothing is decided and it is asked again', async () => {
    const { fundsAtProvider, figures, readings } = cutOf([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n])
    await expect(fundsAtProvider()).rejects.toThrow(ProviderUnreachable)
    expect(readings()).toBe(READINGS_MAX)
    await expect(figures()).rejects.toThrow('payouts move so much')
  })

  it('is refused when only the last reading differs, and shows the difference in the next pass, when two readings agree', async () => {
    const { figures } = cutOf([1n, 2n, 1n, 2n, 350_000n])
    await expect(figures()).rejects.toThrow(ProviderUnreachable)
    expect(await figures()).toEqual([expect.objectContaining({ check: 'provider.payouts', expected: 0n, actual: 350_000n })])
  })

  const OF_LARGE = { amountCop: 2_500_000n, feeCop: 7_000n, gmfCop: 0n }
  const OF_SMALL = { amountCop: 1_000_000n, feeCop: 7_000n, gmfCop: 0n }
  const sumOf = ({ amountCop, feeCop, gmfCop }: typeof OF_LARGE) => amountCop + feeCop + gmfCop

  /** Creates pending withdrawals of these amounts at the provider; returns their ids. */
  async function payoutsInFlight(amounts: readonly bigint[]): Promise<string[]> {
    const { id, account } = await test.customer({ level: 3, pesos: 20_000_000n })
    const ids: string[] = []
    for (const amount of amounts) {
      const { body } = await test.call(id, 'POST', '/payment/withdraw', { account, amount: String(amount / 100n) }, newId())
      ids.push(body.transactionId)
    }
    await test.database.pool.query("UPDATE payments.withdrawal SET state = 'PROCESSING' WHERE id = ANY($1)", [ids])
    return ids
  }
  /** Provider that returns payouts while its balance is read, as often as `returns` lists. */
  function cutWhileReturned(costs: ReadonlyMap<string, typeof OF_LARGE>, returns: readonly (readonly string[])[], lost: () => bigint) {
    const { platform, ledger } = test
    const failed = new Set<string>()
    let reading = 0
    const balance = async () => {
      for (const id of returns[reading++] ?? []) failed.add(id)
      const open = [...costs].filter(([id]) => !failed.has(id))
      return open.reduce((rest, [, cost]) => rest - sumOf(cost), 0n) - lost()
    }
    const ofReference = async ({ reference }: { reference: string }) => [
      { ...costs.get(reference), state: failed.has(reference) ? 'failed' : 'open' },
    ]
    const fundsAtProvider = payoutSnapshot({
      ...{ clock: platform.clock, db: platform.db, log: platform.log, ledger },
      payouts: { balance, ofReference } as never,
    })
    return () => payoutFigures({ payments: { fundsAtProvider } as never })
  }

  it('treats payouts that were returned between two readings, and are in none of its answers yet, as no difference', async () => {
    const [first = '', large = '', small = ''] = await payoutsInFlight([1_000_000n, 2_500_000n, 1_000_000n])
    const costs = new Map([first, large, small].map((id) => [id, id === large ? OF_LARGE : OF_SMALL]))
    let lost = 0n
    // The first one makes it ask for all again; the two others are returned after that, and both later readings agree about them.
    const figures = cutWhileReturned(costs, [[first], [large, small]], () => lost)
    const [figure] = await figures()
    expect((figure?.expected ?? 0n) - (figure?.actual ?? 0n)).toBe(0n)
    lost = 1n
    const [later] = await figures()
    expect((later?.expected ?? 0n) - (later?.actual ?? 0n)).toBe(1n)
  })

  it('reports immediately that the balance fits', async () => {
    const { figures, readings } = cutOf([0n])
    expect(await figures()).toEqual([expect.objectContaining({ expected: 0n, actual: 0n })])
    expect(readings()).toBe(1)
  })
})
