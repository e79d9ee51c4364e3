/** Settings of the chain: node, contracts, confirmations, fees. */
import { parseEther } from 'viem'
import * as z from 'zod'
import { isLoopbackHost } from '../../../platform/http/network.ts'
import type { PlatformSettings } from '../../../platform/process/config.ts'
import { booleanSetting, declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../platform/process/settings.ts'

/** A higher value is a typing error of the operator. */
export const FEE_CEILING_GWEI_MAX = 10_000

const schema = declareSettings({
  /** Node for reads and for sending transactions. */
  CHAIN_RPC_URL: z.url(),
  /** In production a node on this machine is usually the demo's. An operator with a local node confirms it here. */
  CHAIN_RPC_ON_THIS_MACHINE: booleanSetting.default(false),
  /** Node of another provider: the result of an operation is accepted when both nodes agree. */
  CHAIN_SECOND_RPC_URL: z.url().optional(),
  /** JSON file with the addresses of the contracts; see server/src/chain/deployment.ts. */
  CHAIN_DEPLOYMENT_FILE: z.string(),
  /** Ether that the hot wallet reserves for operations in flight: below it no new trade begins. */
  CHAIN_GAS_RESERVE_ETHER: z
    .string()
    .default('0.02')
    .transform((text) => parseEther(text)),
  /** Highest fee offered for a place in a block. No trade begins while the network asks more. */
  CHAIN_MAXIMUM_FEE_GWEI: z.coerce.number().int().min(1).max(FEE_CEILING_GWEI_MAX).default(100),
  /** While this file exists, the number in it (gwei) replaces the setting above. */
  CHAIN_MAXIMUM_FEE_FILE: z.string().optional(),
  /** `finalized`: the chain's own finalized tag, where the chain supports it; `depth`: a number of confirmations. */
  CHAIN_FINALITY: z.enum(['depth', 'finalized']).default('depth'),
  /** Depth in blocks within which settled operations are checked again. */
  CHAIN_RECHECK_BLOCKS: z.coerce.number().int().min(10).max(10_000).default(256),
  /** Number of confirmations that settles an operation. */
  CHAIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(1000).default(2),
})

export interface ChainSettings {
  rpcUrl: string
  secondRpcUrl: string | null
  deploymentFile: string
  confirmationsNeeded: number
  finality: 'depth' | 'finalized'
  recheckBlocks: number
  gasReserveWei: bigint
  maximumFeeWei: bigint
  maximumFeeFile: string | null
}

export function readChainSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): ChainSettings {
  const given = readSettings(schema, env)
  if (profile === 'production' && isLoopbackHost(new URL(given.CHAIN_RPC_URL).hostname) && !given.CHAIN_RPC_ON_THIS_MACHINE)
    throw new SettingsInvalid('CHAIN_RPC_URL is on this machine: in production CHAIN_RPC_ON_THIS_MACHINE=true says that the node is yours.')
  return {
    rpcUrl: given.CHAIN_RPC_URL,
    secondRpcUrl: given.CHAIN_SECOND_RPC_URL ?? null,
    deploymentFile: given.CHAIN_DEPLOYMENT_FILE,
    confirmationsNeeded: given.CHAIN_CONFIRMATIONS,
    finality: given.CHAIN_FINALITY,
    recheckBlocks: given.CHAIN_RECHECK_BLOCKS,
    gasReserveWei: given.CHAIN_GAS_RESERVE_ETHER,
    maximumFeeWei: BigInt(given.CHAIN_MAXIMUM_FEE_GWEI) * 1_000_000_000n,
    maximumFeeFile: given.CHAIN_MAXIMUM_FEE_FILE ?? null,
  }
}
