/** Idempotency key of a money call (SEC-45), read from its header. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { nameOperation, type Operation } from '../../database/idempotency.ts'
import { sha256 } from '../../database/ids.ts'
import { refuse } from '../refusal.ts'

export const IDEMPOTENCY_HEADER = 'Idempotency-Key'
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9-]{8,64}$/

export function operationOf(endpoint: Endpoint, request: FastifyRequest): Operation {
  const key = request.headers[IDEMPOTENCY_HEADER.toLowerCase()]
  if (key !== undefined && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) refuse('request.idempotency_key_invalid')
  const call = `${endpoint.method} ${endpoint.path}`
  const hash = sha256(`${call}\n${JSON.stringify(request.params)}\n${request.rawBody}`)
  return nameOperation({ accountId: request.caller?.accountId ?? '', call, key, hash })
}
