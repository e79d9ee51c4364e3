/**
 * Health port: liveness, readiness and metrics of a process that answers no calls. It opens first in a start and closes last in a stop, so
 * that a monitor can tell a long migration from a process that is hung.
 */
import { management } from '@tunjo/contract/management'
import { databaseErrorCode } from '../database/database.ts'
import { createBareServer } from '../http/bare-server.ts'
import { answerFailure, answerRefusal } from '../http/failure.ts'
import { refusal, refuse } from '../http/refusal.ts'
import { refuseWhileStopping } from '../http/refuse-while-stopping.ts'
import { TIME_LIMITS } from '../http/time-limits.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { PlatformSettings } from '../process/config.ts'
import { SettingsInvalid } from '../process/settings.ts'
import { type Access, mayReadMetrics } from './answers.ts'
import type { Health } from './health.ts'
import { addHealthRoutes } from './own-routes.ts'

interface HealthPort {
  /** Metrics exist only once the parts of the process that they read have started. */
  useMetrics(metrics: Metrics): void
  close(): Promise<void>
}

interface PortParts {
  readonly settings: Pick<PlatformSettings, 'healthHost' | 'healthPort'>
  readonly log: Log
  readonly health: Health
  readonly access: Access
}

/** @throws SettingsInvalid when another program listens there */
export async function openHealthPort({ settings, log, health, access }: PortParts): Promise<HealthPort> {
  // No proxy in front of it is trusted: a monitor calls it directly.
  const app = createBareServer({ settings: { trustedProxies: [] }, log, timeLimits: TIME_LIMITS, coreToken: null })
  let metrics: Metrics | null = null
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request, reply) => answerRefusal(refusal('request.not_found'), request, reply))
  refuseWhileStopping(app, health.isDraining)
  addHealthRoutes(app, health, access)
  app.get(management.prometheus.path, async (request, reply) => {
    if (metrics === null || !mayReadMetrics(request, access)) return refuse('request.not_found')
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
  const { healthHost: host, healthPort: port } = settings
  await app.listen({ host, port }).catch((error: unknown) => {
    if (databaseErrorCode(error) !== 'EADDRINUSE') throw error
    throw new SettingsInvalid(`HEALTH_PORT ${port} is taken by another program: choose another port, or 0 for none.`)
  })
  return {
    useMetrics(given) {
      metrics = given
    },
    close: () => app.close(),
  }
}
