/** Check of a destination address, by its text and its owner (SEC-47). Pure. */
import { withoutInvisible } from '@tunjo/contract/plain-text'
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'

const FORM = /^0x[0-9a-fA-F]{40}$/
const isOneCase = (address: string): boolean => address.slice(2) === address.slice(2).toLowerCase() || isUpper(address)
const isUpper = (address: string): boolean => address.slice(2) === address.slice(2).toUpperCase()

/**
 * Parse an address. Chats and pages add invisible characters to copied text: they are removed, since no address has them.
 * In mixed case the checksum (EIP-55) must be right; in one case it has none, and gets it.
 */
export function readAddress(text: string): Address | Refusal {
  const typed = withoutInvisible(text).trim().replace(/^0X/, '0x')
  if (!FORM.test(typed)) return refusal('crypto.address_invalid')
  const address = getAddress(typed.toLowerCase())
  return isOneCase(typed) || isAddress(typed) ? address : refusal('crypto.address_checksum')
}

/** True for the zero address, precompiled contracts, and the usual burn address. */
const isUnusable = (address: Address): boolean => BigInt(address) <= 0xffffn || isAddressEqual(address, BURNED)
const BURNED = '0x000000000000000000000000000000000000dEaD'

export interface DestinationFacts {
  readonly deployment: ChainDeployment
  /** Deposit address of the customer who saves it. */
  readonly ownDeposit: Address
}

export function checkDestination(address: Address, { deployment, ownDeposit }: DestinationFacts): Refusal | null {
  const isOne = (of: readonly Address[]) => of.some((one) => isAddressEqual(one, address))
  const { tokens, pools, hotWallet, treasury, coldWallet } = deployment
  if (isUnusable(address)) return refusal('crypto.address_unusable')
  if (isOne(Object.values(tokens))) return refusal('crypto.address_token')
  if (isOne([...contractsOf(deployment), ...pools.map((pool) => pool.address)])) return refusal('crypto.address_contract')
  if (isOne(coldWallet ? [hotWallet, treasury, coldWallet] : [hotWallet, treasury])) return refusal('crypto.address_house')
  return isAddressEqual(address, ownDeposit) ? refusal('crypto.address_own_deposit') : null
}

const contractsOf = (of: ChainDeployment): Address[] => [
  of.uniswapFactory,
  of.positionManager,
  of.swapRouter,
  of.quoter,
  of.multicall,
  of.forwarderFactory,
]

/** Number of characters that people compare: address poisoning uses addresses with the same beginning and end. */
const COMPARED = 4

export function isSimilarAddress(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase().slice(2), other.toLowerCase().slice(2)]
  return a !== b && a.slice(0, COMPARED) === b.slice(0, COMPARED) && a.slice(-COMPARED) === b.slice(-COMPARED)
}

/** Shortened form: `0x12ab…90ef`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Label in a sentence, enough for its owner. */
export const addressLabel = ({ alias, address }: { alias: string; address: string }): string =>
  `${alias} (${shortAddress(getAddress(address))})`

/** Time from which a new address can be used; null when that time has passed. */
export function addressHeldUntil(createdAt: Date, { holdMs, now }: { holdMs: number; now: Date }): Date | null {
  const until = new Date(createdAt.getTime() + holdMs)
  return until > now ? until : null
}
