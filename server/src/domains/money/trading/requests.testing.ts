/** Requests of trades as they are after pricing, for tests that place them without a chain. */
import { encodeFunctionData } from 'viem'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { LedgerAsset } from './rules.ts'
import type { NewTrade } from './store.ts'
import type { TradeRequest } from './trade-request.ts'

export const CHAIN = { chainId: 31_337, swapRouter: '0x00000000000000000000000000000000000000a1' } as const
const TOKENS = { COP: 0, BTC: 30, USDT: 31 } as const
const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [CHAIN.swapRouter, 1n] })

export interface Wanted {
  readonly sold?: LedgerAsset
  readonly bought?: LedgerAsset
  /** Base units. */
  readonly amount?: bigint
  readonly id?: string
  readonly trade?: Partial<NewTrade>
}

export function tradeRequested(
  accountId: string,
  { sold = 'COP', bought = 'USDT', amount = 1_000n, id = newId(), trade }: Wanted = {},
): TradeRequest {
  const hash = `${sold} ${bought} ${amount}`
  const placed: NewTrade = {
    ...{ id, accountId, requestHash: hash, tradeType: 'input', tokenIn: TOKENS[sold], tokenOut: TOKENS[bought] },
    ...{ expectedIn: amount, expectedOut: 3n, maximumIn: amount, minimumOut: 2n, quotedIn: amount, quotedOut: 3n },
    ...{ path: [], routes: null, estimatedFeeWei: 1n, feeUsdMicros: 1n, networkFeeOut: 1n, houseFeeOut: 0n, feeVersion: 1, valueCop: 0n },
    ...{ createdAt: new Date(), seal: null, ...trade },
  }
  return { operation: { id, hash, isKeyless: false }, trade: placed, sold, bought, swap: { data, gas: 200_000n } }
}
