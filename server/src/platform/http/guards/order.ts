/**
 * The guards of a call in their fixed order. The rate limit of the network (rate-limit.ts) comes before all of them.
 * Before the body is read: session → role → permission → owner → content type and announced size.
 * Before the handler, with the decoded body: idempotency key → step-up → duplicate → reason → allowance → handler (→ approval of its outcome).
 * After it: audit, that what the contract declares was recorded (audit.ts).
 */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import type { DuplicateWindow, Operation } from '../../database/idempotency.ts'
import type { RateLimit } from '../../rate-limit/rate-limit.ts'
import { checkBytes } from '../bytes.ts'
import { checkForm } from '../receive-form.ts'
import { takeAllowance } from './allowance.ts'
import { authorize } from './authorize.ts'
import { operationOf } from './idempotency.ts'
import { checkDeclaredReason } from './reason.ts'
import { callerOf, type SessionGuards } from './session.ts'
import { bindingOf, callOf, grantOf, type StepUpGate } from './step-up.ts'

/** Parameters of the path: text until the contract's schema has parsed it. */
export interface CallParams {
  Params: Readonly<Record<string, string>>
}

/**
 * An unauthenticated caller never makes the server parse a body. The caller is attached to the request before any refusal, for the security
 * log.
 */
export async function guardBeforeBody(endpoint: Endpoint, request: FastifyRequest<CallParams>, guards: SessionGuards): Promise<void> {
  request.caller = await callerOf(endpoint, request, guards)
  authorize(endpoint, request.caller, request.params)
  checkForm(endpoint, request)
  checkBytes(endpoint, request)
}

interface Guards {
  readonly duplicates: DuplicateWindow
  readonly stepUp: StepUpGate
  readonly rateLimit: RateLimit
}

export async function guardBeforeHandler<T>(
  endpoint: Endpoint,
  request: FastifyRequest<CallParams>,
  { duplicates, stepUp, rateLimit }: Guards,
  { body, run }: { body: unknown; run: (operation: Operation | null) => Promise<T> },
): Promise<T> {
  const { caller } = request
  const named = (endpoint.money || endpoint.idempotent) && caller ? operationOf(endpoint, request) : null
  const operation = endpoint.money || !named?.isKeyless ? named : null
  if (endpoint.stepUp && caller) {
    const binding = bindingOf(endpoint, { params: request.params, query: request.query, body })
    await stepUp({ caller, call: callOf(endpoint), binding, grant: grantOf(request.headers), operation })
  }
  const isKeyless = operation?.isKeyless && caller
  const limited = async () => {
    checkDeclaredReason(endpoint, body)
    await takeAllowance(endpoint, request, rateLimit)
    return run(operation)
  }
  return isKeyless ? duplicates.once(caller.accountId, operation.hash, limited) : limited()
}
