/** Networks of the blocklist: prefixes (CIDR) that are compared by equality, so that hashes of them can be compared. */
import ipaddr from 'ipaddr.js'
import { type Address, isLocalNetwork, parseAddress } from '../../../platform/http/network.ts'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'

/** A wider prefix would block a whole operator. */
const SHORTEST = { ipv4: 16, ipv6: 32 } as const
/** Prefix length of IPv4-mapped IPv6 addresses. */
const MAPPED_BITS = 96

/** Reduced to the network: a typed address inside it would hide the rest of the network. */
export function readNetwork(typed: string): { text: string; masked: string } | Refusal | null {
  const [, written = '', given] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(typed) ?? []
  const address = parseAddress(written)
  if (!address) return null
  const bits = bitsOf(address)
  const length = given === undefined ? bits : prefixLength(Number(given), { isMapped: bits === 32 && written.includes(':') })
  if (length > bits) return null
  const base = firstOf(address, length)
  if (length < SHORTEST[address.kind()] || isLocalNetwork(base)) return refusal('blacklist.too_wide')
  return { text: prefixText(address, length), masked: length === bits ? base : `${base}/${length}` }
}

/** Every network that may be listed and contains this address, so that it is found by equality. */
export function networksOf(ip: string): string[] {
  const address = parseAddress(ip)
  if (!address) return []
  const [shortest, bits] = [SHORTEST[address.kind()], bitsOf(address)]
  return Array.from({ length: bits - shortest + 1 }, (_, at) => prefixText(address, shortest + at))
}

/** `::ffff:203.0.113.0/120` is a /24 of IPv4, and so is the commonly written `/24`. */
const prefixLength = (given: number, { isMapped }: { isMapped: boolean }) =>
  isMapped && given >= MAPPED_BITS ? given - MAPPED_BITS : given

const bitsOf = (address: Address): 32 | 128 => (address.kind() === 'ipv4' ? 32 : 128)

const integerOf = (address: Address): bigint => BigInt(`0x${Buffer.from(address.toByteArray()).toString('hex')}`)

/** Hashes of this text are stored, so it must not change. */
const prefixText = (address: Address, length: number): string =>
  `${bitsOf(address)}:${(integerOf(address) >> BigInt(bitsOf(address) - length)).toString(16)}/${length}`

function firstOf(address: Address, length: number): string {
  const rest = BigInt(bitsOf(address) - length)
  const first = ((integerOf(address) >> rest) << rest).toString(16).padStart(bitsOf(address) / 4, '0')
  return ipaddr.fromByteArray([...Buffer.from(first, 'hex')]).toString()
}
