/** HTTP context of a handler in addition to the checked input; cookies go only to the product's own pages (R26). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpContext } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: string
  }
}

export function httpContext(request: FastifyRequest, reply: FastifyReply, secureCookies: boolean): Omit<HttpContext, 'stillSignedIn'> {
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    headers: request.headers,
    requestId: request.id,
    rawBody: request.rawBody,
    cookie: (name) => request.cookies[name] ?? null,
    setCookie: (name, value, { path, maxAgeSeconds }) =>
      void reply.setCookie(name, value, { path, maxAge: maxAgeSeconds, httpOnly: true, sameSite: 'strict', secure: secureCookies }),
    clearCookie: (name, path) => void reply.clearCookie(name, { path, httpOnly: true, sameSite: 'strict', secure: secureCookies }),
    setHeader: (name, value) => void reply.header(name, value),
    markUnavailable: (retryAfterSeconds) => void reply.code(503).header('retry-after', retryAfterSeconds),
  }
}
