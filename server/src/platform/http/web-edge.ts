/**
 * The web role as a separate process (decision 80): the files of the browser application, the limits of the network, and a proxy to the
 * core for the calls of the contract. It has no key, no database and no provider; an attacker who takes it over sees only what passes
 * through it.
 *
 * A body of JSON or bytes is read whole before the core gets any of it, so that a slow caller holds nothing there; forms with files are
 * streamed.
 */
import type { IncomingHttpHeaders } from 'node:http'
import fastifyHelmet from '@fastify/helmet'
import fastifyRateLimit from '@fastify/rate-limit'
import fastifyReplyFrom from '@fastify/reply-from'
import { MODULES } from '@tunjo/contract/document'
import { type Endpoint, STEP_UP_HEADER } from '@tunjo/contract/endpoint'
import { BACKGROUND_HEADER } from '@tunjo/contract/identity'
import { management } from '@tunjo/contract/management'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Health } from '../management/health.ts'
import { addHealthRoutes } from '../management/own-routes.ts'
import type { Log } from '../observability/log.ts'
import type { PlatformSettings } from '../process/config.ts'
import type { Clock } from '../time/clock.ts'
import { addAnswerHeaders, securityHeaders } from './answer-headers.ts'
import { createBareServer } from './bare-server.ts'
import { serveApplication } from './browser-application.ts'
import { CORE_TOKEN_HEADER, REQUEST_ID_HEADER } from './core-access.ts'
import { answerFailure, answerRefusal } from './failure.ts'
import { IDEMPOTENCY_HEADER } from './guards/idempotency.ts'
import { NETWORK_RATE_LIMIT } from './guards/rate-limit.ts'
import { ENCRYPTION_HEADER } from './legacy-encryption.ts'
import { refusal, refuse } from './refusal.ts'
import { refuseWhileStopping } from './refuse-while-stopping.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'

export interface WebEdge {
  readonly settings: Pick<PlatformSettings, 'profile' | 'publicUrl' | 'trustedProxies' | 'legacyBodyKey'>
  readonly core: { readonly url: string; readonly token: string }
  readonly clock: Clock
  readonly log: Log
  /** Readiness of this process, which the core cannot answer. */
  readonly health: Health
  readonly webFolder: string | null
  readonly timeLimits?: TimeLimits
  readonly ways?: Ways
}

/** Headers that the core reads of a caller; every other header is dropped. */
export const FORWARDED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'if-none-match',
  'purpose',
  'sec-fetch-dest',
  'sec-fetch-site',
  'sec-purpose',
  'user-agent',
  ...[BACKGROUND_HEADER, ENCRYPTION_HEADER, IDEMPOTENCY_HEADER, STEP_UP_HEADER].map((name) => name.toLowerCase()),
])

/** The longest report and the longest silence of a live stream, whose heartbeats come far more often. */
const CORE_ANSWERS_WITHIN_MS = 120_000
const CORE_CONNECTS_WITHIN_MS = 5_000
/** Below the time for which the core keeps an idle connection, so that no call meets one that is being closed. */
const IDLE_CONNECTION_MS = 4_000

/** Connection pools to the core. Each kind is separate: open screens and slow forms do not block the other calls. */
interface Ways {
  readonly calls: number
  readonly forms: number
  /** Above what the core allows of them in all (notifications/live). */
  readonly streams: number
}
const WAYS: Ways = { calls: 512, forms: 256, streams: 5_500 }

export async function createWebEdge(options: WebEdge): Promise<FastifyInstance> {
  const { settings, core, clock, log, health, webFolder, timeLimits = TIME_LIMITS, ways = WAYS } = options
  const app = createBareServer({ settings, log, timeLimits, coreToken: null })
  app.setErrorHandler(answerFailure)
  app.removeAllContentTypeParsers()
  for (const whole of ['application/json', 'application/octet-stream'])
    app.addContentTypeParser(whole, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  await app.register(fastifyHelmet, securityHeaders(settings))
  refuseWhileStopping(app, health.isDraining)
  await app.register(fastifyRateLimit, NETWORK_RATE_LIMIT)
  addAnswerHeaders(app, clock)
  // It holds no token of the metrics, so that in production no caller receives the details here.
  addHealthRoutes(app, health, { token: null, profile: settings.profile })
  for (const kind of ['calls', 'forms', 'streams'] as const) {
    const routes = endpointsOf(settings).filter((endpoint) => kindOf(endpoint) === kind)
    await passOn(app, kind === 'calls' ? [...routes, OPENAPI] : routes, { core, most: ways[kind] })
  }
  await serveApplication(app, webFolder, settings.legacyBodyKey)
  return app
}

type Passed = Pick<Endpoint, 'method' | 'path' | 'bytes'>
const OPENAPI: Passed = { method: 'GET', path: '/openapi.json' }

const kindOf = ({ answer, upload }: Endpoint): keyof Ways => (answer === 'stream' ? 'streams' : upload ? 'forms' : 'calls')

/** In a separate scope, with separate connections. A call that finds none free is refused, and does not wait without end. */
async function passOn(
  app: FastifyInstance,
  routes: readonly Passed[],
  { core, most }: { core: WebEdge['core']; most: number },
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyReplyFrom, {
      base: core.url,
      disableCache: true,
      disableRequestLogging: true,
      undici: {
        connections: most,
        pipelining: 1,
        connectTimeout: CORE_CONNECTS_WITHIN_MS,
        headersTimeout: CORE_ANSWERS_WITHIN_MS,
        bodyTimeout: CORE_ANSWERS_WITHIN_MS,
        keepAliveTimeout: IDLE_CONNECTION_MS,
      },
    })
    const forward = forwardTo(core)
    let open = 0
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      if (open >= most) refuse('server.unavailable')
      open += 1
      reply.raw.once('close', () => {
        open -= 1
      })
      return forward(request, reply)
    }
    for (const { method, path, bytes } of routes) scope.route({ method, url: path, bodyLimit: bytes?.maximum, handler })
  })
}

const endpointsOf = ({ profile }: Pick<PlatformSettings, 'profile'>): Endpoint[] =>
  Object.values(MODULES)
    .flatMap(({ contracts }) => Object.values(contracts).flatMap((contract) => Object.values(contract)))
    .filter(({ role }) => profile === 'demo' || role !== 'DEMO')
    .filter((endpoint) => endpoint !== management.live && endpoint !== management.ready)

function forwardTo({ token }: WebEdge['core']) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { body, headers } = request
    // An absolute address in place of a path is for a forward proxy.
    if (!request.url.startsWith('/')) refuse('request.not_found')
    const whole = Buffer.isBuffer(body) ? { body, contentType: headers['content-type'] ?? '' } : {}
    return reply.from(undefined, {
      ...whole,
      rewriteRequestHeaders: (_request, given) => ({
        ...forwarded(given),
        [CORE_TOKEN_HEADER]: token,
        [REQUEST_ID_HEADER]: request.id,
        'x-forwarded-for': request.ip,
        ...(request.traceparent === undefined ? {} : { traceparent: request.traceparent }),
      }),
      // The caller decides whether to try again: a call that moved money is never repeated automatically.
      retryDelay: () => null,
      onError: (failed, { error }) => {
        request.log.error({ err: error }, 'the core did not answer')
        answerRefusal(refusal('server.unavailable'), request, failed as FastifyReply)
      },
    })
  }
}

const forwarded = (given: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(given).filter(([name]) => FORWARDED_HEADERS.has(name) || name === 'host'))
