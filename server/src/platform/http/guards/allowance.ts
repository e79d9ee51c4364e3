/** Rate limit that a call declares: counted once before its handler. */
import { ALLOWANCES, type AllowanceName, type DeclaredAllowance } from '@tunjo/contract/allowances'
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Bucket, RateLimit } from '../../rate-limit/rate-limit.ts'
import type { Caller } from '../caller.ts'
import { networkOf } from '../network.ts'

interface Counted {
  readonly caller: Pick<Caller, 'accountId'> | null
  readonly ip: string
}

/** @throws Refused the code of the allowance, with `Retry-After` */
export async function takeAllowance({ allowance: name }: Endpoint, counted: Counted, rateLimit: Pick<RateLimit, 'take'>): Promise<void> {
  if (!name) return
  const { code = 'request.too_many' }: DeclaredAllowance = ALLOWANCES[name]
  await rateLimit.take(bucketsOf(name, counted), code)
}

function bucketsOf(name: AllowanceName, { caller, ip }: Counted): Bucket[] {
  const { account, network }: DeclaredAllowance = ALLOWANCES[name]
  return [
    ...(network ? [{ kind: `${name}-network`, key: networkOf(ip), allowance: network }] : []),
    ...(account && caller ? [{ kind: name, key: caller.accountId, allowance: account }] : []),
  ]
}
