/** Read-only port to the chain for other modules, so that no other module holds a client of the node. */
import { BaseError, decodeFunctionResult, encodeFunctionData, formatEther, type Hex } from 'viem'
import type { ChainClient } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { ERC20_ABI, MULTICALL_ABI } from '../../../chain/uniswap.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { ChainSettings } from './config.ts'
import { TOKEN_OF } from './custody.ts'
import { feeCeilingWei } from './fee-ceiling.ts'
import { feesNow } from './signing/fees.ts'
import type { ChainReads } from './types.ts'

interface ReadsOptions {
  readonly client: ChainClient
  readonly deployment: ChainDeployment
  readonly settings: Pick<ChainSettings, 'gasReserveWei' | 'maximumFeeWei' | 'maximumFeeFile'>
  readonly log: Pick<Log, 'error' | 'info' | 'warn'>
}

/** When the node does not answer, the error is `blockchain.unavailable`. */
export function createChainReads({ client, deployment, settings, log }: ReadsOptions): ChainReads {
  const alarm = gasAlarm(deployment.hotWallet, log)
  const warning = lowGasWarning(deployment.hotWallet, log)
  return {
    async callMany(calls) {
      const call = { address: deployment.multicall, abi: MULTICALL_ABI, functionName: 'multicall', args: [calls] } as const
      const { result } = await client.simulateContract(call).catch(unavailable)
      const [, results] = result
      return results.length === calls.length ? results : refuse('blockchain.unavailable')
    },
    async callManyAt(blockHash, calls) {
      const data = encodeFunctionData({ abi: MULTICALL_ABI, functionName: 'multicall', args: [calls] })
      const asked = { to: deployment.multicall, data, blockHash, requireCanonical: true } as const
      const { data: answer = '0x' } = await client.call(asked).catch(unavailable)
      const [, results] = decoded(answer)
      return results.length === calls.length ? results : refuse('blockchain.unavailable')
    },
    gasPriceWei: () => client.getGasPrice().catch(unavailable),
    async canPayGas(gas) {
      const { gasReserveWei } = settings
      const ceilingWei = feeCeilingWei(settings)
      const reads = Promise.all([client.getBalance({ address: deployment.hotWallet }), client.getBlock({ blockTag: 'latest' })])
      const [balance, { baseFeePerGas }] = await reads.catch(unavailable)
      const baseFeeWei = baseFeePerGas ?? 0n
      const { maxFeePerGas } = feesNow(baseFeeWei, ceilingWei)
      const costWei = (units: bigint) => gasReserveWei + units * maxFeePerGas
      // Above the ceiling the network is expensive, and the wallet is not empty.
      if (baseFeeWei < ceilingWei) {
        alarm(balance, gas, costWei)
        warning(balance, costWei(BigInt(LOW_OPERATIONS) * OPERATION_GAS))
      }
      return baseFeeWei < ceilingWei && balance >= costWei(gas)
    },
    async isAboveFeeCeiling() {
      const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' }).catch(unavailable)
      return (baseFeePerGas ?? 0n) >= feeCeilingWei(settings)
    },
    hotBalance(asset) {
      const token = { address: deployment.tokens[TOKEN_OF[asset]], abi: ERC20_ABI }
      return client.readContract({ ...token, functionName: 'balanceOf', args: [deployment.hotWallet] }).catch(unavailable)
    },
    async dryRunSwap(data: Hex) {
      try {
        const gas = await client.estimateGas({ account: deployment.hotWallet, to: deployment.swapRouter, data })
        return { outcome: 'runs', gas }
      } catch (error) {
        if (error instanceof BaseError) return { outcome: 'fails', reason: error.message }
        throw error
      }
    },
  }
}

/** Number of usual operations below which the treasury screen also reports the wallet as low. */
const LOW_OPERATIONS = 100
const OPERATION_GAS = 300_000n
/**
 * The warning ends above this share of its start threshold, so that a gas price around the threshold does not log a line for each change.
 */
const ENOUGH_PERCENT = 120n

/** Warning that the gas wallet will soon be empty: logged when it begins and when the wallet is filled. */
function lowGasWarning(address: string, log: ReadsOptions['log']): (balanceWei: bigint, neededWei: bigint) => void {
  let isLow = false
  return (balanceWei, neededWei) => {
    const facts = { address, balance: formatEther(balanceWei), operations: LOW_OPERATIONS, needed: formatEther(neededWei) }
    if (!isLow && balanceWei < neededWei) {
      isLow = true
      const missing = formatEther(neededWei - balanceWei)
      log.warn({ securityEvent: 'low_gas', ...facts, missing }, 'the hot wallet will soon be unable to pay the network')
    } else if (isLow && balanceWei * 100n >= neededWei * ENOUGH_PERCENT) {
      isLow = false
      log.info(facts, 'the hot wallet has enough for the network again')
    }
  }
}

/**
 * Alarm that a wallet cannot pay the network: logged when it begins and when it ends, for any number of calls with more or less gas
 * between.
 */
function gasAlarm(address: string, log: ReadsOptions['log']): (balanceWei: bigint, gas: bigint, costWei: (gas: bigint) => bigint) => void {
  /** The largest amount of gas that the wallet could not pay. */
  let unpaidGas = 0n
  return (balanceWei, gas, costWei) => {
    const wasShort = unpaidGas > 0n
    const mostGas = gas > unpaidGas ? gas : unpaidGas
    const neededWei = costWei(mostGas)
    unpaidGas = balanceWei < neededWei ? mostGas : 0n
    const facts = { address, balance: formatEther(balanceWei), needed: formatEther(neededWei) }
    if (unpaidGas > 0n && !wasShort) {
      const missing = formatEther(neededWei - balanceWei)
      log.error({ securityEvent: 'no_gas', ...facts, missing }, 'the hot wallet cannot pay the network: nothing that needs it begins')
    }
    if (unpaidGas === 0n && wasShort) log.info(facts, 'the hot wallet can pay the network again')
  }
}

function decoded(answer: Hex) {
  try {
    return decodeFunctionResult({ abi: MULTICALL_ABI, functionName: 'multicall', data: answer })
  } catch (error) {
    return unavailable(error)
  }
}

function unavailable(error: unknown): never {
  if (error instanceof BaseError) refuse('blockchain.unavailable')
  throw error
}
