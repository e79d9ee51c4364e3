import { readFileSync } from 'node:fs'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, type Posting } from './buckets.ts'
import { netOf, totalsOf } from './totals.ts'

const RATE = 10n ** 8n
const posting = (over: Partial<Posting>): Posting => ({
  id: 'posting',
  ref: 'operation',
  code: 'crypto.deposit',
  isReversal: false,
  asset: 'USDT',
  amount: 1_000_000n,
  counterAsset: null,
  copRate: 4_000n * RATE,
  btcRate: 100_000n * RATE,
  ...over,
})
/** Codes of the chart of accounts that post to a customer. */
const CHART = readFileSync(new URL('../../../../../../docs/chart-of-accounts.md', import.meta.url), 'utf8')
const CUSTOMER_CODES = CHART.split('\n')
  .map((line) => /^\| `([a-z_.]+)` \|([^|]*)\|/.exec(line))
  .flatMap((match) =>
    match?.[1] && match[2]?.includes('customer') && match[2].includes('→') && !match[2].includes('hold') ? [match[1]] : [],
  )

describe('CARF buckets of postings', () => {
  it('has a bucket for every code that posts crypto-assets to a customer by the chart of accounts', () => {
    const codes = CUSTOMER_CODES.filter((code) => !code.startsWith('payments.'))
    expect(codes).toEqual(expect.arrayContaining(['crypto.deposit', 'crypto.inside', 'trading.sold', 'trading.bought']))
    for (const code of codes)
      for (const amount of [1n, -1n]) expect(bucketOf(posting({ code, amount, counterAsset: 'COP' })), code).not.toBe('unknown')
  })

  it('reports an exchange against pesos with the pesos of its other side, and one of two crypto-assets on both sides', () => {
    const totals = totalsOf([
      posting({ ref: 'buy', code: 'trading.sold', asset: 'COP', amount: -400_050n, counterAsset: 'USDT' }),
      posting({ ref: 'buy', code: 'trading.bought', amount: 990_000n, counterAsset: 'COP' }),
      posting({ ref: 'swap', code: 'trading.sold', amount: -500_000n, counterAsset: 'BTC' }),
      posting({ ref: 'swap', code: 'trading.bought', asset: 'BTC', amount: 500n, counterAsset: 'USDT' }),
    ])
    const found = totals.map(({ asset, bucket, transactions, units, cents }) => [asset, bucket, transactions, units, cents])
    expect(found).toEqual([
      ['BTC', 'cryptoIn', 1, 500n, 200_000n],
      ['COP', 'pesos', 0, -400_050n, -400_050n],
      ['USDT', 'cryptoOut', 1, 500_000n, 200_000n],
      ['USDT', 'fiatIn', 1, 990_000n, 400_050n],
    ])
  })

  it('counts an operation that was undone neither as units, nor as pesos, nor as a transaction', () => {
    const totals = totalsOf([
      posting({ ref: 'kept', id: 'a' }),
      posting({ ref: 'undone', id: 'b' }),
      posting({ ref: 'undone', id: 'c', code: 'crypto.deposit_reversed', amount: -1_000_000n, copRate: 5_000n * RATE }),
      posting({ ref: 'sent', id: 'd', code: 'crypto.inside', amount: -3n }),
      posting({ ref: 'sent', id: 'e', code: 'crypto.inside', amount: 3n, isReversal: true }),
    ])
    expect(totals).toEqual([
      { asset: 'USDT', bucket: 'transferInUnknown', transactions: 1, units: 1_000_000n, cents: 400_000n },
      { asset: 'USDT', bucket: 'transferOutOther', transactions: 0, units: 0n, cents: 0n },
    ])
  })

  it('equals the ledger to the base unit for any postings, each of which is in exactly one total', () => {
    const one = fc.record({
      id: fc.uuid(),
      ref: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
      code: fc.constantFrom(...CUSTOMER_CODES, 'made.up'),
      isReversal: fc.boolean(),
      asset: fc.constantFrom<AssetCode>(...ASSET_CODES),
      amount: fc.bigInt(-(10n ** 20n), 10n ** 20n).filter((amount) => amount !== 0n),
      counterAsset: fc.option(fc.constantFrom<AssetCode>(...ASSET_CODES)),
      copRate: fc.option(fc.bigInt(1n, 10n ** 13n)),
      btcRate: fc.option(fc.bigInt(1n, 10n ** 14n)),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), (postings) => {
        const totals = totalsOf(postings)
        for (const asset of ASSET_CODES) {
          const own = postings.filter((posted) => posted.asset === asset)
          expect(netOf(totals, asset)).toBe(own.reduce((sum, { amount }) => sum + amount, 0n))
          const buckets = new Set(own.map((posted) => bucketOf(posted)))
          expect(new Set(totals.filter((total) => total.asset === asset).map(({ bucket }) => bucket))).toEqual(buckets)
        }
      }),
    )
  })
})
