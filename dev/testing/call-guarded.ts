/** Call of a route without HTTP, after the guards of what its endpoint declares: the reason and the allowance. */
import { takeAllowance } from '../../server/src/platform/http/guards/allowance.ts'
import { checkDeclaredReason } from '../../server/src/platform/http/guards/reason.ts'
import type { Caller, Route } from '../../server/src/platform/http/route.ts'
import type { Platform } from '../../server/src/platform/module.ts'
import { createRateLimit } from '../../server/src/platform/rate-limit/rate-limit.ts'

interface Given {
  readonly caller: Pick<Caller, 'accountId'>
  readonly body?: unknown
  readonly [name: string]: unknown
}

export async function callGuarded<Answer>(
  platform: Pick<Platform, 'db' | 'clock'>,
  route: Route | undefined,
  given: Given,
): Promise<Answer> {
  if (!route) throw new Error('there is no such route')
  checkDeclaredReason(route.endpoint, given.body)
  await takeAllowance(route.endpoint, { caller: given.caller, ip: '127.0.0.1' }, createRateLimit(platform))
  return (await route.handle(given as never)) as Answer
}
