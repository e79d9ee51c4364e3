/** Balances of the platform's wallets at one block and the network's price, for the treasury screen. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { type Address, BaseError } from 'viem'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { ChainContext } from './context.ts'
import { TOKEN_OF } from './custody.ts'
import type { PlatformWallets } from './types.ts'

/** When the node does not answer, the error is `blockchain.unavailable`. */
export async function readPlatformWallets(context: Pick<ChainContext, 'client' | 'deployment' | 'settings'>): Promise<PlatformWallets> {
  const { client, deployment, settings } = context
  try {
    const blockNumber = await client.getBlockNumber()
    const { coldWallet } = deployment
    const [hot, treasury, cold, coptSupply, gasPriceWei] = await Promise.all([
      walletAt(context, 'hot', deployment.hotWallet, blockNumber),
      walletAt(context, 'treasury', deployment.treasury, blockNumber),
      coldWallet ? walletAt(context, 'cold', coldWallet, blockNumber) : null,
      client.readContract({ address: deployment.tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply', blockNumber }),
      client.getGasPrice(),
    ])
    return { wallets: cold ? [hot, cold, treasury] : [hot, treasury], coptSupply, gasPriceWei, gasReserveWei: settings.gasReserveWei }
  } catch (error) {
    if (error instanceof BaseError) refuse('blockchain.unavailable')
    throw error
  }
}

async function walletAt(
  { client, deployment: { tokens } }: Pick<ChainContext, 'client' | 'deployment'>,
  name: PlatformWallets['wallets'][number]['name'],
  address: Address,
  blockNumber: bigint,
): Promise<PlatformWallets['wallets'][number]> {
  const held = async (asset: AssetCode) => {
    const token = { address: tokens[TOKEN_OF[asset]], abi: ERC20_ABI } as const
    return { asset, amount: await client.readContract({ ...token, functionName: 'balanceOf', args: [address], blockNumber }) }
  }
  const [etherWei, ...balances] = await Promise.all([client.getBalance({ address, blockNumber }), ...ASSET_CODES.map(held)])
  return { name, address, etherWei, balances }
}
