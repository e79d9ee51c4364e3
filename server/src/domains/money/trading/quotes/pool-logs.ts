/** Events of a Uniswap v3 pool that change what it quotes. Collected fees, flash loans and protocol fees change no quote. */
import { decodeEventLog, type Hex, parseAbi, toEventSelector } from 'viem'
import type { BlockLog } from '../../blockchain/index.ts'
import { type PoolEvent, StateUnfit } from './pool-state.ts'

const EVENTS = parseAbi([
  'event Initialize(uint160 sqrtPriceX96, int24 tick)',
  'event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
  'event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
])
const SELECTORS: ReadonlySet<Hex | undefined> = new Set(EVENTS.map(toEventSelector))

/** Null for an event that changes no quote. @throws StateUnfit when the data is not that of its event */
export function poolEventOf({ topics, data }: Pick<BlockLog, 'topics' | 'data'>): PoolEvent | null {
  if (!SELECTORS.has(topics[0])) return null
  const event = decode(topics, data)
  if (event.eventName === 'Swap') {
    const { sqrtPriceX96: sqrtPrice, tick, liquidity } = event.args
    return { kind: 'swap', sqrtPrice, tick, liquidity }
  }
  if (event.eventName === 'Initialize') return { kind: 'price', sqrtPrice: event.args.sqrtPriceX96, tick: event.args.tick }
  const { tickLower: lower, tickUpper: upper, amount } = event.args
  return { kind: 'liquidity', lower, upper, change: event.eventName === 'Mint' ? amount : -amount }
}

function decode(topics: readonly Hex[], data: Hex) {
  try {
    return decodeEventLog({ abi: EVENTS, topics: [...topics] as [Hex, ...Hex[]], data, strict: true })
  } catch {
    throw new StateUnfit('an event of a pool cannot be decoded')
  }
}
