/** ADM-15 Browser check of a proof of reserves, over a tree of three leaves built here by hand. */
import { createHash } from 'node:crypto'
import type { PublishedClosing, ReservesProof } from '@tunjo/contract/closings'
import { expect, it } from 'vitest'
import { checkProof, isProved } from './check-proof.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const cop = (COP: string) => ({ COP, BTC: '0', USDT: '0' })
const [ACCOUNT, NONCE] = ['0198f000-0000-7000-8000-000000000001', 'a'.repeat(64)]
const leaf = hash(`tunjo reserves leaf 1|2026-11-26|${ACCOUNT}|${NONCE}|COP=100,BTC=0,USDT=0`)
const [neighbour, other] = [hash('neighbour'), hash('other')]
const below = hash(`tunjo reserves node 1|${neighbour}|COP=50,BTC=0,USDT=0|${leaf}|COP=100,BTC=0,USDT=0`)
const root = hash(`tunjo reserves node 1|${below}|COP=150,BTC=0,USDT=0|${other}|COP=7,BTC=0,USDT=0`)
const PROOF: ReservesProof = {
  ...{ day: '2026-11-26', account: ACCOUNT, nonce: NONCE, balance: cop('100'), leaf, root, totals: cop('157') },
  path: [
    { side: 'left', hash: neighbour, sums: cop('50') },
    { side: 'right', hash: other, sums: cop('7') },
  ],
}

it('leads from the balance to the root and the totals', async () => {
  expect(await isProved(PROOF, ACCOUNT)).toBe(true)
})

it('a single customer is the root', async () => {
  expect(await isProved({ ...PROOF, path: [], root: leaf, totals: cop('100') }, ACCOUNT)).toBe(true)
})

it.each<[string, Partial<ReservesProof>]>([
  ['balance', { balance: cop('101') }],
  ['account', { account: ACCOUNT.replace('1', '2') }],
  ['day', { day: '2026-11-27' }],
  ['leaf', { leaf: neighbour }],
  ['root', { root: other }],
  ['totals', { totals: cop('156') }],
  ['path', { path: PROOF.path.slice(1) }],
  ['side', { path: PROOF.path.map((step) => ({ ...step, side: 'right' })) }],
  ['sums', { path: PROOF.path.map((step) => ({ ...step, sums: cop('6') })) }],
])('rejects a proof with another %s', async (_name, change) => {
  expect(await isProved({ ...PROOF, ...change }, ACCOUNT)).toBe(false)
})

it("rejects another account's leaf, though it leads to the root", async () => {
  expect(await isProved(PROOF, ACCOUNT.replace(/1$/, '2'))).toBe(false)
  expect(await isProved(PROOF, '')).toBe(false)
})

it.each(['-60', '+7', '7 ', '0x7', ''])('rejects a sibling with %j, though all hashes match', async (amount) => {
  const top = hash(`tunjo reserves node 1|${below}|COP=150,BTC=0,USDT=0|${other}|COP=${amount},BTC=0,USDT=0`)
  const path = PROOF.path.with(1, { side: 'right', hash: other, sums: cop(amount) })
  expect(await isProved({ ...PROOF, path, root: top, totals: cop(String(150n + BigInt(Number(amount)))) }, ACCOUNT)).toBe(false)
})

it('requires the published root and totals of that day', async () => {
  const closing: PublishedClosing = { day: '2026-11-26', root, totals: cop('157'), customers: 3, seq: '9', hash: other }
  const verdict = (published: readonly PublishedClosing[], proof = PROOF) => checkProof(proof, { accountId: ACCOUNT, published })
  expect(await verdict([{ ...closing, day: '2026-11-27', root: other }, closing])).toBe('right')
  expect(await verdict([{ ...closing, root: other }])).toBe('not-published')
  expect(await verdict([{ ...closing, totals: cop('158') }])).toBe('not-published')
  expect(await verdict([{ ...closing, day: '2026-11-25' }])).toBe('not-published')
  expect(await verdict([])).toBe('not-published')
  expect(await verdict([closing], { ...PROOF, balance: cop('101') })).toBe('wrong')
})
