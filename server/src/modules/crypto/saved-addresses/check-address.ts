/** Whether an address may be a destination, by its text and by whose it is (SEC-47). Pure. */
import { withoutUnseen } from '@tunjo/contract/plain-text'
import { type Address, getAddress, isAddress, isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { type Refusal, refusal } from '../../../platform/refusal.ts'

const FORM = /^0x[0-9a-fA-F]{40}$/
const isOneCase = (address: string): boolean => address.slice(2) === address.slice(2).toLowerCase() || isUpper(address)
const isUpper = (address: string): boolean => address.slice(2) === address.slice(2).toUpperCase()

/**
 * Chats and pages put marks that cannot be seen around and into what is copied: they are taken off, since no address has them.
 * With capital and small letters the checksum (EIP-55) must be right; written in one case it has none, and gets it.
 */
export function readAddress(text: string): Address | Refusal {
  const typed = withoutUnseen(text).trim().replace(/^0X/, '0x')
  if (!FORM.test(typed)) return refusal('crypto.address_invalid')
  const address = getAddress(typed.toLowerCase())
  return isOneCase(typed) || isAddress(typed) ? address : refusal('crypto.address_checksum')
}

/** The zero address, precompiled contracts, and the address that people use to burn. */
const isUnusable = (address: Address): boolean => BigInt(address) <= 0xffffn || isAddressEqual(address, BURNED)
const BURNED = '0x000000000000000000000000000000000000dEaD'

export interface DestinationFacts {
  readonly deployment: ChainDeployment
  /** Deposit address of who saves it. */
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

/** What people compare: who swaps copied addresses makes one that begins and ends alike. */
const COMPARED = 4

export function looksLike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase().slice(2), other.toLowerCase().slice(2)]
  return a !== b && a.slice(0, COMPARED) === b.slice(0, COMPARED) && a.slice(-COMPARED) === b.slice(-COMPARED)
}

/** `0x12ab…90ef`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/** Enough for its owner, in a sentence. */
export const addressLabel = ({ alias, address }: { alias: string; address: string }): string =>
  `${alias} (${shortAddress(getAddress(address))})`

/** When a new address can first be used; null when that time has come. */
export function addressHeldUntil(createdAt: Date, { holdMs, now }: { holdMs: number; now: Date }): Date | null {
  const until = new Date(createdAt.getTime() + holdMs)
  return until > now ? until : null
}
