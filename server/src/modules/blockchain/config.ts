/** Settings of the chain: node, contracts, confirmations, fees, keys. */
import * as z from 'zod'
import type { PlatformSettings } from '../../platform/config.ts'
import { booleanSetting, type Environment, readSettings, SettingsInvalid } from '../../platform/settings.ts'

const schema = z.object({
  CHAIN_RPC_URL: z.url(),
  /** In production a node on this machine is usually the demo's: whoever runs one of their own there says so. */
  CHAIN_RPC_ON_THIS_MACHINE: booleanSetting.default(false),
  /** JSON file that says where the contracts are; see server/src/chain/deployment.ts. */
  CHAIN_DEPLOYMENT_FILE: z.string(),
  CHAIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(1000).default(2),
})

export interface ChainSettings {
  rpcUrl: string
  deploymentFile: string
  confirmationsNeeded: number
}

export function readChainSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): ChainSettings {
  const given = readSettings(schema, env)
  if (profile === 'production' && isLoopback(given.CHAIN_RPC_URL) && !given.CHAIN_RPC_ON_THIS_MACHINE)
    throw new SettingsInvalid('CHAIN_RPC_URL is on this machine: in production CHAIN_RPC_ON_THIS_MACHINE=true says that the node is yours.')
  return { rpcUrl: given.CHAIN_RPC_URL, deploymentFile: given.CHAIN_DEPLOYMENT_FILE, confirmationsNeeded: given.CHAIN_CONFIRMATIONS }
}

const LOOPBACK = /^(localhost|127\.|\[?::1\]?$|0\.0\.0\.0$)/

const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname)
