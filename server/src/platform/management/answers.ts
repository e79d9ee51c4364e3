/** Answers of the management calls that every role has: on the port of the product, of the web role, and of a process without calls. */
import { timingSafeEqual } from 'node:crypto'
import type { management } from '@tunjo/contract/management'
import type * as z from 'zod'
import { sha256 } from '../database/ids.ts'
import { isLoopbackAddress } from '../http/network.ts'
import type { HttpContext } from '../http/route.ts'
import type { Health } from './health.ts'

/** Time after which a load balancer or a monitor may ask again. */
export const READY_RETRY_AFTER_SECONDS = 5

export interface Access {
  readonly token: string | null
  readonly profile: 'demo' | 'production'
}
type Caller = Pick<HttpContext, 'ip' | 'headers'>

/** Behind a proxy every caller could look local, so in production, and wherever a token is set, it alone decides. */
export function mayReadMetrics({ ip, headers }: Caller, { token, profile }: Access): boolean {
  if (token === null) return profile === 'demo' && isLoopbackAddress(ip)
  const given = String(headers.authorization ?? '')
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(`Bearer ${token}`)))
}

export const LIVE = { status: 'live' } as const

/** An outsider learns only whether this process takes calls: not what fails, and not that anything does. */
export async function readyAnswer(health: Health, caller: Caller, access: Access): Promise<z.output<typeof management.ready.response>> {
  const { status, checks } = await health.readiness()
  if (mayReadMetrics(caller, access)) return { status, checks: [...checks] }
  return { status: status === 'not_ready' ? status : 'ready' }
}
