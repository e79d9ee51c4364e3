/** Rate limit of one officer over regulatory reports: far above a person at work, far below a program that reads all of them. */
import type { Caller } from '../../platform/http/route.ts'
import type { Allowance } from '../../platform/rate-limit.ts'
import type { RegulatoryContext } from './context.ts'

const ALLOWANCE: Allowance = { tries: 300, windowMs: 60_000 }

export const takeAllowance = ({ rateLimit }: RegulatoryContext, { accountId }: Caller): Promise<void> =>
  rateLimit.take([{ kind: 'regulatory', key: accountId, allowance: ALLOWANCE }], 'request.too_many')
