/** Puts contract routes on Fastify: guards in their order, decoding, handler, encoding. Deny by default. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { DuplicateWindow, Operation } from '../database/idempotency.ts'
import type { RateLimit } from '../rate-limit/rate-limit.ts'
import { bytesOf } from './bytes.ts'
import { httpContext } from './context.ts'
import { EventStream } from './event-stream.ts'
import { fieldOf } from './field-of.ts'
import { sendFile } from './file-answer.ts'
import { isFresh } from './freshness.ts'
import { outcomeOf, sendPendingApproval } from './guards/approval.ts'
import { audited } from './guards/audit.ts'
import { type CallParams, guardBeforeBody, guardBeforeHandler } from './guards/order.ts'
import { type Authenticate, isStillSignedIn } from './guards/session.ts'
import type { StepUpGate } from './guards/step-up.ts'
import { Refused } from './refusal.ts'
import type { Caller, Route } from './route.ts'
import { MEDIA_TYPE, schemaOf } from './schema.ts'
import type { ReportRefusal, ReportUnrecorded } from './security-log.ts'
import type { UploadReceiver } from './upload.ts'
import { sendZip } from './zip-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    role?: Endpoint['role']
  }
}

export interface MountOptions {
  authenticate: Authenticate
  duplicates: DuplicateWindow
  stepUp: StepUpGate
  rateLimit: RateLimit
  secureCookies: boolean
  uploads: UploadReceiver
  reportRefusal: ReportRefusal
  reportUnrecorded: ReportUnrecorded
}

export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  const openStreams = new Set<EventStream>()
  // A stopping server would otherwise wait for every open screen.
  app.addHook('preClose', async () => {
    for (const stream of openStreams) stream.end()
  })
  for (const route of routes) mountRoute(app, route, { ...options, openStreams })
}

interface MountContext extends MountOptions {
  openStreams: Set<EventStream>
}

function mountRoute(app: FastifyInstance, route: Route, context: MountContext) {
  const { name, endpoint } = route
  const { authenticate, reportRefusal, reportUnrecorded, uploads, openStreams } = context
  app.route<CallParams>({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(name, endpoint),
    bodyLimit: endpoint.bytes?.maximum,
    config: { isWebhook: endpoint.role === 'MACHINE', role: endpoint.role },
    onRequest: (request) => tellingRefusals(route, request, () => guardBeforeBody(endpoint, request, { authenticate, reportRefusal })),
    preValidation: (request, reply) => uploads.receive(endpoint, request, reply),
    handler: async (request, reply) => {
      const body = bodyOf(endpoint, request)
      const run = (operation: Operation | null) => handle(route, context, request, reply, { body, operation })
      const guarded = async () => outcomeOf(endpoint, await guardBeforeHandler(endpoint, request, context, { body, run }))
      const outcome = await tellingRefusals(route, request, () =>
        audited(endpoint, request.caller, (missing) => reportUnrecorded(missing, request), guarded),
      )
      if (!outcome.isDone) return sendPendingApproval(reply, outcome.waiting)
      const { answer } = outcome
      if (endpoint.answer === 'stream') return sendStream(reply, answer, openStreams)
      if (endpoint.answer === 'zip') return sendZip(reply, answer)
      return endpoint.answer === 'file' ? sendFile(reply, answer) : send(endpoint, reply, answer)
    },
  })
}

/** For officers' calls only: refused calls of other accounts are in the security log. */
async function tellingRefusals<T>({ refused }: Route, request: FastifyRequest<CallParams>, run: () => Promise<T>): Promise<T> {
  if (!refused) return run()
  try {
    return await run()
  } catch (error) {
    const { caller, params } = request
    if (error instanceof Refused && caller?.authorities.includes('ROLE_ADMIN')) await refused({ caller, params, refusal: error.refusal })
    throw error
  }
}

function handle(
  { endpoint, handle, admit }: Route,
  { authenticate, secureCookies, uploads }: MountContext,
  request: FastifyRequest<CallParams>,
  reply: FastifyReply,
  { body, operation }: { body: unknown; operation: Operation | null },
): Promise<unknown> {
  const http = { ...httpContext(request, reply, secureCookies), stillSignedIn: () => isStillSignedIn(request, authenticate) }
  const { params, query, caller } = request
  const call = { params, query, body, bytes: bytesOf(endpoint, request), caller, operation, http }
  return uploads.within(endpoint, request, {
    admit: async () => (admit && caller ? admit({ caller, params }) : {}),
    handle: (files) => handle({ ...call, files }),
  })
}

/** The values of a form are sent next to its files. */
const bodyOf = ({ upload }: Endpoint, { body }: FastifyRequest<CallParams>): unknown => (upload ? fieldOf(body, 'data') : body)

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown): unknown {
  const kind = endpoint.answer ?? 'json'
  void reply.type(MEDIA_TYPE[kind])
  if (isFresh(reply)) return reply.code(304).send()
  if (kind === 'pdf') return reply.send(answer)
  if (kind !== 'json') return reply.serializer(String).send(answer)
  // Fastify would send a bare string unquoted; the content type and serializer make every JSON answer JSON.
  // SEC-64, R33: only what the contract declares is sent.
  const wire = JSON.stringify(z.encode(endpoint.response, answer)) ?? 'null'
  return reply.serializer(String).send(wire)
}

/** Server-sent events; proxies must not buffer them. */
function sendStream(reply: FastifyReply, answer: unknown, openStreams: Set<EventStream>): FastifyReply {
  if (!(answer instanceof EventStream)) throw new TypeError('a stream endpoint answers an EventStream')
  openStreams.add(answer)
  answer.once('close', () => openStreams.delete(answer))
  return reply.type(MEDIA_TYPE.stream).header('x-accel-buffering', 'no').send(answer)
}
