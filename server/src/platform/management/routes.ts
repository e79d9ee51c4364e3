/** HTTP routes for operators: health checks and metrics. */
import { management } from '@tunjo/contract/management'
import { sql } from 'kysely'
import * as z from 'zod'
import { refuse } from '../http/refusal.ts'
import { implement, type Route } from '../http/route.ts'
import type { Platform } from '../module.ts'
import type { Metrics } from '../observability/metrics.ts'
import { declareSettings, type Environment, readSettings } from '../process/settings.ts'
import { LIVE, mayReadMetrics, READY_RETRY_AFTER_SECONDS, readyAnswer } from './answers.ts'
import type { Health } from './health.ts'

const settingsSchema = declareSettings({
  /** Bearer token for the metrics and the details of readiness; without it they cannot be read in production. */
  METRICS_TOKEN: z.string().min(16).optional(),
})

export const metricsToken = (env: Environment): string | null => readSettings(settingsSchema, env).METRICS_TOKEN ?? null

export function managementRoutes({ settings, env, db }: Platform, metrics: Metrics, health: Health): Route[] {
  const access = { token: metricsToken(env), profile: settings.profile }
  return implement(management, {
    info: async () => ({ 'display-ribbon-on-profiles': 'demo', activeProfiles: [settings.profile] }),
    health: async () => {
      await sql`SELECT 1`.execute(db).catch(() => refuse('server.unavailable'))
      return { status: 'UP' as const }
    },
    live: async () => LIVE,
    ready: async ({ http }) => {
      const answer = await readyAnswer(health, http, access)
      if (answer.status === 'not_ready') http.markUnavailable(READY_RETRY_AFTER_SECONDS)
      return answer
    },
    prometheus: async ({ http }) => {
      if (!mayReadMetrics(http, access)) refuse('request.not_found')
      return metrics.text()
    },
  })
}
