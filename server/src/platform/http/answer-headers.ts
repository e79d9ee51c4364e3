/** Headers of every answer, in every process. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { PlatformSettings } from '../process/config.ts'
import type { Clock } from '../time/clock.ts'
import { SERVICE_PREFIX } from './browser-application.ts'

/** The price chart is framed by the product's own exchange screen (EX-09); no other page may be framed (SEC-62). */
const FRAMED_PATH = /^\/chart\//

/** Security headers of every answer (R28, SEC-69). */
export function securityHeaders(settings: Pick<PlatformSettings, 'publicUrl'>) {
  const isHttps = settings.publicUrl.startsWith('https://')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    hsts: { maxAge: 31_536_000, includeSubDomains: true },
    frameguard: { action: 'deny' as const },
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginEmbedderPolicy: false,
  }
}

function allowOwnFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"))
  void reply.header('x-frame-options', 'SAMEORIGIN')
}

export function addAnswerHeaders(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    // By the product's clock, so that countdowns of a page agree with the server.
    void reply.header('date', clock.now().toUTCString())
    if (FRAMED_PATH.test(request.url)) allowOwnFrames(reply)
    if (SERVICE_PREFIX.test(request.url) && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
}
