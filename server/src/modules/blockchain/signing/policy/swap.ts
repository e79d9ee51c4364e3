/**
 * Signing policy of a swap, on plain values: it uses pools of the deployment, sells only the hold of the trade's customer, and ends near
 * the chain's own price.
 */
import { decodeFunctionData, type Hex, isAddressEqual, size, slice } from 'viem'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { isChainToken, tokenById } from '../../../../chain/tokens.ts'
import { SWAP_ROUTER_ABI } from '../../../../chain/uniswap.ts'
import { customerAccount, type OpenHold } from '../../../ledger/index.ts'
import type { TradeEvidence } from '../evidence-store.ts'
import { NO_STOPS, refused, type Verdict } from './verdict.ts'

export interface DecodedSwap {
  readonly tradeType: 'input' | 'output'
  /** Path in the order of the router. */
  readonly path: Hex
  readonly recipient: Hex
  /** `input`: exactly; `output`: at most. */
  readonly amountIn: bigint
  /** `input`: at least; `output`: exactly. */
  readonly amountOut: bigint
}

export function decodeSwap(data: Hex): DecodedSwap {
  const { functionName, args } = decodeFunctionData({ abi: SWAP_ROUTER_ABI, data })
  const [call] = args
  const common = { path: call.path, recipient: call.recipient }
  if (functionName === 'exactInput')
    return { tradeType: 'input', ...common, amountIn: args[0].amountIn, amountOut: args[0].amountOutMinimum }
  return { tradeType: 'output', ...common, amountIn: args[0].amountInMaximum, amountOut: args[0].amountOut }
}

export interface SwapFacts {
  readonly swap: DecodedSwap
  readonly trade: TradeEvidence | null
  /** Proved by the ledger's seals. */
  readonly hold: OpenHold | null
  /** The other amount by the chain's own quoter at this moment; null when it has no price for the path. */
  readonly quoted: bigint | null
  readonly toleranceBps: bigint
}

const ONE_BPS = 10_000n

export function checkSwap({ swap, trade, hold, quoted, toleranceBps }: SwapFacts, deployment: ChainDeployment): Verdict {
  if (!isAddressEqual(swap.recipient, deployment.hotWallet)) return refused('the swap pays somebody else')
  if (!trade) return refused('no trade asked for it')
  if (trade.state !== 'pending') return refused('its trade is past the moment of signing')
  if (swap.tradeType !== trade.tradeType) return refused('the trade is of the other type')
  const route = reasonOfRoute(swap, trade, deployment)
  if (route) return refused(route)
  const asset = tokenById(trade.tokenIn)?.ledgerAsset
  const bought = tokenById(trade.tokenOut)?.ledgerAsset
  if (!asset || !bought || hold?.accountId !== customerAccount(trade.accountId, asset).id) return refused('nothing is held for it')
  if (swap.amountIn !== hold.left || swap.amountIn !== trade.maximumIn) return refused('it does not sell what is held')
  if (swap.amountOut !== trade.minimumOut) return refused('it does not buy what the trade says')
  if (quoted === null) return refused('the chain has no price for it')
  const isNear =
    swap.tradeType === 'input'
      ? swap.amountOut * ONE_BPS >= quoted * (ONE_BPS - toleranceBps)
      : swap.amountIn * ONE_BPS <= quoted * (ONE_BPS + toleranceBps)
  if (!isNear) return refused('its bound is far from the price of the chain')
  return { outcome: 'sign', moved: { asset, amount: swap.amountIn }, stops: { ...NO_STOPS, assets: [asset, bought] } }
}

const ADDRESS_BYTES = 20
const FEE_BYTES = 3
const HOPS_MAX = 3

interface Hop {
  readonly from: Hex
  readonly to: Hex
  readonly fee: number
}

/** Hops from the sold to the bought token, in the same order for both trade types. Null when the bytes are no path. */
export function hopsOf({ path, tradeType }: Pick<DecodedSwap, 'path' | 'tradeType'>): Hop[] | null {
  const hops = (size(path) - ADDRESS_BYTES) / (ADDRESS_BYTES + FEE_BYTES)
  if (!Number.isInteger(hops) || hops < 1 || hops > HOPS_MAX) return null
  const walked = Array.from({ length: hops }, (_, index): Hop => {
    const start = index * (ADDRESS_BYTES + FEE_BYTES)
    const feeAt = start + ADDRESS_BYTES
    const nextAt = feeAt + FEE_BYTES
    return {
      from: slice(path, start, feeAt),
      fee: Number(slice(path, feeAt, nextAt)),
      to: slice(path, nextAt, nextAt + ADDRESS_BYTES),
    }
  })
  return tradeType === 'input' ? walked : walked.toReversed().map(({ from, to, fee }) => ({ from: to, to: from, fee }))
}

function reasonOfRoute(swap: DecodedSwap, trade: TradeEvidence, { pools, tokens }: ChainDeployment): string | null {
  const hops = hopsOf(swap)
  const [first, last] = [hops?.[0], hops?.at(-1)]
  if (!hops || !first || !last) return 'the path cannot be read'
  const isOfPool = ({ from, to, fee }: Hop, pool: ChainDeployment['pools'][number]) =>
    pool.fee === fee &&
    ((isAddressEqual(pool.token0, from) && isAddressEqual(pool.token1, to)) ||
      (isAddressEqual(pool.token1, from) && isAddressEqual(pool.token0, to)))
  if (!hops.every((hop) => pools.some((pool) => isOfPool(hop, pool)))) return 'the path goes through a pool that is not ours to use'
  const isToken = (id: number, address: Hex) => {
    const token = tokenById(id)
    return token?.listed && isChainToken(token.symbol) && isAddressEqual(tokens[token.symbol], address)
  }
  return isToken(trade.tokenIn, first.from) && isToken(trade.tokenOut, last.to) ? null : 'the path is not between the trade’s assets'
}
