/** The one way our code talks to the chain. */
import { createPublicClient, defineChain, http, type PublicClient } from 'viem'
import { EMBEDDED_CHAIN_ID } from '../platform/embedded/anvil-process.ts'

export type ChainClient = PublicClient

export const embeddedChain = defineChain({
  id: EMBEDDED_CHAIN_ID,
  name: 'Tunjo',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

/** Calls made in the same turn travel in one HTTP request. */
export function chainClient(rpcUrl: string, { timeoutMs = 5_000 } = {}): ChainClient {
  return createPublicClient({
    chain: embeddedChain,
    transport: http(rpcUrl, { batch: { batchSize: 200 }, timeout: timeoutMs, retryCount: 1 }),
    cacheTime: 0,
  })
}
