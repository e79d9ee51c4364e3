/**
 * Simulated third parties of the demo: a sender of tokens to an address, as a customer's friend would be, and the holder of the cold
 * wallet's keys.
 */
import { demoFaucet } from '@tunjo/contract/demo'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { type Address, encodeFunctionData, isAddress, keccak256 } from 'viem'
import { chainClient } from '../../server/src/chain/client.ts'
import { readDeployment } from '../../server/src/chain/deployment.ts'
import { readWallets } from '../../server/src/chain/mnemonic.ts'
import { sendSigned } from '../../server/src/chain/send-signed.ts'
import { ERC20_ABI } from '../../server/src/chain/uniswap.ts'
import { refuse } from '../../server/src/platform/http/refusal.ts'
import { implement, type Route } from '../../server/src/platform/http/route.ts'
import type { Environment } from '../../server/src/platform/process/settings.ts'

/** Maximum of one call: enough for a trial. */
const MOST: Readonly<Record<Exclude<AssetCode, 'COP'>, bigint>> = { BTC: 10_000_000n, USDT: 1_000_000_000n }
const GAS = 100_000n
const FEES = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }

interface Sent {
  readonly from: 'visitor' | 'cold'
  readonly to: Address
  readonly asset: AssetCode
  readonly amount: bigint
}

/** Empty where the chain is not the demo's own. */
export function demoFaucetRoutes({ CHAIN_RPC_URL, CHAIN_DEPLOYMENT_FILE, CHAIN_MNEMONIC_FILE }: Environment): Route[] {
  if (!CHAIN_RPC_URL || !CHAIN_DEPLOYMENT_FILE || !CHAIN_MNEMONIC_FILE) return []
  const client = chainClient(CHAIN_RPC_URL)
  const wallets = readWallets(CHAIN_MNEMONIC_FILE)
  // Two concurrent calls would take the same nonce.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.catch(() => undefined).then(work)
    last = turn
    return turn
  }
  async function sendTokens({ from, to, asset, amount }: Sent) {
    const { chainId, tokens } = readDeployment(CHAIN_DEPLOYMENT_FILE ?? '')
    const account = wallets[from]
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })
    const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'pending' })
    const token = tokens[asset === 'COP' ? 'COPT' : asset]
    const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, to: token, data, gas: GAS, ...FEES })
    await sendSigned(client, signed)
    return { transaction_hash: keccak256(signed) }
  }
  return implement(demoFaucet, {
    sendTokens({ body: { address, asset, amount: text } }) {
      const amount = parseUnits(text, ASSETS[asset].scale)
      if (!isAddress(address) || amount === null || amount <= 0n || amount > MOST[asset]) refuse('request.invalid')
      return inTurn(() => sendTokens({ from: 'visitor', to: address, asset, amount }))
    },
    refillHotWallet({ body: { asset, amount: text } }) {
      const amount = parseUnits(text, ASSETS[asset].scale)
      if (amount === null || amount <= 0n) refuse('request.invalid')
      return inTurn(() => sendTokens({ from: 'cold', to: wallets.hot.address, asset, amount }))
    },
  })
}
