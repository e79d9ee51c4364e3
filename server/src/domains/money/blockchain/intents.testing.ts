/** Intents that the books prove, for tests. */
import { encodeFunctionData, type Hex, maxUint256 } from 'viem'
import type { EmbeddedChain } from '../../../../../dev/embedded/chain/embedded-chain.ts'
import type { TestDatabase } from '../../../../../dev/testing/database.ts'
import { COPT } from '../../../../../solidity/artifacts.generated.ts'
import { SWAP_ROUTER_ABI } from '../../../chain/uniswap.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { TestBooks } from './evidence.testing.ts'
import { operationIdOf } from './operation-ids.ts'
import { createTestBlockchain } from './testing.ts'
import type { TransactionIntent } from './types.ts'

export interface SwapChange {
  recipient?: Hex
  path?: Hex
  /** Amount in the call, when it differs from the trade. */
  amountIn?: bigint
  amountOutMinimum?: bigint
  held?: bigint
  sold?: bigint
  minimumOut?: bigint
  /** Other bytes than the call of the route. */
  data?: Hex
}

export interface TestIntents {
  /** Burn for pesos that a bank paid. */
  burn(amount: bigint): Promise<TransactionIntent>
  /** Mint for pesos that arrived. */
  mint(amount: bigint, change?: { asked?: bigint; to?: Hex }): Promise<TransactionIntent>
  /** A swap of somewhat more than one dollar for bitcoin, at the pools' price less about half a percent. */
  swap(change?: SwapChange): Promise<TransactionIntent>
  decide(intent: TransactionIntent): Promise<TransactionIntent>
}

export const burnCall = (amount: bigint): Hex => encodeFunctionData({ abi: COPT.abi, functionName: 'burn', args: [amount] })

export function testIntents(database: TestDatabase, chain: EmbeddedChain, books: TestBooks): TestIntents {
  const { tokens, hotWallet, swapRouter } = chain.deployment
  return {
    async burn(amount) {
      const ref = await books.payOut(amount)
      const operation = { operationId: operationIdOf('blockchain.burn', ref), wallet: 'hot', kind: 'burn', ref } as const
      return { ...operation, to: tokens.COPT, data: burnCall(amount), gas: 150_000n }
    },
    async mint(amount, { asked = amount, to = hotWallet } = {}) {
      const ref = await books.payIn(amount)
      const operation = { operationId: operationIdOf('blockchain.mint', ref), wallet: 'treasury', kind: 'mint', ref } as const
      const data = encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [to, asked] })
      return { ...operation, to: tokens.COPT, data, gas: 150_000n }
    },
    async swap(change = {}) {
      const path: Hex = `${tokens.USDT}0001f4${tokens.BTC.slice(2) as string}`
      const { recipient = hotWallet, sold = 1_000_000n, minimumOut = (sold * 1090n) / 1_000_000n } = change
      const { amountIn = sold, amountOutMinimum = minimumOut, held = sold } = change
      const ref = await books.holdForTrade({ tokenIn: 31, tokenOut: 30, asset: 'USDT', maximumIn: sold, minimumOut, held })
      const params = { path: change.path ?? path, recipient, deadline: maxUint256, amountIn, amountOutMinimum }
      const data = change.data ?? encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] })
      return { operationId: operationIdOf('trading.swap', ref), wallet: 'hot', kind: 'swap', ref, to: swapRouter, data, gas: 600_000n }
    },
    async decide(intent) {
      const module = createTestBlockchain(database.connection, chain.env)
      await inTransaction(database.db, (tx) => module.blockchain.submitWithin(tx, intent))
      await module.stop()
      return intent
    },
  }
}
