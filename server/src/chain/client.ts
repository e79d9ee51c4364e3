/** The one way our code talks to the chain. */
import { createPublicClient, http, type PublicClient } from 'viem'

export type ChainClient = PublicClient

/** Calls made in the same turn travel in one HTTP request. */
export function chainClient(rpcUrl: string, { timeoutMs = 5_000 } = {}): ChainClient {
  return createPublicClient({
    transport: http(rpcUrl, { batch: { batchSize: 200 }, timeout: timeoutMs, retryCount: 1 }),
    cacheTime: 0,
  })
}
