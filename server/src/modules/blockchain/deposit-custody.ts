/** What lies at deposit addresses at one block, and where the factory sends it: the chain's side of a comparison that believes no row. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { type Address, decodeFunctionResult, encodeFunctionData } from 'viem'
import { DepositForwarderFactory } from '../../../../solidity/artifacts.generated.ts'
import { ERC20_ABI, MULTICALL_ABI } from '../../chain/uniswap.ts'
import type { BlockHead } from './chain-blocks.ts'
import type { ChainContext } from './context.ts'
import { TOKEN_OF } from './custody.ts'
import type { DepositCustody, TokenHolder } from './types.ts'

/** What nodes answer in one call. */
const BALANCES_AT_ONCE = 300
const BALANCE_GAS = 100_000n
const BALANCE = { abi: ERC20_ABI, functionName: 'balanceOf' } as const

type Context = Pick<ChainContext, 'client' | 'deployment'>

export async function readDepositCustody(
  context: Context,
  holders: readonly TokenHolder[],
  { number: blockNumber, hash }: Pick<BlockHead, 'number' | 'hash'>,
): Promise<DepositCustody | null> {
  const { client, deployment } = context
  const factory = { address: deployment.forwarderFactory, abi: DepositForwarderFactory.abi } as const
  const sweepsGoTo = await client.readContract({ ...factory, functionName: 'destination', blockNumber })
  const held: Record<AssetCode, bigint> = { COP: 0n, BTC: 0n, USDT: 0n }
  for (const asset of ASSET_CODES) {
    const owners = holders.filter((holder) => holder.asset === asset).map(({ address }) => address)
    for (let from = 0; from < owners.length; from += BALANCES_AT_ONCE)
      held[asset] += await sumOfBalances(context, asset, owners.slice(from, from + BALANCES_AT_ONCE), blockNumber)
  }
  // Asked by number, as nodes answer it: all of it was of this block when the block is there still.
  return (await client.getBlock({ blockNumber })).hash === hash ? { held, sweepsGoTo } : null
}

async function sumOfBalances(
  { client, deployment }: Context,
  asset: AssetCode,
  owners: readonly Address[],
  blockNumber: bigint,
): Promise<bigint> {
  const target = deployment.tokens[TOKEN_OF[asset]]
  const calls = owners.map((owner) => ({ target, gasLimit: BALANCE_GAS, callData: encodeFunctionData({ ...BALANCE, args: [owner] }) }))
  const call = { address: deployment.multicall, abi: MULTICALL_ABI, functionName: 'multicall', args: [calls], blockNumber } as const
  const { result } = await client.simulateContract(call)
  const [, answers] = result
  if (answers.length !== owners.length) throw new Error('the node answered less than it was asked')
  return answers.reduce((sum, { success, returnData }) => {
    if (!success) throw new Error(`${asset} does not say what an address has`)
    return sum + decodeFunctionResult({ ...BALANCE, data: returnData })
  }, 0n)
}
