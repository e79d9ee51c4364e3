/** Sends the transactions of a deployment plan that the chain does not have yet, in the order of their nonces. */
import { type Hex, keccak256, type TransactionSerializableEIP1559, zeroAddress } from 'viem'
import type { ChainClient } from '../client.ts'
import type { ChainContracts, ChainDeployment, Pool } from '../deployment.ts'
import { sendSigned } from '../send-signed.ts'
import { type DeploymentPlan, PLANNED_WALLETS, type PlannedTransaction, type PlannedWallet } from './deployment-plan.ts'
import type { SeedPool } from './pools.ts'
import { FACTORY_ABI } from './uniswap-deployment.ts'

export interface PlanSigner {
  readonly address: Hex
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
}

export interface PlanSending {
  readonly client: ChainClient
  readonly chainId: number
  readonly plan: DeploymentPlan
  readonly signers: Readonly<Partial<Record<PlannedWallet, PlanSigner>>>
  readonly blockGasLimit: bigint
  readonly receipt: { readonly timeout: number; readonly pollingInterval: number }
  /** Fees of the next transactions, in wei. */
  fees(): Promise<{ readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }>
  /** Called after transactions were sent, before their receipts are awaited. */
  sent(labels: readonly string[]): Promise<void>
}

export const transactionsOf = ({ transactions }: DeploymentPlan, wallet: PlannedWallet): PlannedTransaction[] =>
  transactions.filter((transaction) => transaction.wallet === wallet)

/** @throws when a transaction is reverted, with its label */
export async function sendPlan(sending: PlanSending): Promise<void> {
  for (const name of PLANNED_WALLETS) {
    const planned = transactionsOf(sending.plan, name)
    const signer = sending.signers[name]
    if (!signer || planned.length === 0) continue
    for (let rounds = 0; rounds <= planned.length; rounds++) {
      const nonce = await sending.client.getTransactionCount({ address: signer.address })
      if (nonce >= planned.length) break
      const next = planned.slice(nonce, nonce + fittingOneBlock(planned.slice(nonce), sending.blockGasLimit))
      await sendTogether(sending, signer, next, nonce)
    }
  }
}

async function sendTogether(sending: PlanSending, signer: PlanSigner, next: readonly PlannedTransaction[], nonce: number): Promise<void> {
  const { client, chainId } = sending
  const fees = await sending.fees()
  const signed = await Promise.all(
    next.map(({ to, data, valueWei, gas }, index) =>
      signer.signTransaction({ type: 'eip1559', chainId, nonce: nonce + index, to, data, value: valueWei, gas, ...fees }),
    ),
  )
  await Promise.all(signed.map((raw) => sendSigned(client, raw)))
  await sending.sent(next.map(({ label }) => label))
  const receipts = await Promise.all(
    signed.map((raw) => client.waitForTransactionReceipt({ hash: keccak256(raw), checkReplacement: false, ...sending.receipt })),
  )
  const failed = receipts.findIndex((receipt) => receipt.status !== 'success')
  if (failed >= 0) throw new Error(`the deployment failed at: ${next[failed]?.label}`)
}

/** Number of next transactions that fit into one block. anvil drops the followers of a transaction that does not fit. */
function fittingOneBlock(next: readonly PlannedTransaction[], blockGasLimit: bigint): number {
  let gas = 0n
  const tooMany = next.findIndex((transaction) => {
    gas += transaction.gas
    return gas > blockGasLimit
  })
  return tooMany === -1 ? next.length : Math.max(1, tooMany)
}

export function findPools(client: ChainClient, { tokens, uniswapFactory }: ChainContracts, pools: readonly SeedPool[]): Promise<Pool[]> {
  return Promise.all(
    pools.map(async ({ tokens: [a, b], fee }) => {
      const [token0 = zeroAddress, token1 = zeroAddress] = [tokens[a], tokens[b]].sort((x, y) => (BigInt(x) < BigInt(y) ? -1 : 1))
      const args = [token0, token1, fee] as const
      return {
        address: await client.readContract({ address: uniswapFactory, abi: FACTORY_ABI, functionName: 'getPool', args }),
        token0,
        token1,
        fee,
      }
    }),
  )
}

/** Whether the chain has code at every address of the deployment. */
export async function hasAllCode(client: ChainClient, deployment: ChainDeployment): Promise<boolean> {
  const { tokens, uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory, pools } = deployment
  const addresses = [...Object.values(tokens), uniswapFactory, positionManager, swapRouter, quoter, multicall, forwarderFactory]
  const codes = await Promise.all([...addresses, ...pools.map((pool) => pool.address)].map((address) => client.getCode({ address })))
  return codes.every((code) => code !== undefined && code !== '0x')
}
