/** Movements in flight, on plain values: trades whose blocks the chain takes back. */
import { expect, it } from 'vitest'
import type { ChainEffect } from '../blockchain/index.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { type Account, customerAccount, systemAccount, type Transfer } from '../ledger/index.ts'
import { movementsInFlight, movementsOf, NOTHING } from './in-flight.ts'

const TRADE = '0198f000-0000-7000-8000-000000000001'
const OWNER = '0198f000-0000-7000-8000-000000000002'
const NOW = new Date('2026-01-01T00:00:00Z')
const operationId = operationIdOf('trading.swap', TRADE)

const posting = (code: string, credit: Account, amount: bigint, batchSeq: bigint) =>
  ({ code, kind: 'post', ref: TRADE, credit: { accountId: credit.id }, asset: credit.asset, amount, batchSeq, recordedAt: NOW }) as Transfer

const [market, fees] = [systemAccount('market', 'BTC'), systemAccount('network-fees', 'USDT')]
const TRADED = [
  posting('trading.sold', market, 10n, 5n),
  posting('trading.bought', customerAccount(OWNER, 'USDT'), 95n, 5n),
  posting('trading.network_fee', fees, 3n, 5n),
  posting('trading.house_fee', systemAccount('exchange-fees', 'USDT'), 2n, 5n),
]
const CARRIED = [
  posting('blockchain.reorganised', systemAccount('float', 'BTC'), 10n, 8n),
  posting('blockchain.reorganised', systemAccount('market', 'USDT'), 100n, 8n),
]
const look = (transfers: readonly Transfer[], seq: bigint, effects: ReadonlyMap<string, ChainEffect> = new Map()) =>
  movementsInFlight(movementsOf(transfers, seq), effects, { seq, matchedFrom: 0n, now: NOW })

it('R15 a settled swap that the chain took back is in flight with its fees: neither asset is short meanwhile', () => {
  expect(look(TRADED, 6n)).toMatchObject({ hot: { COP: 0n, BTC: 10n, USDT: -100n }, matchedUntil: 4n })
})

it('R15 a swap that never returned and that the platform carries is in flight no more, and holds up nothing', () => {
  expect(look([...TRADED, ...CARRIED], 8n)).toMatchObject({ hot: NOTHING, matchedUntil: 8n })
  // The ledger was read before the platform carried it.
  expect(look([...TRADED, ...CARRIED], 7n)).toMatchObject({ hot: { BTC: 10n, USDT: -100n }, matchedUntil: 4n })
})

it('R15 a settled movement is matched when it is deep, and checked until then', () => {
  const effect = { hot: { COP: 0n, BTC: -10n, USDT: 100n }, cold: NOTHING, coptOutside: 0n }
  expect(look(TRADED, 6n, new Map([[operationId, { ...effect, isFinal: false }]]))).toMatchObject({ hot: NOTHING, matchedUntil: 4n })
  expect(look(TRADED, 6n, new Map([[operationId, { ...effect, isFinal: true }]]))).toMatchObject({ hot: NOTHING, matchedUntil: 6n })
})

it('R5 a token withdrawal is in flight from its settlement on, and not while it is held or returned', () => {
  const of = (kind: Transfer['kind'], batchSeq: bigint) => ({
    ...posting('crypto.withdrawal', systemAccount('chain', 'USDT'), 25n, batchSeq),
    kind,
  })
  expect(look([of('hold', 5n), of('release', 6n)], 6n)).toMatchObject({ hot: NOTHING, matchedUntil: 6n })
  expect(look([of('hold', 5n), of('settle', 6n)], 6n)).toMatchObject({ hot: { USDT: 25n }, coptOutside: 0n, matchedUntil: 5n })
  const paid = { hot: { COP: 0n, BTC: 0n, USDT: -25n }, cold: NOTHING, coptOutside: 0n, isFinal: true }
  const effects = new Map([[operationIdOf('crypto.withdrawal', TRADE), paid]])
  expect(look([of('settle', 6n)], 6n, effects)).toMatchObject({ hot: NOTHING, matchedUntil: 6n })
  // Paid, and not in the books that were read.
  expect(look([of('settle', 7n)], 6n, effects)).toMatchObject({ hot: { USDT: -25n } })
})

it('E6 the burn of a credit that two officers ended is in flight from its reversal on, whole, and its loss moves no token', () => {
  const of = (code: string, credit: Account, amount: bigint) => posting(code, credit, amount, 5n)
  const lost = of('payments.deposit_written_off', customerAccount(OWNER, 'COP'), 40n)
  const reversed = of('payments.deposit_reversed', systemAccount('bank', 'COP'), 50n)
  expect(look([lost, reversed], 6n)).toMatchObject({ hot: { COP: 50n }, coptOutside: 50n, matchedUntil: 4n })
  const burned = { hot: { COP: -50n, BTC: 0n, USDT: 0n }, cold: NOTHING, coptOutside: -50n, isFinal: true }
  const effects = new Map([[operationIdOf('blockchain.burn-taken-back', TRADE), burned]])
  expect(look([lost, reversed], 6n, effects)).toMatchObject({ hot: NOTHING, coptOutside: 0n, matchedUntil: 6n })
})
