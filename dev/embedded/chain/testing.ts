/** Separate chain for a test file: real node, real contracts, temporary folder, half a second. */
import { rm } from 'node:fs/promises'
import { type Hex, keccak256 } from 'viem'
import type { WalletName } from '../../../server/src/chain/mnemonic.ts'
import { sendSigned } from '../../../server/src/chain/send-signed.ts'
import { memoryFolder } from '../../testing/temporary-folder.ts'
import { type EmbeddedChain, type EmbeddedChainOptions, startEmbeddedChain } from './embedded-chain.ts'
import { jsonRpc } from './json-rpc.ts'

export const silentLog = { info() {}, warn() {}, error() {} }

export interface TestChain extends EmbeddedChain {
  dataDir: string
  /** Signs and sends from one of the chain's wallets, and mines it. */
  send(wallet: WalletName, to: Hex, data: Hex): Promise<{ hash: Hex; status: 'success' | 'reverted' }>
  /** Saves the present state, for a later `revert`. */
  snapshot(): Promise<string>
  /** Removes every block since. */
  revert(snapshot: string): Promise<void>
  /** Replaces this block and all after it with empty ones. */
  reorganiseFrom(block: number): Promise<void>
  /** Stops the chain and deletes its folder. */
  destroy(): Promise<void>
}

export async function startTestChain(options: Partial<EmbeddedChainOptions> = {}): Promise<TestChain> {
  const dataDir = options.dataDir ?? memoryFolder('chain')
  const chain = await startEmbeddedChain({ log: silentLog, blockTimeMs: 20, ...options, dataDir })
  // Tests that move a price need it to stay there.
  await chain.maker.stop()
  const rpc = jsonRpc(chain.rpcUrl)
  return {
    ...chain,
    dataDir,
    snapshot: () => chain.anvil.whileAtRest(() => rpc<string>('evm_snapshot')),
    revert: (snapshot) => chain.anvil.whileAtRest(() => rpc<void>('evm_revert', [snapshot])),
    reorganiseFrom: (block) =>
      chain.anvil.whileAtRest(async () => {
        // Counted here, since a block that is mined between the count and the call would save the oldest one.
        const head = Number(await rpc<string>('eth_blockNumber'))
        await rpc<void>('anvil_reorg', [head - block + 1, []])
      }),
    async send(wallet, to, data) {
      const account = chain.wallets[wallet]
      const nonce = await chain.client.getTransactionCount({ address: account.address, blockTag: 'pending' })
      const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
      const transaction = { type: 'eip1559', chainId: chain.deployment.chainId, nonce, to, data, gas: 2_000_000n, ...fees } as const
      const signed = await account.signTransaction(transaction)
      await sendSigned(chain.client, signed)
      await rpc('evm_mine')
      const receipt = await chain.client.waitForTransactionReceipt({ hash: keccak256(signed), pollingInterval: 20 })
      return { hash: receipt.transactionHash, status: receipt.status }
    },
    async destroy() {
      await chain.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
