/** Transaction of the hot wallet that the product does not know, as after the restore of an older database. */
import { type Address, encodeFunctionData, parseGwei } from 'viem'
import { chainClient } from '../../server/src/chain/client.ts'
import { readDeployment } from '../../server/src/chain/deployment.ts'
import { readWallets } from '../../server/src/chain/mnemonic.ts'
import { sendSigned } from '../../server/src/chain/send-signed.ts'
import { ERC20_ABI } from '../../server/src/chain/uniswap.ts'

/**
 * Send tokens at the wallet's next nonce, signed with its key.
 * @param env settings of the running product: `CHAIN_DEPLOYMENT_FILE`, `CHAIN_RPC_URL`, `CHAIN_MNEMONIC_FILE`
 * @param amount USDT in base units of the token
 */
export async function sendFromHotWallet(env: Record<string, string>, to: Address, amount: bigint): Promise<void> {
  const deployment = readDeployment(env.CHAIN_DEPLOYMENT_FILE ?? '')
  const client = chainClient(env.CHAIN_RPC_URL ?? '', { timeoutMs: 10_000 })
  const { hot } = readWallets(env.CHAIN_MNEMONIC_FILE ?? '')
  const signed = await hot.signTransaction({
    type: 'eip1559',
    chainId: deployment.chainId,
    nonce: await client.getTransactionCount({ address: deployment.hotWallet }),
    to: deployment.tokens.USDT,
    data: encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] }),
    gas: 100_000n,
    maxFeePerGas: parseGwei('100'),
    maxPriorityFeePerGas: parseGwei('1'),
  })
  await sendSigned(client, signed)
}
