/** The HTTP server: security headers, body rules, contract routes, the OpenAPI document. */
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import fastifySwagger from '@fastify/swagger'
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Clock } from '../clock.ts'
import type { PlatformSettings } from '../config.ts'
import type { Database } from '../database.ts'
import { createDuplicateWindow } from '../idempotency.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { Refused } from '../refusal.ts'
import type { Uploads } from '../uploads/index.ts'
import { SERVICE_PREFIX, serveApplication } from './browser-application.ts'
import { readBytes } from './bytes.ts'
import { openApi } from './document/index.ts'
import { answerFailure } from './failure.ts'
import { NETWORK_RATE_LIMIT } from './guards/rate-limit.ts'
import type { Authenticate } from './guards/session.ts'
import type { StepUpGate } from './guards/step-up.ts'
import { type LegacyEncryption, legacyEncryption } from './legacy-encryption.ts'
import { mountRoutes } from './mount.ts'
import { parseJson } from './parse-json.ts'
import { readableUrl } from './readable-url.ts'
import type { Route } from './route.ts'
import { createSecurityLog } from './security-log.ts'
import { stopPromptly } from './stop-promptly.ts'
import { registerUploads } from './upload.ts'

/** Nothing larger is read (R39); uploads have limits of their own. */
const JSON_LIMIT_BYTES = 1_048_576
/** The price chart stands in a frame of our own exchange screen (EX-09); nothing else may stand in a frame (SEC-62). */
const FRAMED_PATH = /^\/chart\//

/** How long a caller may take; a caller that sends a letter a second is cut off as one that sends none. */
export interface TimeLimits {
  /** All lines of the head. */
  readonly headMs: number
  /** Head and body; more than the time of a form with files (receive-form.ts). */
  readonly requestMs: number
  /** Connections that are over their time live so long at most. */
  readonly lookEveryMs: number
}
const TIME_LIMITS: TimeLimits = { headMs: 20_000, requestMs: 60_000, lookEveryMs: 2_000 }

export interface HttpServerOptions {
  settings: PlatformSettings
  db: Database
  clock: Clock
  log: Log
  routes: readonly Route[]
  authenticate: Authenticate
  stepUp: StepUpGate
  uploads: Uploads
  metrics?: Metrics
  /** The built browser application, when there is one. */
  webFolder: string | null
  timeLimits?: TimeLimits
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { settings, db, clock, log, routes, authenticate, stepUp, uploads, metrics, webFolder, timeLimits = TIME_LIMITS } = options
  const logger: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: () => newId(),
    bodyLimit: JSON_LIMIT_BYTES,
    ...timesOf(timeLimits),
    // A HEAD would run the GET's handler: a link that works once must not be used up by a program that only looks.
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    return503OnClosing: true,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', '')
  const { reportRefusal, reportUnrecorded } = createSecurityLog(metrics, settings)
  app.setErrorHandler((error, request, reply) => {
    reportRefusal(error, request)
    return answerFailure(error, request, reply)
  })
  stopPromptly(app)
  const legacy = settings.legacyBodyKey ? legacyEncryption(settings.legacyBodyKey) : null
  if (legacy) log.warn('LEGACY_BODY_ENCRYPTION_KEY is set: bodies may come in AES-ECB, which protects nothing beyond TLS')
  readJsonBodies(app, legacy)
  readBytes(app)

  await app.register(fastifyCookie)
  const receiver = await registerUploads(app, uploads, settings)
  await app.register(fastifyHelmet, securityHeaders(settings))
  await app.register(fastifyRateLimit, NETWORK_RATE_LIMIT)
  await app.register(fastifySwagger, openApi(routes, settings.publicUrl))
  addHeadersAndFigures(app, clock, metrics)

  const secureCookies = settings.publicUrl.startsWith('https://')
  await app.register(async (scope) => {
    legacy?.register(scope)
    const duplicates = createDuplicateWindow({ db, clock })
    mountRoutes(scope, routes, { authenticate, stepUp, duplicates, secureCookies, uploads: receiver, reportRefusal, reportUnrecorded })
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await serveApplication(app, webFolder, settings.legacyBodyKey)
  return app
}

const timesOf = ({ headMs, requestMs, lookEveryMs }: TimeLimits) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
})

/** Refuses what is no UTF-8: a replaced sign would be kept as part of a name. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Keeps the raw text beside the parsed body: webhooks are signed over bytes, idempotency is bound to them. */
function readJsonBodies(app: FastifyInstance, legacy: LegacyEncryption | null): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, body, done) => {
    try {
      const text = UTF_8.decode(Buffer.from(body))
      request.rawBody = legacy ? legacy.open(text, request) : text
      if (request.rawBody === '') return done(null, undefined)
      done(null, parseJson(request.rawBody))
    } catch (error) {
      done(error instanceof Refused ? error : new SyntaxError('malformed JSON'))
    }
  })
}

/** Of every answer (R28, SEC-69). */
function securityHeaders(settings: PlatformSettings) {
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

function addHeadersAndFigures(app: FastifyInstance, clock: Clock, metrics: Metrics | undefined): void {
  app.addHook('onSend', async (request, reply) => {
    void reply.header('x-request-id', request.id)
    // By the product's clock, so that countdowns of a page agree with what the server will answer.
    void reply.header('date', clock.now().toUTCString())
    if (FRAMED_PATH.test(request.url)) allowOwnFrames(reply)
    if (SERVICE_PREFIX.test(request.url) && !reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics?.answered(route, request.method, reply.statusCode, reply.elapsedTime / 1_000)
    request.log.debug({ requestId: request.id, method: request.method, route, status: reply.statusCode }, 'request')
  })
}
