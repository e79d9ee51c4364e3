/** Settings of the chain: node, contracts, confirmations, fees, keys. */
import * as z from 'zod'
import { type Environment, readSettings } from '../../platform/settings.ts'

const schema = z.object({
  CHAIN_RPC_URL: z.url(),
  /** JSON file that says where the contracts are; see server/src/chain/deployment.ts. */
  CHAIN_DEPLOYMENT_FILE: z.string(),
  /** Mnemonic of the house's wallets; only processes with the role `signer` open it. */
  CHAIN_MNEMONIC_FILE: z.string(),
  CHAIN_CONFIRMATIONS: z.coerce.number().int().min(1).max(1000).default(2),
  CHAIN_MAXIMUM_FEE_GWEI: z.coerce.number().int().min(1).max(10_000).default(100),
})

export interface ChainSettings {
  rpcUrl: string
  deploymentFile: string
  mnemonicFile: string
  confirmationsNeeded: number
  maximumFeeWei: bigint
}

export function readChainSettings(env: Environment): ChainSettings {
  const given = readSettings(schema, env)
  return {
    rpcUrl: given.CHAIN_RPC_URL,
    deploymentFile: given.CHAIN_DEPLOYMENT_FILE,
    mnemonicFile: given.CHAIN_MNEMONIC_FILE,
    confirmationsNeeded: given.CHAIN_CONFIRMATIONS,
    maximumFeeWei: BigInt(given.CHAIN_MAXIMUM_FEE_GWEI) * 1_000_000_000n,
  }
}
