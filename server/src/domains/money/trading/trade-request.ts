/**
 * Request of a trade that was priced and simulated, as a use case that runs in groups: the trade, its swap and the hold of what it sells are
 * written in one statement. The decision reads no database and no clock.
 */
import type { Hex } from 'viem'
import { type Operation, refuseOther } from '../../../platform/database/idempotency.ts'
import { EVENTS_EMITTED, emitIn } from '../../../platform/events/in-groups.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { historyOfSchema, stepIn } from '../../../platform/state-machine/in-groups.ts'
import { customer } from '../../../platform/state-machine/index.ts'
import type { Fact, Found, UseCase, Work } from '../../../platform/unit-of-work/index.ts'
import type { FoundTrader } from '../../customers/limits/index.ts'
import type { Blockchain, DecidedIntent } from '../blockchain/index.ts'
import { customerAccount, type FoundBooks, type FoundPosition } from '../ledger/index.ts'
import type { TradingDependencies } from './context.ts'
import { attemptsFact, earlierFact, TRADES_PLACED, type TradeAttempts } from './request-store.ts'
import { checkTradeAttempts, type LedgerAsset } from './rules.ts'
import { TRADE_STATES } from './states.ts'
import type { NewTrade, TradeRow } from './store.ts'
import { holdIdOf, swapIdOf } from './trade-ids.ts'

export interface TradeRequest {
  readonly operation: Operation
  /** Its id is that of the operation. */
  readonly trade: NewTrade
  readonly sold: LedgerAsset
  readonly bought: LedgerAsset
  /** Call of the router. */
  readonly swap: { readonly data: Hex; readonly gas: bigint }
}
export type Placed = { readonly outcome: 'placed'; readonly row: TradeRow } | { readonly outcome: 'repeated' }

type Asked = {
  readonly earlier: ReturnType<typeof earlierFact>
  readonly trader: Fact<FoundTrader>
  readonly attempts: Fact<TradeAttempts>
  readonly intent: Fact<DecidedIntent | null>
  readonly books: Fact<FoundBooks>
  readonly positions: Fact<readonly FoundPosition[]>
}
interface Parts {
  readonly ledger: Pick<TradingDependencies['ledger'], 'inGroups'>
  readonly limits: TradingDependencies['limits']
  readonly blockchain: Pick<Blockchain, 'inGroups'> & { readonly deployment: Pick<Blockchain['deployment'], 'swapRouter'> }
}

const HISTORY = historyOfSchema('trading')

export function tradeRequest(parts: Parts): UseCase<TradeRequest, Asked, Placed> {
  const { ledger, limits, blockchain } = parts
  return {
    name: 'trading.trade',
    subjectOf: ({ trade }) => trade.accountId,
    keys: { owner: 'uuid', trade: 'uuid', swap: 'uuid', account: 'uuid', now: 'timestamptz' },
    keysOf: ({ trade: { id, accountId: owner }, sold }, now) => ({
      owner,
      trade: id,
      swap: swapIdOf(id),
      account: customerAccount(owner, sold).id,
      now,
    }),
    facts: {
      earlier: earlierFact('trade'),
      trader: limits.inGroups.trader({ account: 'owner', now: 'now' }),
      attempts: attemptsFact('owner', 'now'),
      intent: blockchain.inGroups.decided('swap'),
      books: ledger.inGroups.books('account'),
      positions: ledger.inGroups.positions('owner'),
    },
    // Rows are locked in this order: the account of the customer, then the head of the ledger and its accounts.
    kinds: [...limits.inGroups.traderKinds, TRADES_PLACED, ...blockchain.inGroups.kinds, HISTORY, EVENTS_EMITTED, ...ledger.inGroups.kinds],
    decide: (request, found, work) => decide(parts, request, found, work),
  }
}

/** @throws Refused */
function decide(parts: Parts, { operation, trade, sold, bought, swap }: TradeRequest, found: Found<Asked>, work: Work): Placed {
  if (found.earlier) {
    refuseOther(operation, found.earlier)
    return { outcome: 'repeated' }
  }
  const { ledger, limits, blockchain } = parts
  const { id, accountId, maximumIn: amount } = trade
  limits.inGroups.mayTrade(work, found.trader)
  // The hold itself refuses when the sold asset is frozen.
  if (found.books.frozen.has(bought)) refuse('ledger.asset_frozen', { asset: bought })
  const intent = { operationId: swapIdOf(id), ref: id, wallet: 'hot', kind: 'swap', to: blockchain.deployment.swapRouter, ...swap } as const
  blockchain.inGroups.submit(work, found.intent, intent)
  ledger.inGroups.hold(work, found.books, {
    ...{ id: holdIdOf(id), code: 'trading.trade', ref: id },
    ...{ account: customerAccount(accountId, sold), amount },
  })
  // Another trade of the customer, and a swap that reverted, change one of their positions: so the count is still right at the commit.
  ledger.inGroups.keep(work, found.positions)
  refuseIf(checkTradeAttempts({ ...found.attempts, open: found.attempts.open + 1 }))
  work.add(TRADES_PLACED, trade)
  const { initial } = TRADE_STATES
  stepIn(work, HISTORY, TRADE_STATES, { subject: id, from: null, to: initial, at: trade.createdAt, actor: customer(accountId) })
  emitIn(work, 'trading.trade_updated', { accountId, tradeId: id, state: initial })
  return { outcome: 'placed', row: rowOf(trade) }
}

/** Row as it was written. */
const rowOf = (trade: NewTrade): TradeRow => ({ ...trade, state: TRADE_STATES.initial, amountIn: null, amountOut: null, settledAt: null })
