/** Fastify with the settings of every server of the product: time limits, one id for each request, trusted proxies. */
import type { IncomingMessage } from 'node:http'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { newId } from '../database/ids.ts'
import type { Log } from '../observability/log.ts'
import type { PlatformSettings } from '../process/config.ts'
import { isFromWeb, REQUEST_ID_HEADER } from './core-access.ts'
import { readableUrl } from './readable-url.ts'
import { stopPromptly } from './stop-promptly.ts'
import { type TimeLimits, timesOf } from './time-limits.ts'
import { traceRequests } from './trace-requests.ts'

/** Larger bodies are refused unread (R39); uploads have separate limits. */
const JSON_LIMIT_BYTES = 1_048_576

export interface BareServer {
  readonly settings: Pick<PlatformSettings, 'trustedProxies'>
  readonly log: Log
  readonly timeLimits: TimeLimits
  /** Token of a core: the web role in front of it names the caller's address and the request. */
  readonly coreToken: string | null
}

/** The web role sends exactly one address, which it knows. */
const isNearest = (_address: string, hop: number): boolean => hop === 0

export function createBareServer({ settings: { trustedProxies }, log, timeLimits, coreToken }: BareServer): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: coreToken !== null ? isNearest : trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>) => {
      const given = headers[REQUEST_ID_HEADER]
      return coreToken !== null && typeof given === 'string' && isFromWeb(headers, coreToken) ? given : newId()
    },
    bodyLimit: JSON_LIMIT_BYTES,
    ...timesOf(timeLimits),
    // A HEAD would run the GET's handler: a program that only checks a one-time link must not use it up.
    exposeHeadRoutes: false,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // refuse-while-stopping.ts answers instead, in the form of the product.
    return503OnClosing: false,
  })
  stopPromptly(app)
  traceRequests(app, coreToken)
  logRequests(app)
  return app
}

/** One line for each request; the logger of a request adds its id. The route is the pattern: an address may hold the token of a link. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, traceId } = request
    request.log.debug({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, traceId }, 'request')
  })
}
