/** Balances of deposit addresses at one block, and the factory's sweep target: the chain's side of a comparison that trusts no row. */
import { ASSET_CODES, type AssetCode, perAsset } from '@tunjo/contract/money'
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import type { ChainClient } from '../../../chain/client.ts'
import { NodeUnavailable } from '../../../chain/node-unavailable.ts'
import { ERC20_ABI, MULTICALL_ABI } from '../../../chain/uniswap.ts'
import { type BlockHead, blockOrNull } from './chain-blocks.ts'
import type { ChainContext } from './context.ts'
import { TOKEN_OF } from './custody.ts'
import type { DepositCustody, TokenHolder } from './types.ts'

/** Number of balances that nodes return in one call. */
const BALANCES_AT_ONCE = 300
const BALANCE_GAS = 100_000n
/** Balance call of a token and, by the multicall contract, of ether: both return one number. */
const BALANCE = { abi: ERC20_ABI, functionName: 'balanceOf' } as const

type Context = Pick<ChainContext, 'client' | 'deployment'>

/** @throws NodeUnavailable while the chain is shorter: the node has no balances of the block yet. */
export async function readDepositCustody(
  context: Context,
  holders: readonly TokenHolder[],
  block: Pick<BlockHead, 'number' | 'hash'>,
): Promise<DepositCustody | null> {
  const { client, deployment } = context
  const { number: blockNumber } = block
  if (!(await isOfChain(client, block))) return null
  const factory = { address: deployment.forwarderFactory, abi: DepositForwarderFactory.abi } as const
  const sweepsGoTo = await client.readContract({ ...factory, functionName: 'destination', blockNumber })
  const held: Record<AssetCode, bigint> = perAsset(() => 0n)
  for (const asset of ASSET_CODES) {
    const owners = holders.filter((holder) => holder.asset === asset).map(({ address }) => address)
    const target = deployment.tokens[TOKEN_OF[asset]]
    const dataFor = (owner: Address) => encodeFunctionData({ ...BALANCE, args: [owner] })
    const balances = await balancesOf(context, owners, { target, dataFor, blockNumber })
    held[asset] = balances.reduce((sum, balance) => sum + balance, 0n)
  }
  // Nodes read by block number. The answers belong to this block when its hash is still on the chain.
  return (await isOfChain(client, block)) ? { held, sweepsGoTo } : null
}

/** @throws NodeUnavailable while the chain is shorter */
export async function readDepositEther(
  context: Context,
  owners: readonly Address[],
  block: Pick<BlockHead, 'number' | 'hash'>,
): Promise<readonly bigint[] | null> {
  const { client, deployment } = context
  const dataFor = (owner: Address) => encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'getEthBalance', args: [owner] })
  if (!(await isOfChain(client, block))) return null
  const balances = await balancesOf(context, owners, { target: deployment.multicall, dataFor, blockNumber: block.number })
  return (await isOfChain(client, block)) ? balances : null
}

async function isOfChain(client: ChainClient, { number, hash }: Pick<BlockHead, 'number' | 'hash'>): Promise<boolean> {
  const found = await blockOrNull(client, number)
  if (!found) throw new NodeUnavailable('behind', `The chain of the node ends before block ${number}, up to which the books are.`)
  return found.hash === hash
}

interface Asked {
  readonly target: Address
  readonly dataFor: (owner: Address) => Hex
  readonly blockNumber: bigint
}

/** In the order of the owners. */
async function balancesOf(context: Context, owners: readonly Address[], asked: Asked): Promise<bigint[]> {
  const balances: bigint[] = []
  for (let from = 0; from < owners.length; from += BALANCES_AT_ONCE)
    balances.push(...(await someBalances(context, owners.slice(from, from + BALANCES_AT_ONCE), asked)))
  return balances
}

async function someBalances({ client, deployment }: Context, owners: readonly Address[], { target, dataFor, blockNumber }: Asked) {
  const calls = owners.map((owner) => ({ target, gasLimit: BALANCE_GAS, callData: dataFor(owner) }))
  const call = { address: deployment.multicall, abi: MULTICALL_ABI, functionName: 'multicall', args: [calls], blockNumber } as const
  const { result } = await client.simulateContract(call)
  const [, answers] = result
  if (answers.length !== owners.length) throw new Error('the node answered less than it was asked')
  return answers.map(({ success, returnData }) => {
    if (!success) throw new Error(`contract ${target} does not say what an address has`)
    return decodeFunctionResult({ ...BALANCE, data: returnData })
  })
}
