/** Decision about a trade that was priced, on plain values and without a database. */
import { describe, expect, it } from 'vitest'
import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused, refuse } from '../../../platform/http/refusal.ts'
import type { FoundTrader } from '../../customers/limits/index.ts'
import { blockchainInGroups } from '../blockchain/in-groups.ts'
import { createLedger, customerAccount } from '../ledger/index.ts'
import { CHAIN, tradeRequested } from './requests.testing.ts'
import { holdIdOf, swapIdOf } from './trade-ids.ts'
import { tradeRequest } from './trade-request.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const noDatabase = new Proxy({}, { get: () => () => { throw new Error('a decision reads no database') } }) // biome-ignore format: one value
const ledger = createLedger(createTestPlatform({ db: noDatabase as never }))
const trader = {} as FoundTrader
const blocked = {} as FoundTrader
const limits = {
  inGroups: {
    trader: () => ({ text: '', read: () => trader }),
    traderKinds: [],
    mayTrade: (_work: unknown, found: FoundTrader) => (found === blocked ? refuse('limits.blocked') : undefined),
  },
}
const useCase = tradeRequest({ ledger, limits, blockchain: { inGroups: blockchainInGroups(CHAIN), deployment: CHAIN } })

const owner = newId()
type Facts = Parameters<typeof useCase.decide>[1]
const account = { ...customerAccount(owner, 'COP'), posted: 5_000n, held: 0n, version: 3n, isProved: true }
const facts = (changed: Partial<Facts> = {}): Facts => ({
  earlier: null,
  trader,
  attempts: { open: 9, reverted: 2 },
  intent: null,
  books: { account, frozen: new Set(), freezeEpoch: 4n },
  positions: [{ id: account.id, version: 3n }],
  ...changed,
})

/** Answer of the decision, and the rows that it writes by the name of their kind. */
function decide(found: Facts, asked = tradeRequested(owner)) {
  const rows = new Map<string, unknown[]>()
  const add = ({ name }: { name: string }, row: unknown) => void rows.set(name, [...(rows.get(name) ?? []), row])
  const answer = useCase.decide(asked, found, { now: NOW, groupId: newId(), add, shared: (_, make) => make(), addShared: add as never })
  return { answer, rows, of: (name: string) => rows.get(name) ?? [] }
}
const codeOf = (found: Facts, asked = tradeRequested(owner)): string => {
  try {
    return decide(found, asked).answer.outcome
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code
    throw error
  }
}

describe('decision about a trade', () => {
  it('EX-06 writes the trade, its swap, its hold and its event, on the condition that the facts are unchanged', () => {
    const asked = tradeRequested(owner)
    const { id } = asked.trade
    const { answer, rows, of } = decide(facts(), asked)
    expect(answer).toEqual({
      outcome: 'placed',
      row: { ...asked.trade, state: 'pending', amountIn: null, amountOut: null, settledAt: null },
    })
    expect(of('trading_trade_inserted')).toEqual([asked.trade])
    expect(of('blockchain_intent_inserted')).toEqual([
      {
        ...{ operationId: swapIdOf(id), wallet: 'hot', kind: 'swap', ref: id, state: 'decided', decidedAt: NOW },
        // No trace is being recorded.
        traceparent: null,
        request: { chainId: CHAIN.chainId, to: CHAIN.swapRouter, data: asked.swap.data, gas: '200000' },
      },
    ])
    expect(of('ledger_unfrozen')).toMatchObject([{ freezeEpoch: 4n }])
    expect(of('ledger_unmoved')).toMatchObject([{ id: account.id, version: 3n }])
    expect(of('ledger_account_updated')).toMatchObject([{ before: { version: 3n }, state: { held: 1_000n, version: 4n } }])
    expect(of('ledger_hold_inserted')).toMatchObject([{ state: { id: holdIdOf(id), left: 1_000n } }])
    expect(of('trading_state_history_inserted')).toMatchObject([
      { subject: id, from: null, to: 'pending', actor: { kind: 'customer', id: owner } },
    ])
    expect(of('platform_event_inserted')).toMatchObject([{ type: 'trading.trade_updated' }])
    expect([...rows.keys()].every((name) => useCase.kinds.some((kind) => kind.name === name))).toBe(true)
  })

  it('refuses in the order of today: the person, a frozen asset, the money, the trades in flight', () => {
    const full = facts({ attempts: { open: 10, reverted: 0 } })
    const { books } = full
    const poor = { ...full, books: { ...books, account: { ...account, posted: 999n } } }
    const frozenSale = { ...poor, books: { ...poor.books, frozen: new Set(['COP']) } }
    const frozenBoth = { ...poor, books: { ...poor.books, frozen: new Set(['COP', 'USDT']) } }
    expect(codeOf({ ...frozenBoth, trader: blocked })).toBe('limits.blocked')
    expect(codeOf(frozenBoth)).toBe('ledger.asset_frozen')
    expect(codeOf(frozenSale)).toBe('ledger.asset_frozen')
    expect(codeOf(poor)).toBe('ledger.insufficient_funds')
    expect(codeOf(full)).toBe('trading.too_many_open')
    expect(codeOf(facts({ attempts: { open: 0, reverted: 3 } }))).toBe('trading.too_many_reverts')
    expect(codeOf(facts({ books: { ...books, account: null } }))).toBe('ledger.insufficient_funds')
    expect(codeOf(facts({ books: { ...books, account: { ...account, isProved: false } } }))).toBe('ledger.unproved')
    expect(codeOf(facts())).toBe('placed')
  })

  it('R2 answers a repeated operation without rows, whatever the customer may do now, and refuses another body', () => {
    const asked = tradeRequested(owner)
    const repeated = facts({ earlier: { requestHash: asked.operation.hash }, trader: blocked, attempts: { open: 10, reverted: 3 } })
    expect(decide(repeated, asked)).toMatchObject({ answer: { outcome: 'repeated' }, rows: new Map() })
    expect(codeOf({ ...repeated, earlier: { requestHash: 'other' } }, asked)).toBe('request.idempotency_key_reused')
  })
})
