/** Network of an address, for rate limits and sign-ins. */
import { isIPv4, isIPv6 } from 'node:net'

/** What one household or attacker has: the IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  const address = ip.split('%')[0] ?? ip
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(':')}::/64` : ip
}

/** For logs: enough to see that many calls come from one place, too little to name a household. The /24 of IPv4, the /48 of IPv6. */
export function truncatedNetwork(ip: string): string {
  const network = networkOf(ip)
  if (isIPv4(network)) return network.replace(/\d+$/, '0/24')
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : 'unknown'
}

function ipv6Groups(address: string): string[] {
  // The URL parser writes the canonical form, which shortens zeros at one place only.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const left = head === '' ? [] : head.split(':')
  if (tail === undefined) return left
  const right = tail === '' ? [] : tail.split(':')
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}
