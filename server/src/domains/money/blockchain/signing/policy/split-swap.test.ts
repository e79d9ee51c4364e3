import { concatHex, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import type { ChainDeployment } from '../../../../../chain/deployment.ts'
import { ROUTER_MULTICALL_ABI, SWAP_ROUTER_ABI } from '../../../../../chain/uniswap.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import { customerAccount } from '../../../ledger/index.ts'
import { checkSwap, type DecodedSwap, decodeSwaps } from './swap.ts'

const address = (digits: string): Hex => `0x${digits.padStart(40, '0')}`
const [COPT, USDT, USDC, BTC] = ['a1', 'a2', 'a3', 'a4'].map(address) as [Hex, Hex, Hex, Hex]
const [HOT, STRANGER] = [address('b1'), address('b2')] as [Hex, Hex]
const tokens = { COPT, USDT, USDC, BTC, WETH: address('a5'), PAXG: address('a6') } as unknown as ChainDeployment['tokens']
const pools = [
  { address: address('c1'), token0: COPT, token1: USDT, fee: 500 },
  { address: address('c2'), token0: COPT, token1: USDT, fee: 3000 },
  { address: address('c3'), token0: COPT, token1: USDC, fee: 1000 },
  { address: address('c4'), token0: USDT, token1: USDC, fee: 500 },
] as const
const deployment = { hotWallet: HOT, tokens, pools: [...pools] } as unknown as ChainDeployment
const accountId = newId()
const [SOLD, LEAST] = [1_000n, 200n]
const trade = { accountId, tradeType: 'input', tokenIn: 0, tokenOut: 31, maximumIn: SOLD, minimumOut: LEAST, state: 'pending' } as const

const path = (...parts: (Hex | number)[]): Hex =>
  concatHex(parts.map((part) => (typeof part === 'number' ? (`0x${part.toString(16).padStart(6, '0')}` as const) : part)))
const DIRECT = path(COPT, 500, USDT)
const OTHER = path(COPT, 3000, USDT)

interface Part {
  path?: Hex
  recipient?: Hex
  deadline?: bigint
  sold?: bigint
  least?: bigint
}
const first = (change: Part = {}) => input({ path: DIRECT, sold: 600n, least: 120n, ...change })
const second = (change: Part = {}) => input({ path: OTHER, sold: 400n, least: 80n, ...change })
function input({ path: through = DIRECT, recipient = HOT, deadline = maxUint256, sold = SOLD, least = LEAST }: Part): Hex {
  const params = { path: through, recipient, deadline, amountIn: sold, amountOutMinimum: least }
  return encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] })
}
const output = (change: Part, reversed: Hex): Hex =>
  encodeFunctionData({
    abi: SWAP_ROUTER_ABI,
    functionName: 'exactOutput',
    args: [{ path: reversed, recipient: HOT, deadline: maxUint256, amountOut: change.least ?? 0n, amountInMaximum: change.sold ?? 0n }],
  })
const both = (...calls: Hex[]): Hex => encodeFunctionData({ abi: ROUTER_MULTICALL_ABI, functionName: 'multicall', args: [calls] })

/** Price of the chain: it buys a fifth of what is sold. */
const priceOf = ({ tradeType, amountIn, amountOut }: DecodedSwap) => (tradeType === 'input' ? amountIn / 5n : amountOut * 5n)

function judge(data: Hex, change: Partial<Record<'tradeType', 'output'>> = {}) {
  let swaps: DecodedSwap[]
  try {
    swaps = decodeSwaps(data)
  } catch {
    return 'unreadable'
  }
  const hold = { accountId: customerAccount(accountId, 'COP').id, left: SOLD }
  const facts = { swaps, trade: { ...trade, ...change }, hold: hold as never, quoted: swaps.map(priceOf), toleranceBps: 600n }
  const verdict = checkSwap(facts, deployment)
  return verdict.outcome === 'sign' ? verdict.moved : 'reason' in verdict && verdict.reason
}

it('R13 signs a swap over one route, or over two whose amounts and bounds add up to those of its trade', () => {
  const moved = { asset: 'COP', amount: SOLD }
  expect(judge(input({}))).toEqual(moved)
  expect(judge(both(first(), second()))).toEqual(moved)
  expect(judge(both(first(), second({ path: path(COPT, 1000, USDC, 500, USDT) })))).toEqual(moved)
  const outputs = both(
    output({ sold: 600n, least: 120n }, path(USDT, 500, COPT)),
    output({ sold: 400n, least: 80n }, path(USDT, 3000, COPT)),
  )
  expect(judge(outputs, { tradeType: 'output' })).toEqual(moved)
})

it.each<[string, string, Hex]>([
  [
    'a third route',
    'unreadable',
    both(first(), second({ sold: 200n, least: 40n }), second({ path: path(COPT, 1000, USDC, 500, USDT), sold: 200n, least: 40n })),
  ],
  ['a multicall of one', 'unreadable', both(input({}))],
  ['an empty multicall', 'unreadable', both()],
  ['a multicall within a multicall', 'unreadable', both(first(), both(second()))],
  ['a payment to another account on one route', 'pays another account', both(first(), second({ recipient: STRANGER }))],
  ['more sold than is held', 'does not sell what is held', both(first(), second({ sold: 401n }))],
  ['less sold than is held', 'does not sell what is held', both(first(), second({ sold: 399n }))],
  ['the amount of the trade on each route', 'does not sell what is held', both(first({ sold: SOLD }), second({ sold: SOLD }))],
  ['a smaller sum of minimums', 'does not buy what the trade says', both(first(), second({ least: 79n }))],
  ['the whole minimum on each route', 'does not buy what the trade says', both(first({ least: LEAST }), second({ least: LEAST }))],
  ['the whole minimum on one route', 'has an amount of zero', both(first({ least: LEAST }), second({ least: 0n }))],
  ['almost the whole minimum on one route', 'far from the price', both(first({ least: 199n }), second({ least: 1n }))],
  ['nothing sold on one route', 'has an amount of zero', both(first({ sold: SOLD }), second({ sold: 0n }))],
  ['a pool in both routes', 'share a pool', both(first(), second({ path: DIRECT }))],
  [
    'a pool twice in one route, in both directions',
    'share a pool',
    both(first(), second({ path: path(COPT, 3000, USDT, 500, USDC, 500, USDT) })),
  ],
  ['an unknown pool', 'through an unknown pool', both(first(), second({ path: path(COPT, 10_000, USDT) }))],
  ['another bought token on one route', 'not between the trade', both(first(), second({ path: path(COPT, 1000, USDC) }))],
  ['routes of both types', 'other type', both(first(), output({ sold: 400n, least: 80n }, path(USDT, 3000, COPT)))],
  ['a deadline', 'expires', both(first(), second({ deadline: 1_900_000_000n }))],
  ['a deadline of a single route', 'expires', input({ deadline: 1_900_000_000n })],
  ['bytes after the multicall', 'unreadable', concatHex([both(first(), second()), '0x00'])],
  ['bytes after a route', 'unreadable', both(first(), concatHex([second(), `0x${'00'.repeat(32)}`]))],
])('R13 refuses %s: %s', (_, reason, data) => {
  expect(judge(data)).toContain(reason)
})

const PERIPHERY_ABI = parseAbi([
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160)) payable returns (uint256)',
])
const PERIPHERY: readonly Hex[] = [
  encodeFunctionData({ abi: PERIPHERY_ABI, functionName: 'sweepToken', args: [USDT, 0n, STRANGER] }),
  encodeFunctionData({ abi: PERIPHERY_ABI, functionName: 'unwrapWETH9', args: [0n, STRANGER] }),
  encodeFunctionData({ abi: PERIPHERY_ABI, functionName: 'refundETH' }),
  encodeFunctionData({
    abi: PERIPHERY_ABI,
    functionName: 'selfPermit',
    args: [USDT, 1n, maxUint256, 27, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`],
  }),
  encodeFunctionData({ abi: PERIPHERY_ABI, functionName: 'exactInputSingle', args: [[COPT, USDT, 500, HOT, maxUint256, SOLD, LEAST, 0n]] }),
]

it('R13 reads no other call of the router, alone, beside a route or behind two', () => {
  for (const call of PERIPHERY)
    for (const data of [call, both(input({}), call), both(call, input({})), both(first(), second(), call)])
      expect(judge(data)).toBe('unreadable')
})
