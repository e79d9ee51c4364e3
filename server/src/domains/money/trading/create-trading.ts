/** Composition of trading: its routes, and the event that settles a trade. */
import { formatUnits } from '@tunjo/contract/money'
import { trading as contract, type TokenBalance } from '@tunjo/contract/trading'
import { isChainToken, TOKENS } from '../../../chain/tokens.ts'
import type { Approvals } from '../../../platform/approvals/index.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { readTradingSettings } from './config.ts'
import type { TradingContext, TradingDependencies } from './context.ts'
import { feeRoutes } from './fee-routes.ts'
import type { FeeContext } from './fees/context.ts'
import { FEE_APPROVAL, feeApproval } from './fees/fee-approval.ts'
import { followSwap } from './follow-swap.ts'
import { gasMetrics } from './gas-metrics.ts'
import { createMarket } from './market.ts'
import { networkFee, quote } from './quote.ts'
import { countQuotes } from './quotes/count-quotes.ts'
import { followPools } from './quotes/follow-pools.ts'
import { createLocalMarket } from './quotes/local-market.ts'
import { stoppedTrades } from './stopped.ts'
import { findTrade, openTradeIds, tradesOf } from './store.ts'
import { createTrade } from './trade.ts'
import { sealOldTrades, unprovedTrades } from './trade-proof.ts'
import type { Trading } from './types.ts'
import { viewTrade, viewTrades } from './view-trade.ts'

const DEFAULT_SLIPPAGE = '0.005'

export async function createTrading(
  platform: Omit<Platform, 'mail' | 'files' | 'uploads'>,
  dependencies: TradingDependencies & Pick<FeeContext, 'emailOf'> & { readonly approvals: Approvals },
): Promise<Trading> {
  const { db, clock, log, outbox, units, secrets } = platform
  const { approvals, emailOf } = dependencies
  approvals.register(FEE_APPROVAL, feeApproval(platform))
  const { blocks, reads, deployment } = dependencies.blockchain
  const { figures: quoteFigures, onAnswer } = countQuotes()
  const follower = followPools({ blocks, reads, log, pools: deployment.pools, quoter: deployment.quoter })
  const market = createLocalMarket({ follower, deployment, onAnswer, node: createMarket(reads, deployment) })
  const settings = readTradingSettings(platform.env)
  const seals = evidenceSeals(platform.secrets)
  const context: TradingContext = {
    settings,
    db,
    clock,
    log,
    outbox,
    units,
    seals,
    ...dependencies,
    deployment,
    market,
    quoteKey: secrets.derive('trading-quote'),
  }
  await sealOldTrades(context)
  outbox.on('blockchain.operation_updated', 'trading', (event) => followSwap(context, event))

  return {
    name: 'trading',
    openTrades: (connection = db) => openTradeIds(connection),
    unprovedTrades: () => unprovedTrades(context),
    figures: gasMetrics(context),
    quoteFigures,
    stopped: [stoppedTrades(context)],
    networkFee: (gas) => networkFee(context, gas),
    routes: [...feeRoutes({ ...context, approvals, emailOf }), ...tradeRoutes(context)],
  }
}

function tradeRoutes(context: TradingContext): Route[] {
  const trade = createTrade(context)
  return implement(contract, {
    async quote({ caller, query: { inputToken: tokenIn, outputToken: tokenOut, tradeType, amount, slippage } }) {
      return quote(context, caller.accountId, { tokenIn, tokenOut, tradeType, amount, slippage })
    },
    trade: ({ caller, operation, body }) => {
      const { tokenIn, tokenOut, path, quoteId, slippage = DEFAULT_SLIPPAGE, acceptedImpactPercent } = body
      const order = { tokenIn, tokenOut, path, quoteId, slippage, acceptedImpactPercent }
      return body.tradeType === 'input'
        ? trade(caller.accountId, operation, { ...order, tradeType: 'input', amount: body.amountIn })
        : trade(caller.accountId, operation, {
            ...order,
            tradeType: 'output',
            amount: body.amountOut,
            amountInMaximum: body.amountInMaximum,
          })
    },
    trades: async ({ caller, query }) => viewTrades(context, await tradesOf(context.db, caller.accountId, query)),
    async tradeById({ caller, params }) {
      const row = await findTrade(context.db, params.id)
      // Another customer's trade is answered like an unknown one.
      if (row?.accountId !== caller.accountId) refuse('trading.trade_not_found')
      return viewTrade(context, row)
    },
    balancesOf: ({ caller }) => balancesOf(context, caller.accountId),
  })
}

async function balancesOf({ ledger, deployment }: TradingContext, accountId: string): Promise<TokenBalance[]> {
  const balances = await ledger.balances(accountId)
  return TOKENS.map(({ id, symbol, name, decimals, image, listed, ledgerAsset }) => {
    const available = balances.find(({ asset }) => asset === ledgerAsset)?.available ?? 0n
    const address = isChainToken(symbol) ? deployment.tokens[symbol] : null
    return { id, symbol, name, decimals, image, address, balance: formatUnits(available, decimals), listed }
  })
}
