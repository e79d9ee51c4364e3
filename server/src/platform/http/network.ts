/**
 * Network of an address, for rate limits, sign-ins and the black list; and which networks say nothing about who is behind them. IPv4
 * written as IPv6, in dots or in hex, is that IPv4.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Null for anything else. The zone of a link is left out. */
export function parseAddress(text: string): Address | null {
  const plain = text.split('%')[0] ?? text
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

/** As it is written when nobody hides it: `203.0.113.7` of `::ffff:cb00:7107`. What is no address stays as it is. */
export const plainAddress = (text: string): string => parseAddress(text)?.toString() ?? text

/** What one household or attacker has: the IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const address = parseAddress(ip)
  if (!address) return ip
  return address.kind() === 'ipv4' ? address.toString() : groupsOf(address, 4)
}

/** For logs: enough to see that many calls come from one place, too little to name a household. The /24 of IPv4, the /48 of IPv6. */
export function truncatedNetwork(ip: string): string {
  const known = TRUNCATED.get(ip) ?? truncate(ip)
  TRUNCATED.set(ip, known)
  return known
}

/** Logs and rules ask about the same again and again. */
const TRUNCATED = new LRUCache<string, string>({ max: 10_000 })

function truncate(ip: string): string {
  const address = parseAddress(ip)
  if (!address) return 'unknown'
  return address.kind() === 'ipv4' ? address.toString().replace(/\d+$/, '0/24') : groupsOf(address, 3)
}

/** The first groups of 16 bits, as a prefix. */
function groupsOf(address: Address, count: number): string {
  const bytes = address.toByteArray()
  const groups = Array.from({ length: count }, (_, at) => ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16))
  return `${groups.join(':')}::/${16 * count}`
}

/** RFC 1918, RFC 6598 (a carrier's), RFC 3927, RFC 4193 and the machine itself. Behind a proxy that hides who calls, everybody has such an address. */
const LOCAL_RANGES = new Set(['unspecified', 'loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'])

/** Of an address, or of a prefix that `networkOf` wrote. What is no address is not local. */
export function isLocalNetwork(network: string): boolean {
  const [first = ''] = network.split('/')
  const address = parseAddress(first)
  return address !== null && LOCAL_RANGES.has(address.range())
}

/** Anybody's: of no network of ours, of a carrier, of a cloud's own services, and no way into one (NAT64, 6to4, Teredo). */
export const isPublicAddress = (ip: string): boolean => parseAddress(ip)?.range() === 'unicast'

export const isLoopbackAddress = (ip: string): boolean => parseAddress(ip)?.range() === 'loopback'

/** Of a URL: without the brackets of IPv6. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Of a URL: a name of this machine, or an address of it in any form. */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname)
  return host === 'localhost' || isLoopbackAddress(host) || parseAddress(host)?.range() === 'unspecified'
}
