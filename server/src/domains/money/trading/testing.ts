/** Trading on a test's database and chain, with the real ledger and custody, called like its routes. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetCode } from '@tunjo/contract/money'
import type { Pair } from '@tunjo/contract/pricing'
import type { FeeVersion, SampleTrade, TradeFees } from '@tunjo/contract/trade-fees'
import type { trading as contract, Quote, TokenBalance, Trade } from '@tunjo/contract/trading'
import type { EmbeddedChain } from '../../../../../dev/embedded/chain/embedded-chain.ts'
import { callGuarded } from '../../../../../dev/testing/call-guarded.ts'
import { type Approvals, createApprovals } from '../../../platform/approvals/index.ts'
import type { ConnectionSettings } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { FoundTrader } from '../../customers/limits/index.ts'
import { createTestBlockchain, type TestBlockchain } from '../blockchain/testing.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../ledger/index.ts'
import type { Pricing } from '../pricing/index.ts'
import type { TradingDependencies } from './context.ts'
import { createTrading } from './create-trading.ts'
import type { Trading } from './types.ts'

type Body = import('zod').output<typeof contract.trade.body>

const SEED_PRICES_E8: Record<Pair, bigint | null> = { BTCUSDT: 9_123_456_000_000n, COPUSDT: 379_700_000_000n }

/** Every caller is permitted: these tests are about fees, and those of approvals about permissions. */
const FREE_STAFF: Parameters<typeof createApprovals>[0]['staff'] = {
  permissionsOf: async () => ['fees.change', 'approvals.decide'],
  officersWith: async () => [],
  emailOf: async () => '',
}

const ALL_MAY_TRADE: TradingDependencies['limits'] = {
  inGroups: {
    trader: () => ({ text: 'SELECT NULL::jsonb', read: () => ({}) as FoundTrader }),
    traderKinds: [],
    mayTrade: () => undefined,
  },
}

const QUOTE_TRIES = 100
const QUOTE_PAUSE_MS = 100

export interface TestTrading extends TestBlockchain {
  readonly ledger: Ledger
  readonly approvals: Approvals
  readonly openTrades: Trading['openTrades']
  readonly unprovedTrades: Trading['unprovedTrades']
  readonly figures: Trading['figures']
  /** Answers of the price sources, times 10^8; null is stale. A test may change them. */
  readonly prices: Record<Pair, bigint | null>
  /** Create pesos, bitcoins or dollars for a test, in base units. */
  fund(accountId: string, asset: AssetCode, amount: bigint): Promise<void>
  /** `operationId`: derived from an `Idempotency-Key`. */
  trade(accountId: string, body: Body, operationId?: string): Promise<Trade>
  quote(accountId: string, query: object): Promise<Quote>
  /** Quote of the order of this trade, as soon as it has so many routes: the first quotes of a process are the node's, over one route. */
  quoteOver(accountId: string, body: Body, routes: number): Promise<Quote>
  trades(accountId: string, query?: object): Promise<Trade[]>
  tradeById(accountId: string, id: string): Promise<Trade>
  balancesOf(accountId: string): Promise<TokenBalance[]>
  /** The costs of an exchange, as officers read them. */
  fees(): Promise<TradeFees>
  feeSchedule(): Promise<{ versions: FeeVersion[] }>
  sample(query: object): Promise<SampleTrade>
}

export async function createTestTrading(connection: ConnectionSettings, env: EmbeddedChain['env']): Promise<TestTrading> {
  const base = createTestBlockchain(connection, env)
  const { platform, blockchain } = base
  const ledger = createLedger(platform)
  const prices = { ...SEED_PRICES_E8 }
  const tradablePrice: Pricing['tradablePrice'] = async (pair) => {
    const price = prices[pair] ?? refuse('pricing.price_stale')
    return {
      pair,
      price,
      bid: null,
      ask: null,
      source: 'binance',
      at: new Date(),
      ageMs: 0,
      isStale: false,
      isFrozen: false,
      refusal: null,
    }
  }
  const approvals = createApprovals({ ...platform, staff: FREE_STAFF, notifyOfficer: async () => undefined })
  const { routes, openTrades, unprovedTrades, figures } = await createTrading(platform, {
    ledger,
    blockchain,
    limits: ALL_MAY_TRADE,
    pricing: { tradablePrice },
    approvals,
    emailOf: async (id) => `${id}@tunjo.example`,
  })
  const call = <Answer>(name: string, accountId: string, given: object): Promise<Answer> => {
    const caller = { accountId, sessionId: newId(), authorities: ['ROLE_USER'] }
    return callGuarded(
      platform,
      routes.find((candidate) => candidate.name === name),
      { caller, ...given },
    )
  }
  const quote: TestTrading['quote'] = (accountId, query) => call('quote', accountId, { query: { slippage: '0.005', ...query } })
  return {
    ...base,
    ledger,
    approvals,
    openTrades,
    unprovedTrades,
    figures,
    prices,
    async fund(accountId, asset, amount) {
      const leg = {
        id: newId(),
        code: 'payments.deposit',
        debit: systemAccount('bank', asset),
        credit: customerAccount(accountId, asset),
        amount,
      }
      await ledger.post([{ kind: 'post', ...leg }])
    },
    trade: (accountId, body, operationId = newId()) =>
      call('trade', accountId, { body, operation: { id: operationId, hash: JSON.stringify(body), isKeyless: false } }),
    quote,
    async quoteOver(accountId, body, routes) {
      const { tokenIn: inputToken, tokenOut: outputToken, tradeType } = body
      const query = { inputToken, outputToken, tradeType, amount: tradeType === 'input' ? body.amountIn : body.amountOut }
      for (let tries = 0; tries < QUOTE_TRIES; tries++) {
        const quoted = await quote(accountId, query)
        if (quoted.routes.length >= routes) return quoted
        await sleep(QUOTE_PAUSE_MS)
      }
      throw new Error(`no quote over ${routes} routes`)
    },
    trades: (accountId, query = {}) => call('trades', accountId, { query: { limit: 50, ...query } }),
    tradeById: (accountId, id) => call('tradeById', accountId, { params: { id } }),
    balancesOf: (accountId) => call('balancesOf', accountId, {}),
    fees: () => call('fees', newId(), {}),
    feeSchedule: () => call('schedule', newId(), {}),
    sample: (query) => call('sample', newId(), { query }),
    async stop() {
      await platform.jobs.stop()
      await ledger.close()
      await base.stop()
    },
  }
}
