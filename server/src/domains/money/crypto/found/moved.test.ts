import { expect, it } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { customerAccount, systemAccount } from '../../ledger/index.ts'
import { type Moved, movedText, movesIn, movesOf, netOf, settlementLegs } from './moved.ts'

const HASH = `0x${'7'.repeat(64)}`
const none = { COP: 0n, BTC: 0n, USDT: 0n }
/** A swap: USDT left the hot wallet, and BTC came. */
const SWAP: Moved = { hot: { ...none, USDT: -25_000_000n, BTC: 40_000n }, cold: none, coptOutside: 0n }
/** A sweep to the cold wallet. */
const SWEEP: Moved = { hot: { ...none, BTC: -9n }, cold: { ...none, BTC: 9n }, coptOutside: 0n }

it('G2 reads from the text of a booking what the transaction moved', () => {
  for (const moved of [SWAP, SWEEP]) expect(movesIn(movedText(moved))).toEqual(movesOf(moved))
  for (const text of ['', 'hot USDT', 'hot EUR 1', 'elsewhere USDT 1']) expect(() => movesIn(text)).toThrow('no move')
})

it('G2 leaves nothing to settle of tokens moved between the platform’s own wallets', () => {
  expect(netOf(movesOf(SWEEP))).toEqual([])
})

it('G2 charges the customer for what left and credits what came, each asset in a posting of its own', () => {
  const accountId = newId()
  const nets = netOf(movesOf(SWAP))
  expect(settlementLegs(HASH, nets, accountId)).toMatchObject([
    {
      debit: systemAccount('unidentified_transfers', 'BTC'),
      credit: customerAccount(accountId, 'BTC'),
      amount: 40_000n,
      code: 'crypto.found_credited',
    },
    {
      debit: customerAccount(accountId, 'USDT'),
      credit: systemAccount('unidentified_transfers', 'USDT'),
      amount: 25_000_000n,
      code: 'crypto.found_charged',
    },
  ])
  expect(settlementLegs(HASH, nets, null)).toMatchObject([
    { credit: systemAccount('float', 'BTC'), code: 'crypto.found_absorbed' },
    { debit: systemAccount('float', 'USDT'), code: 'crypto.found_absorbed' },
  ])
})

it('R17 gives each posting the same id, for any decision', () => {
  const nets = netOf(movesOf(SWAP))
  const ids = (accountId: string | null) => settlementLegs(HASH, nets, accountId).map(({ id }) => id)
  expect(ids(newId())).toEqual(ids(null))
})
