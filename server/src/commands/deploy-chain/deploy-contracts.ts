/** Deployment of the contracts, tokens and pools to a chain that is not the embedded one: checked before it begins, continued after a kill. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Address, formatEther, parseEther } from 'viem'
import type { ChainClient } from '../../chain/client.ts'
import { type DeploymentPlan, planDeployment } from '../../chain/contracts/deployment-plan.ts'
import { SEED_POOLS, type SeedPool } from '../../chain/contracts/pools.ts'
import { findPools, hasAllCode, type PlanSending, sendPlan, transactionsOf } from '../../chain/contracts/send-plan.ts'
import { type ChainDeployment, writeDeployment } from '../../chain/deployment.ts'
import { ERC20_ABI } from '../../chain/uniswap.ts'
import { feesNow, type SigningKeys } from '../../domains/money/blockchain/index.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { type Begun, beginOrContinue, endBegun } from './begun.ts'

export interface DeploymentGiven extends Omit<Begun, 'treasury' | 'hot'> {
  readonly client: ChainClient
  readonly keys: SigningKeys
  /** File of the deployment, which does not exist yet. */
  readonly file: string
  readonly maximumFeeWei: bigint
  readonly coldWallet: Address | null
  readonly say: (line: string) => void
}

const RECEIPT = { timeout: 600_000, pollingInterval: 500 }
const PENDING_LOOKS = 120

/** Writes the file last. @throws CommandRefused with one sentence; nothing was sent then */
export async function deployContracts(given: DeploymentGiven): Promise<ChainDeployment> {
  const { client, keys, chainId, file, coldWallet, say } = given
  const [treasury, hot] = [keys.treasury.address, keys.hot.address]
  await waitForPending(given)
  const begun = beginOrContinue(file, { chainId, treasury, hot, prices: given.prices, wrappedEther: given.wrappedEther }, say)
  const pools = poolsOf(begun)
  const plan = planDeployment({ treasury, hot, demo: null, pools, prices: begun.prices })
  await refuseUsedKeys(given, plan)
  const sending = await sendingOf(given, plan)
  await refuseWithoutEther(given, sending)
  await sendPlan(sending)
  const wallets = { treasury, hotWallet: hot, ...(coldWallet && { coldWallet }) }
  const deployment = { chainId, ...wallets, ...plan.contracts, pools: await findPools(client, plan.contracts, pools) }
  if (!(await hasAllCode(client, deployment)))
    throw new CommandRefused(`Chain ${chainId} lacks contracts after the deployment: was the node changed? Use new keys for another one.`)
  writeDeployment(file, deployment)
  endBegun(file)
  return deployment
}

/** COPT outside of the treasury, in base units: after a deployment all of it is in the pools. */
export async function issuedCopt(client: ChainClient, { tokens: { COPT }, treasury }: ChainDeployment): Promise<bigint> {
  const token = { address: COPT, abi: ERC20_ABI } as const
  const [supply, kept] = await Promise.all([
    client.readContract({ ...token, functionName: 'totalSupply' }),
    client.readContract({ ...token, functionName: 'balanceOf', args: [treasury] }),
  ])
  return supply - kept
}

/** Real ether goes into two pools only, so that the others do not depend on how much there is. */
function poolsOf({ wrappedEther, prices }: Begun): SeedPool[] {
  const [whole = '0'] = prices.usdPerToken.WETH.split('.')
  const count = BigInt(SEED_POOLS.filter(({ tokens }) => tokens.includes('WETH')).length)
  const usd = (parseEther(wrappedEther) * BigInt(whole)) / parseEther('1') / count
  if (usd === 0n) throw new CommandRefused('--wrapped-ether is too little: a pool needs a dollar of it or more.')
  return SEED_POOLS.map((pool) => (pool.tokens.includes('WETH') ? { ...pool, depthUsd: usd } : pool))
}

const WALLETS = ['treasury', 'hot'] as const

/** A call that was killed may have sent transactions that no block has yet. */
async function waitForPending({ client, keys }: DeploymentGiven): Promise<void> {
  for (const wallet of WALLETS) {
    const { address } = keys[wallet]
    for (let looks = 0; ; looks++) {
      const [mined, sent] = await Promise.all([
        client.getTransactionCount({ address }),
        client.getTransactionCount({ address, blockTag: 'pending' }),
      ])
      if (sent <= mined) break
      if (looks === PENDING_LOOKS)
        throw new CommandRefused(`${sent - mined} transactions of ${address} wait for a block: call again when the chain has them.`)
      await delay(RECEIPT.pollingInterval)
    }
  }
}

/** Addresses and steps follow from the first transactions of both keys. @throws CommandRefused when one has sent others */
async function refuseUsedKeys({ client, keys }: DeploymentGiven, plan: DeploymentPlan): Promise<void> {
  const [treasury, hot] = await Promise.all(WALLETS.map((wallet) => client.getTransactionCount({ address: keys[wallet].address })))
  const created = transactionsOf(plan, 'treasury')
    .flatMap(({ creates }) => (creates ? [creates] : []))
    .slice(0, treasury)
  const codes = await Promise.all(created.map((address) => client.getCode({ address })))
  const isOurs = codes.every((code) => code !== undefined && code !== '0x')
  const mayHotHaveSent = (treasury ?? 0) >= transactionsOf(plan, 'treasury').length
  if (!isOurs) throw usedKey('treasury', keys.treasury.address)
  if ((hot ?? 0) > (mayHotHaveSent ? transactionsOf(plan, 'hot').length : 0)) throw usedKey('hot wallet', keys.hot.address)
}

const usedKey = (wallet: string, address: Address): CommandRefused =>
  new CommandRefused(
    `The key of the ${wallet} ${address} has sent other transactions on this chain: a deployment needs new keys (--new-keys).`,
  )

async function sendingOf({ client, chainId, keys, maximumFeeWei, say }: DeploymentGiven, plan: DeploymentPlan): Promise<PlanSending> {
  const { gasLimit } = await client.getBlock()
  return {
    ...{ client, chainId, plan, signers: keys, receipt: RECEIPT },
    // Half a block: others use it too.
    blockGasLimit: gasLimit / 2n,
    async fees() {
      const base = (await client.getBlock()).baseFeePerGas ?? 0n
      if (base >= maximumFeeWei)
        throw new CommandRefused('The chain asks more for gas than CHAIN_MAXIMUM_FEE_GWEI: call again later, or set a higher one.')
      return feesNow(base, maximumFeeWei)
    },
    async sent(labels) {
      failpoint('deploy_chain.sent')
      say(`Sent: ${labels.join(', ')}.`)
    },
  }
}

/** At the price of gas of this moment, for all that is not sent yet. */
async function refuseWithoutEther({ client, keys }: DeploymentGiven, { plan, fees }: PlanSending): Promise<void> {
  const { maxFeePerGas } = await fees()
  for (const wallet of WALLETS) {
    const { address } = keys[wallet]
    const [sent, held] = await Promise.all([client.getTransactionCount({ address }), client.getBalance({ address })])
    const next = transactionsOf(plan, wallet).slice(sent)
    const needed = next.reduce((sum, { gas, valueWei }) => sum + gas * maxFeePerGas + valueWei, 0n)
    if (held >= needed) continue
    const name = wallet === 'hot' ? 'hot wallet' : wallet
    throw new CommandRefused(
      `The ${name} ${address} needs ${formatEther(needed)} ether for ${next.length} transactions and has ${formatEther(held)}: send it some, and call again.`,
    )
  }
}
