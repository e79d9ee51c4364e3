/** The HTTP server: security headers, body rules, contract routes, the OpenAPI document. */
import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Database } from '../database/database.ts'
import { createDuplicateWindow } from '../database/idempotency.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { PlatformSettings } from '../process/config.ts'
import { createRateLimit } from '../rate-limit/rate-limit.ts'
import type { Clock } from '../time/clock.ts'
import type { Uploads } from '../uploads/index.ts'
import { addAnswerHeaders, securityHeaders } from './answer-headers.ts'
import { createBareServer } from './bare-server.ts'
import { serveApplication } from './browser-application.ts'
import { readBytes } from './bytes.ts'
import { answerWebOnly } from './core-access.ts'
import { openApi } from './document/index.ts'
import { answerFailure } from './failure.ts'
import { NETWORK_RATE_LIMIT } from './guards/rate-limit.ts'
import type { Authenticate } from './guards/session.ts'
import type { StepUpGate } from './guards/step-up.ts'
import { type LegacyEncryption, legacyEncryption } from './legacy-encryption.ts'
import { mountRoutes } from './mount.ts'
import { parseJson } from './parse-json.ts'
import { Refused } from './refusal.ts'
import { refuseWhileStopping } from './refuse-while-stopping.ts'
import type { Route } from './route.ts'
import { createSecurityLog } from './security-log.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'
import { registerUploads, type UploadReceiver } from './upload.ts'

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
  /** Token of a core: it answers the web role alone. */
  coreToken?: string | null
  timeLimits?: TimeLimits
  /** Whether the process stops soon: its answers end their connections. */
  isDraining?: () => boolean
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const {
    settings,
    clock,
    log,
    routes,
    uploads,
    metrics,
    webFolder,
    coreToken = null,
    timeLimits = TIME_LIMITS,
    isDraining = () => false,
  } = options
  const app = createBareServer({ settings, log, timeLimits, coreToken })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', '')
  const securityLog = createSecurityLog(settings)
  app.setErrorHandler((error, request, reply) => {
    securityLog.reportRefusal(error, request)
    return answerFailure(error, request, reply)
  })
  if (coreToken !== null) answerWebOnly(app, coreToken)
  const legacy = settings.legacyBodyKey ? legacyEncryption(settings.legacyBodyKey) : null
  if (legacy) log.warn('LEGACY_BODY_ENCRYPTION_KEY is set: bodies may come in AES-ECB, which protects nothing beyond TLS')
  readJsonBodies(app, legacy)
  readBytes(app)

  await app.register(fastifyCookie)
  const receiver = await registerUploads(app, uploads, settings)
  await app.register(fastifyHelmet, securityHeaders(settings))
  refuseWhileStopping(app, isDraining)
  await app.register(fastifyRateLimit, NETWORK_RATE_LIMIT)
  await app.register(fastifySwagger, openApi(routes, settings.publicUrl))
  addAnswerHeaders(app, clock)
  addFigures(app, metrics)
  await mountContract(app, options, { ...securityLog, legacy, receiver })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await serveApplication(app, webFolder, settings.legacyBodyKey)
  return app
}

type SecurityLog = ReturnType<typeof createSecurityLog>

async function mountContract(
  app: FastifyInstance,
  { settings, db, clock, routes, authenticate, stepUp }: HttpServerOptions,
  { legacy, receiver, ...securityLog }: SecurityLog & { legacy: LegacyEncryption | null; receiver: UploadReceiver },
): Promise<void> {
  const secureCookies = settings.publicUrl.startsWith('https://')
  await app.register(async (scope) => {
    legacy?.register(scope)
    const duplicates = createDuplicateWindow({ db, clock })
    const rateLimit = createRateLimit({ db, clock })
    mountRoutes(scope, routes, { authenticate, stepUp, duplicates, rateLimit, secureCookies, uploads: receiver, ...securityLog })
  })
}

/** Refuses invalid UTF-8: a replacement character would be stored as part of a name. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Keeps the raw text with the parsed body: webhooks are signed over bytes, idempotency is bound to them. */
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

function addFigures(app: FastifyInstance, metrics: Metrics | undefined): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics?.answered(request.routeOptions.url ?? 'none', request.method, reply.statusCode, reply.elapsedTime / 1_000)
  })
}
