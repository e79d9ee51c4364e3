/** Puts contract routes on Fastify: role, owner, operation identity, decoding, handler, encoding. Deny by default. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refused } from '../refusal.ts'
import { authorize } from './authorize.ts'
import { bytesOf, checkBytes } from './bytes.ts'
import { httpContext } from './context.ts'
import { EventStream } from './event-stream.ts'
import { type FileAnswer, sendFile } from './file-answer.ts'
import { isFresh } from './freshness.ts'
import { type DuplicateGuard, operationOf } from './operation.ts'
import { checkForm } from './receive-form.ts'
import type { Caller, Route } from './route.ts'
import { MEDIA_TYPE, schemaOf } from './schema.ts'
import { bindingOf, callOf, grantOf, type StepUpGate } from './step-up.ts'
import type { UploadReceiver } from './upload.ts'

/** Null when no token was sent; refuses when the token is not good. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

export interface MountOptions {
  authenticate: Authenticate
  duplicates: DuplicateGuard
  stepUp: StepUpGate
  secureCookies: boolean
  uploads: UploadReceiver
}

export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  const openStreams = new Set<EventStream>()
  // A server that stops would otherwise wait for every open screen.
  app.addHook('preClose', async () => {
    for (const stream of openStreams) stream.end()
  })
  for (const route of routes) mountRoute(app, route, { ...options, openStreams })
}

interface MountContext extends MountOptions {
  openStreams: Set<EventStream>
}

function mountRoute(app: FastifyInstance, { name, endpoint, handle }: Route, context: MountContext) {
  const { authenticate, duplicates, stepUp, secureCookies, uploads, openStreams } = context
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(name, endpoint),
    bodyLimit: endpoint.bytes?.maximum,
    config: { isWebhook: endpoint.role === 'PROVIDER' },
    // Before the body is read: a stranger never makes the server parse anything.
    onRequest: async (request) => {
      request.caller = await callerOf(endpoint, request, authenticate)
      authorize(endpoint, request.caller, request.params as Record<string, string>)
      checkForm(endpoint, request)
      checkBytes(endpoint, request)
    },
    preValidation: (request, reply) => uploads.receive(endpoint, request, reply),
    handler: async (request, reply) => {
      const http = { ...httpContext(request, reply, secureCookies), stillSignedIn: () => isStillSignedIn(request, authenticate) }
      const body = bodyOf(endpoint, request)
      const operation = endpoint.money && request.caller ? operationOf(endpoint, request) : null
      if (endpoint.stepUp && request.caller)
        await stepUp({
          caller: request.caller,
          call: callOf(endpoint),
          binding: bindingOf(endpoint, { params: request.params, body }),
          grant: grantOf(request.headers),
          operation,
        })
      const call = {
        params: request.params,
        query: request.query,
        body,
        bytes: bytesOf(endpoint, request),
        caller: request.caller,
        operation,
        http,
      }
      // The contract's types were checked where the handler was written; here every route looks the same.
      const run = () => uploads.within(endpoint, request, (files) => handle({ ...call, files } as unknown as Parameters<typeof handle>[0]))
      const answer =
        operation?.isKeyless && request.caller ? await duplicates.once(request.caller.accountId, operation.hash, run) : await run()
      if (endpoint.answer === 'stream') return sendStream(reply, answer, openStreams)
      return endpoint.answer === 'file' ? sendFile(reply, answer as unknown as FileAnswer) : send(endpoint, reply, answer)
    },
  })
}

/** The values of a form stand beside its files. */
const bodyOf = ({ upload }: Endpoint, { body }: FastifyRequest): unknown => (upload ? (body as { data?: unknown }).data : body)

/** A public call does not fail because the browser still holds an old token. */
async function callerOf(endpoint: Endpoint, request: FastifyRequest, authenticate: Authenticate): Promise<Caller | null> {
  if (endpoint.role === 'PROVIDER' || endpoint.role === 'DEMO') return null
  if (endpoint.role !== 'PUBLIC') return authenticate(request)
  return authenticate(request).catch((error) => {
    if (error instanceof Refused) return null
    throw error
  })
}

function send(endpoint: Endpoint, reply: FastifyReply, answer: unknown): unknown {
  const kind = endpoint.answer ?? 'json'
  void reply.type(MEDIA_TYPE[kind])
  if (isFresh(reply)) return reply.code(304).send()
  if (kind === 'pdf') return reply.send(answer)
  if (kind !== 'json') return reply.serializer(String).send(answer)
  // Fastify would send a bare string unquoted; the content type and serializer make every JSON answer JSON.
  const wire = JSON.stringify(z.encode(endpoint.response, answer)) ?? 'null'
  return reply.serializer(String).send(wire)
}

/** Server-sent events; proxies must not collect them. */
function sendStream(reply: FastifyReply, answer: unknown, openStreams: Set<EventStream>): FastifyReply {
  if (!(answer instanceof EventStream)) throw new TypeError('a stream endpoint answers an EventStream')
  openStreams.add(answer)
  answer.once('close', () => openStreams.delete(answer))
  return reply.type(MEDIA_TYPE.stream).header('x-accel-buffering', 'no').send(answer)
}

const isStillSignedIn = (request: FastifyRequest, authenticate: Authenticate): Promise<boolean> =>
  authenticate(request).then(
    (caller) => caller !== null,
    () => false,
  )
