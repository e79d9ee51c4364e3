/** Rate limit of the network: before any other guard. Finer limits belong to the modules, by account and device (platform/rate-limit/rate-limit.ts). */
import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import { networkOf } from '../network.ts'

const REQUESTS_PER_MINUTE = 1_200
const STATIC_FILE = /^\/(static|assets|pictures)\//

export const NETWORK_RATE_LIMIT: RateLimitPluginOptions = {
  max: REQUESTS_PER_MINUTE,
  timeWindow: 60_000,
  // A client that hung up has no address any more, whatever the type declares.
  keyGenerator: (request) => networkOf(request.ip ?? ''),
  // Files are cheap to serve, and many people behind one address each load dozens of them.
  allowList: (request) => STATIC_FILE.test(request.url),
}
