/**
 * Network of an address, for rate limits, sign-ins and the blocklist; and which networks do not identify the caller behind them. IPv4
 * written as IPv6, in dots or in hex, is that IPv4.
 */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Null for text that is no address. The zone of a link is left out. */
export function parseAddress(text: string): Address | null {
  const plain = text.split('%')[0] ?? text
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

/** Plain form of an address: `203.0.113.7` for `::ffff:cb00:7107`. Text that is no address stays unchanged. */
export const plainAddress = (text: string): string => parseAddress(text)?.toString() ?? text

/** Range of one household or attacker: the IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const address = parseAddress(ip)
  if (!address) return ip
  return address.kind() === 'ipv4' ? address.toString() : groupsOf(address, 4)
}

/** For logs: enough to see that many calls come from one network, too little to identify a household. The /24 of IPv4, the /48 of IPv6. */
export function truncatedNetwork(ip: string): string {
  const known = TRUNCATED.get(ip) ?? truncate(ip)
  TRUNCATED.set(ip, known)
  return known
}

/** Logs and rules query the same addresses repeatedly. */
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

/**
 * RFC 1918, RFC 6598 (a carrier's), RFC 3927, RFC 4193 and the machine itself. Behind a proxy that hides the caller, every caller has such
 * an address.
 */
const LOCAL_RANGES = new Set(['unspecified', 'loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal'])

/** `network`: an address, or a prefix that `networkOf` wrote. Text that is no address is not local. */
export function isLocalNetwork(network: string): boolean {
  const [first = ''] = network.split('/')
  const address = parseAddress(first)
  return address !== null && LOCAL_RANGES.has(address.range())
}

/** Publicly routable: not a local network, a carrier's, a cloud's internal services, or a way into one (NAT64, 6to4, Teredo). */
export const isPublicAddress = (ip: string): boolean => parseAddress(ip)?.range() === 'unicast'

export const isLoopbackAddress = (ip: string): boolean => parseAddress(ip)?.range() === 'loopback'

/** Host of a URL without the brackets of IPv6. */
export const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Whether the host of a URL is this machine: a name of it, or an address of it in any form. */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname)
  return host === 'localhost' || isLoopbackAddress(host) || parseAddress(host)?.range() === 'unspecified'
}
