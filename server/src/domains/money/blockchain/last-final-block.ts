/** Last block that does not change any more, by the operator's finality setting. */
import type { ChainClient } from '../../../chain/client.ts'
import type { ChainSettings } from './config.ts'

export type Finality = Pick<ChainSettings, 'finality' | 'confirmationsNeeded'>

export async function lastFinalBlock(
  { client, settings }: { readonly client: ChainClient; readonly settings: Finality },
  headBlock: number,
): Promise<number> {
  if (settings.finality === 'depth') return headBlock - settings.confirmationsNeeded + 1
  return Number((await client.getBlock({ blockTag: 'finalized' })).number)
}
