/** A chain of its own for a test file: real node, real contracts, temporary folder, half a second. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, keccak256 } from 'viem'
import type { WalletName } from '../mnemonic.ts'
import { sendSigned } from '../send-signed.ts'
import { type EmbeddedChain, type EmbeddedChainOptions, startEmbeddedChain } from './embedded-chain.ts'

export const silentLog = { info() {}, warn() {}, error() {} }

export interface TestChain extends EmbeddedChain {
  dataDir: string
  /** Signs and sends from one of the chain's own wallets, and waits until it is mined. */
  send(wallet: WalletName, to: Hex, data: Hex): Promise<{ hash: Hex; status: 'success' | 'reverted' }>
  /** Ends the chain and deletes its folder. */
  destroy(): Promise<void>
}

export async function startTestChain(options: Partial<EmbeddedChainOptions> = {}): Promise<TestChain> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tunjo-chain-')))
  const chain = await startEmbeddedChain({ log: silentLog, blockTimeMs: 20, ...options, dataDir })
  // Tests that move a price want it to stay there.
  await chain.maker.stop()
  return {
    ...chain,
    dataDir,
    async send(wallet, to, data) {
      const account = chain.wallets[wallet]
      const nonce = await chain.client.getTransactionCount({ address: account.address, blockTag: 'pending' })
      const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
      const transaction = { type: 'eip1559', chainId: chain.deployment.chainId, nonce, to, data, gas: 2_000_000n, ...fees } as const
      const signed = await account.signTransaction(transaction)
      await sendSigned(chain.client, signed)
      const receipt = await chain.client.waitForTransactionReceipt({ hash: keccak256(signed), pollingInterval: 20 })
      return { hash: receipt.transactionHash, status: receipt.status }
    },
    async destroy() {
      await chain.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
