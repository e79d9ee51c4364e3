/** A span for each request. The role web begins a trace and the core continues it; a position that a caller from outside sends is ignored. */
import { type Context, context, type Span, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, HookHandlerDoneFunction } from 'fastify'
import { beginSpan, currentTraceparent, isTracing, SpanKind } from '../tracing/traced.ts'
import { isFromWeb } from './core-access.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined while nothing is recorded. */
    traceId?: string
    traceparent?: string
    span?: Span
    spanContext?: Context
  }
}

const SERVER_ERROR = 500

export function traceRequests(app: FastifyInstance, coreToken: string | null): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTracing()) return done()
    const { method, headers, routeOptions } = request
    const isOfWeb = coreToken !== null && isFromWeb(headers, coreToken)
    const parent = isOfWeb && typeof headers.traceparent === 'string' ? headers.traceparent : null
    // The pattern, never the address, which may hold the token of a link.
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'tunjo.request_id': request.id }
    const { span, at } = beginSpan(`${method} ${route}`, { kind: SpanKind.SERVER, parent, attributes })
    request.span = span
    request.spanContext = at
    context.with(at, () => {
      request.traceparent = currentTraceparent() ?? undefined
      request.traceId = span.spanContext().traceId
      done()
    })
  })
  // The body is read in events of the socket, which do not keep the context.
  const enter = (request: { spanContext?: Context }, _reply: unknown, done: HookHandlerDoneFunction) =>
    request.spanContext ? context.with(request.spanContext, done) : done()
  app.addHook('preValidation', enter)
  app.addHook('preHandler', enter)
  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    if (!span) return
    span.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}
