/** Answers of the simulated providers, behind a switch for each call: it fails, hangs, is slow, or works without an answer. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from './context.ts'
import type { ApiFaultPoint } from './switch-types.ts'
import { takeApiFault } from './switches.ts'

export interface Answer {
  status: number
  body: unknown
}

type Handler = (request: FastifyRequest) => Answer

const DEFAULT_TIMEOUT_MS = 60_000
const DEFAULT_SLOW_MS = 5_000

/** Mount a handler behind the switch of its call: it may fail, hang, be slow, or do the work and never answer. */
export function answering(sandbox: Sandbox, point: ApiFaultPoint, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const fault = takeApiFault(sandbox, point)
    switch (fault?.kind) {
      case 'error':
        return send(reply, internalError(point))
      case 'timeout':
        await sandbox.delay(fault.value ?? DEFAULT_TIMEOUT_MS)
        return cutConnection(reply)
      case 'slow':
        await sandbox.delay(fault.value ?? DEFAULT_SLOW_MS)
        break
      case 'drop-after':
        handle(request)
        return cutConnection(reply)
      case 'error-after':
        handle(request)
        return send(reply, internalError(point))
    }
    return send(reply, handle(request))
  }
}

function send(reply: FastifyReply, { status, body }: Answer) {
  return reply.code(status).send(body)
}

function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.socket?.destroy()
  return reply
}

function internalError(point: ApiFaultPoint): Answer {
  if (point.startsWith('payouts'))
    return { status: 500, body: { code: 'EXC_001', message: 'Se presentó error interno procesando la solicitud.' } }
  if (point.startsWith('tusdatos')) return { status: 500, body: { detail: 'Internal Server Error' } }
  return { status: 500, body: { error: { type: 'INTERNAL_ERROR', reason: 'Error interno' } } }
}
