/** Transfers from the cold wallet to the hot wallet, read from the chain's logs and each transaction's receipt. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { isAddressEqual, parseAbiItem } from 'viem'
import { receiptOrNull } from '../../../chain/receipt.ts'
import { tokenTransfers } from '../../../chain/token-transfers.ts'
import type { ChainContext } from './context.ts'
import { TOKEN_OF } from './custody.ts'
import type { ColdArrival } from './types.ts'

const TRANSFER_EVENT = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** Block range that nodes accept in one call. */
const BLOCKS_AT_ONCE = 1_000n

type Context = Pick<ChainContext, 'client' | 'deployment'>

export async function readColdArrivals(context: Context, fromBlock: bigint, toBlock: bigint): Promise<ColdArrival[]> {
  const found: ColdArrival[] = []
  for (let from = fromBlock; from <= toBlock; from += BLOCKS_AT_ONCE) {
    const last = from + BLOCKS_AT_ONCE - 1n
    found.push(...(await arrivalsIn(context, from, last < toBlock ? last : toBlock)))
  }
  return found
}

async function arrivalsIn({ client, deployment }: Context, fromBlock: bigint, toBlock: bigint): Promise<ColdArrival[]> {
  const { coldWallet, hotWallet, tokens } = deployment
  if (!coldWallet) return []
  const address = ASSET_CODES.map((asset) => tokens[TOKEN_OF[asset]])
  const logs = await client.getLogs({ address, event: TRANSFER_EVENT, args: { from: coldWallet, to: hotWallet }, fromBlock, toBlock })
  const found: ColdArrival[] = []
  for (const transactionHash of new Set(logs.map((log) => log.transactionHash))) {
    const receipt = await receiptOrNull(client, transactionHash)
    // A node that has the log but not the receipt lags: the read is retried, since a block that was read is not read again.
    if (receipt?.status !== 'success') throw new Error(`the node does not show the receipt of ${transactionHash}`)
    const positions = new Map(receipt.logs.map(({ logIndex }, position) => [logIndex, position]))
    for (const { address: contract, args, logIndex } of tokenTransfers(receipt.logs)) {
      const asset = ASSET_CODES.find((code) => isAddressEqual(tokens[TOKEN_OF[code]], contract))
      const position = positions.get(logIndex)
      const isRefill = isAddressEqual(args.from, coldWallet) && isAddressEqual(args.to, hotWallet) && args.value > 0n
      if (asset && isRefill && position !== undefined)
        found.push({ asset, amount: args.value, transactionHash, position, blockNumber: receipt.blockNumber })
    }
  }
  return found
}
