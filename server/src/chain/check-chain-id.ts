/** The node has to be of the deployment's chain: on another one the same bytes would be somebody else's contracts. */
import type { ChainClient } from './client.ts'
import type { ChainDeployment } from './deployment.ts'

export class WrongChain extends Error {}

/** Asks until the node has answered once. @throws WrongChain */
export function chainIdCheck(client: ChainClient, { chainId }: Pick<ChainDeployment, 'chainId'>): () => Promise<void> {
  let isChecked = false
  return async () => {
    if (isChecked) return
    const found = await client.getChainId()
    if (found !== chainId) throw new WrongChain(`CHAIN_RPC_URL is a node of chain ${found}, and the deployment is on chain ${chainId}.`)
    isChecked = true
  }
}
