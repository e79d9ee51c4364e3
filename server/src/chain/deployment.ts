/**
 * Addresses of contracts and wallets on the chain, in a file. The first start of the embedded chain writes it, `tunjo deploy-chain` for a
 * test chain, or an operator for another one.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, isAddress } from 'viem'
import * as z from 'zod'
import { fieldOf } from '../platform/http/field-of.ts'
import { SettingsInvalid } from '../platform/process/settings.ts'
import { CHAIN_TOKENS, type ChainToken } from './tokens.ts'
import { FEE_TIERS, type FeeTier } from './uniswap.ts'

/** File of a demo's chain. */
export function deploymentPath(dataDir: string): string {
  return join(dataDir, 'chain', 'deployment.json')
}

export interface Pool {
  address: Address
  token0: Address
  token1: Address
  fee: FeeTier
}

export interface ChainContracts {
  tokens: Record<ChainToken, Address>
  uniswapFactory: Address
  positionManager: Address
  swapRouter: Address
  quoter: Address
  multicall: Address
  forwarderFactory: Address
}

export interface ChainDeployment extends ChainContracts {
  chainId: number
  treasury: Address
  hotWallet: Address
  /** Platform wallet whose key is outside the product: surplus of the hot wallet is sent to it, and is returned manually. */
  coldWallet?: Address
  /** Outside person of a demo. */
  visitor?: Address
  pools: Pool[]
}

/** Addresses that receive money. The checksum of mixed capitals detects a wrong letter (EIP-55). */
const address = z.custom<Address>((text) => typeof text === 'string' && isAddress(text), 'is no address, or its checksum is wrong')
const isFeeTier = (fee: unknown): fee is FeeTier => typeof fee === 'number' && fee in FEE_TIERS
const Deployment: z.ZodType<ChainDeployment> = z.object({
  chainId: z.int().positive(),
  tokens: z.record(z.enum(CHAIN_TOKENS), address),
  uniswapFactory: address,
  positionManager: address,
  swapRouter: address,
  quoter: address,
  multicall: address,
  forwarderFactory: address,
  treasury: address,
  hotWallet: address,
  coldWallet: address.optional(),
  visitor: address.optional(),
  pools: z.array(z.object({ address, token0: address, token1: address, fee: z.custom<FeeTier>(isFeeTier, 'is no fee of Uniswap') })),
})

/** @throws SettingsInvalid with the file and the first invalid field */
export function readDeployment(path: string): ChainDeployment {
  const read = Deployment.safeParse(jsonOf(path))
  if (read.success) return read.data
  const [{ path: field, message } = { path: [], message: 'cannot be read' }] = read.error.issues
  throw new SettingsInvalid(`The deployment file ${path}: ${field.join('.') || 'its content'}: ${message}.`)
}

/** Written completely under a temporary name first. */
export function writeDeployment(path: string, deployment: ChainDeployment): void {
  writeFileSync(`${path}.writing`, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(`${path}.writing`, path)
}

function jsonOf(path: string): unknown {
  const text = textOf(path)
  try {
    return JSON.parse(text)
  } catch {
    throw new SettingsInvalid(`The deployment file ${path} is no JSON.`)
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsInvalid(`The deployment file ${path} (CHAIN_DEPLOYMENT_FILE) cannot be read (${String(fieldOf(error, 'code'))}).`)
  }
}
