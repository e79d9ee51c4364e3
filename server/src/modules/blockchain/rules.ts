/** What the signer accepts, on plain values. It trusts nobody's word: it decodes the bytes it is asked to sign. */
import { decodeFunctionData, type Hex } from 'viem'
import { COPT } from '../../../../solidity/artifacts.generated.ts'
import type { ChainDeployment } from '../../chain/deployment.ts'
import { SWAP_ROUTER_ABI } from '../../chain/uniswap.ts'
import { sha256 } from '../../platform/ids.ts'
import type { StoredReceipt, TransactionIntent } from './types.ts'

/** The stored form of an intent: canonical, so that its hash says whether a single character changed. */
export interface IntentRequest {
  readonly chainId: number
  readonly to: Hex
  readonly data: Hex
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
}

const PRIORITY_FEE_WEI = 1_000_000_000n

export function requestOf({ to, data, gas }: TransactionIntent, chainId: number, maximumFeeWei: bigint): IntentRequest {
  return {
    chainId,
    to,
    data,
    gas: String(gas),
    maxFeePerGas: String(maximumFeeWei),
    maxPriorityFeePerGas: String(PRIORITY_FEE_WEI < maximumFeeWei ? PRIORITY_FEE_WEI : maximumFeeWei),
  }
}

export function intentHash(intent: Pick<TransactionIntent, 'operationId' | 'wallet' | 'kind' | 'ref'>, request: IntentRequest): string {
  const { operationId, wallet, kind, ref } = intent
  const { chainId, to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = request
  return sha256([operationId, wallet, kind, ref, chainId, to, data, gas, maxFeePerGas, maxPriorityFeePerGas].join('\n'))
}

/** A reason not to sign, or null. Money can only go to the hot wallet itself, or out of existence. */
export function checkSigningPolicy(
  { wallet, kind }: Pick<TransactionIntent, 'wallet' | 'kind'>,
  { chainId, to, data }: IntentRequest,
  deployment: ChainDeployment,
): string | null {
  if (chainId !== deployment.chainId) return 'another chain'
  try {
    if (kind === 'swap') return wallet === 'hot' ? swapReason(to, data, deployment) : 'wrong wallet'
    if (to !== deployment.tokens.COPT) return 'not the COPT contract'
    const call = decodeFunctionData({ abi: COPT.abi, data })
    if (kind === 'burn') return wallet === 'hot' && call.functionName === 'burn' ? null : 'not a burn of the hot wallet'
    const mintsForUs = wallet === 'treasury' && call.functionName === 'mint' && sameAddress(call.args[0], deployment.hotWallet)
    return mintsForUs ? null : 'not a mint for the hot wallet'
  } catch {
    return 'the call cannot be read'
  }
}

const SWAP_WAITS_MS = 10 * 60_000

/**
 * A customer whose swap found no signer for so long gets the money back, instead of a trade at a moment they no longer expect. Minting
 * and burning follow the bank's money however late they are.
 */
export function isTooOld({ kind, decidedAt }: { kind: TransactionIntent['kind']; decidedAt: Date }, now: Date): boolean {
  return kind === 'swap' && now.getTime() - decidedAt.getTime() > SWAP_WAITS_MS
}

function swapReason(to: Hex, data: Hex, deployment: ChainDeployment): string | null {
  if (to !== deployment.swapRouter) return 'not the swap router'
  const { functionName, args } = decodeFunctionData({ abi: SWAP_ROUTER_ABI, data })
  if (!sameAddress(args[0].recipient, deployment.hotWallet)) return 'the swap pays somebody else'
  const bounded = functionName === 'exactInput' ? args[0].amountOutMinimum > 0n : args[0].amountInMaximum < 2n ** 200n
  return bounded ? null : 'the swap has no bound'
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** What the ledger settled by: a repeated transaction has to say the same. Block and gas may differ. */
export function sameEffect(a: StoredReceipt, b: StoredReceipt): boolean {
  const effect = ({ status, logs }: StoredReceipt) =>
    JSON.stringify([status, logs.map(({ address, topics, data }) => [address, topics, data])])
  return effect(a) === effect(b)
}

export function confirmationsOf(blockNumber: number, headBlock: number): number {
  return Math.max(0, headBlock - blockNumber + 1)
}
