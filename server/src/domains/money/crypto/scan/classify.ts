/**
 * Classification of a token movement to a deposit address, by on-chain facts: a listed contract, an external sender, above zero (R14,
 * SEC-52). Pure.
 */
import type { AssetCode } from '@tunjo/contract/money'
import { type Address, zeroAddress } from 'viem'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { assetOfContract } from '../deposit-tokens.ts'
import type { Unrecognized } from './block-store.ts'

export type Classified =
  | { readonly asset: AssetCode; readonly unrecognized: null }
  | { readonly asset: null; readonly unrecognized: Unrecognized['kind'] }

type Deployment = Pick<ChainDeployment, 'tokens' | 'hotWallet' | 'treasury' | 'coldWallet' | 'forwarderFactory'>

export function classify(
  { contract, from, value }: { contract: Address; from: Address; value: bigint },
  deployment: Deployment,
): Classified {
  const asset = assetOfContract(deployment, contract)
  if (asset === null) return { asset: null, unrecognized: 'unknown_token' }
  if (value === 0n) return { asset: null, unrecognized: 'zero_amount' }
  return isOfPlatform(from, deployment) ? { asset: null, unrecognized: 'from_house' } : { asset, unrecognized: null }
}

/** Wei below which ether is spam: sending it costs as little as a worthless token. */
const DUST_BELOW = 10n ** 15n
export const isDust = (wei: bigint): boolean => wei < DUST_BELOW

/** The platform's own tokens are no customer's deposit; neither are minted ones, which come from the zero address. */
function isOfPlatform(from: Address, { hotWallet, treasury, coldWallet, forwarderFactory }: Deployment): boolean {
  return [hotWallet, treasury, coldWallet, forwarderFactory, zeroAddress].some((own) => own?.toLowerCase() === from.toLowerCase())
}
