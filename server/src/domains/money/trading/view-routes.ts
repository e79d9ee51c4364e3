/** Representation of the routes of a swap for its owner. */
import { formatUnits } from '@tunjo/contract/money'
import type { SwapRoute } from '@tunjo/contract/trading'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { isChainToken, TOKENS } from '../../../chain/tokens.ts'
import { percentText } from './ratios.ts'
import type { TradableToken } from './rules.ts'
import { sharesOf } from './swap-plan.ts'

interface RouteOfSwap {
  readonly route: { readonly tokens: readonly string[]; readonly pools: readonly { readonly address: string; readonly fee: number }[] }
  readonly amountIn: bigint
  readonly amountOut: bigint
}

export function viewRoutes(
  deployment: Pick<ChainDeployment, 'tokens'>,
  { tokenIn, tokenOut }: { readonly tokenIn: TradableToken; readonly tokenOut: TradableToken },
  routes: readonly RouteOfSwap[],
): SwapRoute[] {
  const shares = sharesOf(routes.map(({ amountIn }) => amountIn))
  return routes.map(({ route, amountIn, amountOut }, index) => ({
    share: shares[index] ?? '0',
    hops: hopsOf(deployment, route),
    amount_in: formatUnits(amountIn, tokenIn.decimals),
    amount_out: formatUnits(amountOut, tokenOut.decimals),
  }))
}

/** Empty for an address that is no token of the exchange. */
export const symbolOf = (deployment: Pick<ChainDeployment, 'tokens'>, address: string | undefined): string =>
  TOKENS.find(({ symbol }) => isChainToken(symbol) && deployment.tokens[symbol] === address)?.symbol ?? ''

function hopsOf(deployment: Pick<ChainDeployment, 'tokens'>, { tokens, pools }: RouteOfSwap['route']): SwapRoute['hops'] {
  return pools.map((pool, index) => ({
    pool: pool.address,
    token_in: symbolOf(deployment, tokens[index]),
    token_out: symbolOf(deployment, tokens[index + 1]),
    fee_percent: percentText(BigInt(pool.fee)),
  }))
}
