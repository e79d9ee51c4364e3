/**
 * Access control of the core (decision 80): only the web role may call it, which authenticates with a shared token. The caller's address
 * and the id of the request are trusted from the web role alone.
 */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '../database/ids.ts'
import { refuseSuspect } from './refusal.ts'

export const CORE_TOKEN_HEADER = 'x-core-token'
export const REQUEST_ID_HEADER = 'x-request-id'
/** A monitor calls each process directly: without a separate token these paths disclose nothing. */
const WATCHED = /^\/management\//

export function isFromWeb(headers: IncomingHttpHeaders, token: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(String(headers[CORE_TOKEN_HEADER] ?? ''))), Buffer.from(sha256(token)))
}

/** Runs before every other guard: a caller that is not the web role learns nothing. */
export function answerWebOnly(app: FastifyInstance, token: string): void {
  app.addHook('onRequest', async (request) => {
    if (WATCHED.test(request.url) || isFromWeb(request.headers, token)) return
    refuseSuspect('request.not_found', { event: 'core_call_refused' })
  })
}
