/** HTTP routes for operators: health checks and metrics. */
import { timingSafeEqual } from 'node:crypto'
import { management } from '@tunjo/contract/management'
import { sql } from 'kysely'
import * as z from 'zod'
import { isLoopbackAddress } from '../http/network.ts'
import { type HttpContext, implement, type Route } from '../http/route.ts'
import { sha256 } from '../ids.ts'
import type { Metrics } from '../metrics.ts'
import type { Platform } from '../module.ts'
import { refuse } from '../refusal.ts'
import { declareSettings, readSettings } from '../settings.ts'

const settingsSchema = declareSettings({
  /** Bearer token for the metrics; without it they cannot be read in production. */
  METRICS_TOKEN: z.string().min(16).optional(),
})

export function managementRoutes({ settings, env, db }: Platform, metrics: Metrics): Route[] {
  const { METRICS_TOKEN: metricsToken } = readSettings(settingsSchema, env)
  return implement(management, {
    info: async () => ({ 'display-ribbon-on-profiles': 'demo', activeProfiles: [settings.profile] }),
    health: async () => {
      await sql`SELECT 1`.execute(db).catch(() => refuse('server.unavailable'))
      return { status: 'UP' as const }
    },
    prometheus: async ({ http }) => {
      if (!mayReadMetrics(http, { token: metricsToken ?? null, profile: settings.profile })) refuse('request.not_found')
      return metrics.text()
    },
  })
}

/** Behind a proxy every caller could look local, so in production, and wherever a token is set, it alone decides. */
function mayReadMetrics(http: HttpContext, { token, profile }: { token: string | null; profile: 'demo' | 'production' }): boolean {
  if (token === null) return profile === 'demo' && isLoopbackAddress(http.ip)
  const given = String(http.headers.authorization ?? '')
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(`Bearer ${token}`)))
}
