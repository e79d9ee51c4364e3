/** The last block that does not change any more, as far as the operator trusts the chain. */
import type { ChainContext } from './context.ts'

export async function lastFinalBlock({ client, settings }: Pick<ChainContext, 'client' | 'settings'>, headBlock: number): Promise<number> {
  if (settings.finality === 'depth') return headBlock - settings.confirmationsNeeded + 1
  return Number((await client.getBlock({ blockTag: 'finalized' })).number)
}
