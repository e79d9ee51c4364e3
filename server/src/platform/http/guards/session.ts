/** Session guard: identifies the caller by the bearer token and the live session behind it. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import { Refused } from '../refusal.ts'
import type { ReportRefusal } from '../security-log.ts'

/** Null when no token was sent; refuses an invalid token. `isWrite`: checks the session as it is at this moment, not the cached one. */
export type Authenticate = (request: FastifyRequest, call?: { readonly isWrite: boolean }) => Promise<Caller | null>

/** Includes reads that leave a trace: one call of the specification flags a person by GET. */
const isWrite = ({ method, audit }: Endpoint): boolean => method !== 'GET' || audit !== undefined

export interface SessionGuards {
  readonly authenticate: Authenticate
  readonly reportRefusal: ReportRefusal
}

/** A public call does not fail because the browser still holds an old token. */
export async function callerOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, reportRefusal }: SessionGuards,
): Promise<Caller | null> {
  if (endpoint.role === 'MACHINE' || endpoint.role === 'DEMO') return null
  const call = { isWrite: isWrite(endpoint) }
  if (endpoint.role !== 'PUBLIC') return authenticate(request, call)
  return authenticate(request, call).catch((error) => {
    if (!(error instanceof Refused)) throw error
    reportRefusal(error, request)
    return null
  })
}

/** For long answers: checks the token and the session at this moment. */
export const isStillSignedIn = (request: FastifyRequest, authenticate: Authenticate): Promise<boolean> =>
  authenticate(request).then(
    (caller) => caller !== null,
    () => false,
  )
