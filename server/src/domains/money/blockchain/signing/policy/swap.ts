/**
 * Signing policy of a swap, on plain values: it uses pools of the deployment, sells only the hold of the trade's customer, and each of its
 * one or two routes ends near the chain's own price (docs/decisions/0091-split-routes.md).
 */
import { decodeFunctionData, encodeFunctionData, type Hex, isAddressEqual, maxUint256, size, slice, toFunctionSelector } from 'viem'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { isChainToken, tokenById } from '../../../../../chain/tokens.ts'
import { ROUTER_MULTICALL_ABI, SWAP_ROUTER_ABI } from '../../../../../chain/uniswap.ts'
import { customerAccount, type OpenHold } from '../../../ledger/index.ts'
import type { TradeEvidence } from '../evidence-store.ts'
import { NO_STOPS, refused, type Verdict } from './verdict.ts'

/** One call of the router. */
export interface DecodedSwap {
  readonly tradeType: 'input' | 'output'
  /** Path in the order of the router. */
  readonly path: Hex
  readonly recipient: Hex
  readonly deadline: bigint
  /** `input`: exactly; `output`: at most. */
  readonly amountIn: bigint
  /** `input`: at least; `output`: exactly. */
  readonly amountOut: bigint
}

const ROUTES_MAX = 2

/**
 * The routes of a swap: one call, or a multicall of exactly two. Only exactInput and exactOutput are known, so a multicall within a
 * multicall, and the router's calls that move other tokens, cannot be read. Bytes that the router would read otherwise are refused too.
 * @throws when the bytes are no such call
 */
export function decodeSwaps(data: Hex): DecodedSwap[] {
  if (slice(data, 0, 4) !== MULTICALL_SELECTOR) return [decodeSwap(data)]
  const { args } = decodeFunctionData({ abi: ROUTER_MULTICALL_ABI, data })
  const [calls] = args
  const isCanonical = encodeFunctionData({ abi: ROUTER_MULTICALL_ABI, functionName: 'multicall', args: [calls] }) === data.toLowerCase()
  if (calls.length !== ROUTES_MAX || !isCanonical) throw new RangeError('not a multicall of two routes')
  return calls.map(decodeSwap)
}

const MULTICALL_SELECTOR = toFunctionSelector(ROUTER_MULTICALL_ABI[0])

function decodeSwap(data: Hex): DecodedSwap {
  const decoded = decodeFunctionData({ abi: SWAP_ROUTER_ABI, data })
  if (encodeFunctionData({ abi: SWAP_ROUTER_ABI, ...decoded }) !== data.toLowerCase())
    throw new RangeError('not the encoding of the router')
  const { functionName, args } = decoded
  const [{ path, recipient, deadline }] = args
  const common = { path, recipient, deadline }
  if (functionName === 'exactInput')
    return { tradeType: 'input', ...common, amountIn: args[0].amountIn, amountOut: args[0].amountOutMinimum }
  return { tradeType: 'output', ...common, amountIn: args[0].amountInMaximum, amountOut: args[0].amountOut }
}

export interface SwapFacts {
  /** In order of the call. */
  readonly swaps: readonly DecodedSwap[]
  readonly trade: TradeEvidence | null
  /** Proved by the ledger's seals. */
  readonly hold: OpenHold | null
  /** The other amount of each route by the chain's own quoter at this moment; null when it has no price for the path. */
  readonly quoted: readonly (bigint | null)[]
  readonly toleranceBps: bigint
}

const ONE_BPS = 10_000n

export function checkSwap({ swaps, trade, hold, quoted, toleranceBps }: SwapFacts, deployment: ChainDeployment): Verdict {
  const call = reasonOfCalls(swaps, deployment)
  if (call) return refused(call)
  if (!trade) return refused('no trade asked for it')
  if (trade.state !== 'pending') return refused('its trade is past the moment of signing')
  if (swaps.some(({ tradeType }) => tradeType !== trade.tradeType)) return refused('the trade is of the other type')
  const route = reasonOfRoutes(swaps, trade, deployment)
  if (route) return refused(route)
  const asset = tokenById(trade.tokenIn)?.ledgerAsset
  const bought = tokenById(trade.tokenOut)?.ledgerAsset
  if (!asset || !bought || hold?.accountId !== customerAccount(trade.accountId, asset).id) return refused('nothing is held for it')
  const [amountIn, amountOut] = [sumOf(swaps, 'amountIn'), sumOf(swaps, 'amountOut')]
  if (amountIn !== hold.left || amountIn !== trade.maximumIn) return refused('it does not sell what is held')
  if (amountOut !== trade.minimumOut) return refused('it does not buy what the trade says')
  if (quoted.includes(null)) return refused('the chain has no price for it')
  // Each route, since the two bounds could add up while one of them protects nothing.
  const isNear = (swap: DecodedSwap, price: bigint) =>
    swap.tradeType === 'input'
      ? swap.amountOut * ONE_BPS >= price * (ONE_BPS - toleranceBps)
      : swap.amountIn * ONE_BPS <= price * (ONE_BPS + toleranceBps)
  if (!swaps.every((swap, index) => isNear(swap, quoted[index] ?? 0n))) return refused('its bound is far from the price of the chain')
  return { outcome: 'sign', moved: { asset, amount: amountIn }, stops: { ...NO_STOPS, assets: [asset, bought] } }
}

const sumOf = (swaps: readonly DecodedSwap[], side: 'amountIn' | 'amountOut'): bigint => swaps.reduce((sum, swap) => sum + swap[side], 0n)

function reasonOfCalls(swaps: readonly DecodedSwap[], { hotWallet }: ChainDeployment): string | null {
  if (swaps.some(({ recipient }) => !isAddressEqual(recipient, hotWallet))) return 'the swap pays another account'
  // Stored bytes must have the same effect whenever they are broadcast.
  if (swaps.some(({ deadline }) => deadline !== maxUint256)) return 'the swap expires'
  return swaps.some(({ amountIn, amountOut }) => amountIn === 0n || amountOut === 0n) ? 'one of its routes has an amount of zero' : null
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

function reasonOfRoutes(swaps: readonly DecodedSwap[], trade: TradeEvidence, deployment: ChainDeployment): string | null {
  const route = swaps.map((swap) => reasonOfRoute(swap, trade, deployment)).find((reason) => reason !== null)
  if (route) return route
  const pools = swaps.flatMap((swap) => (hopsOf(swap) ?? []).map(({ from, to, fee }) => [from, to, fee].map(String).toSorted().join(' ')))
  // The quoter prices each route alone, which is right only while none moves the price of another.
  return new Set(pools).size === pools.length ? null : 'its routes share a pool'
}

function reasonOfRoute(swap: DecodedSwap, trade: TradeEvidence, { pools, tokens }: ChainDeployment): string | null {
  const hops = hopsOf(swap)
  const [first, last] = [hops?.[0], hops?.at(-1)]
  if (!hops || !first || !last) return 'the path cannot be read'
  const isOfPool = ({ from, to, fee }: Hop, pool: ChainDeployment['pools'][number]) =>
    pool.fee === fee &&
    ((isAddressEqual(pool.token0, from) && isAddressEqual(pool.token1, to)) ||
      (isAddressEqual(pool.token1, from) && isAddressEqual(pool.token0, to)))
  if (!hops.every((hop) => pools.some((pool) => isOfPool(hop, pool)))) return 'the path goes through an unknown pool'
  const isToken = (id: number, address: Hex) => {
    const token = tokenById(id)
    return token?.listed && isChainToken(token.symbol) && isAddressEqual(tokens[token.symbol], address)
  }
  return isToken(trade.tokenIn, first.from) && isToken(trade.tokenOut, last.to) ? null : 'the path is not between the trade’s assets'
}
