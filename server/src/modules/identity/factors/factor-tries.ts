/** Guesses at a person's factors count together, wherever they are made (R10). */
import { networkOf } from '../../../platform/http/network.ts'
import type { Tries } from '../../../platform/throttle.ts'
import type { IdentityContext } from '../context.ts'
import { SIGN_IN_ALLOWANCE } from '../rules.ts'

export const tryFactor = <T>(
  { throttle }: Pick<IdentityContext, 'throttle'>,
  { accountId, ip }: { accountId: string; ip: string },
  work: (tries: Tries) => Promise<T>,
): Promise<T> =>
  throttle.attempt(
    [
      { kind: 'factor-network', key: networkOf(ip), allowance: SIGN_IN_ALLOWANCE },
      { kind: 'factor', key: accountId, allowance: SIGN_IN_ALLOWANCE },
    ],
    'identity.too_many_attempts',
    work,
  )
