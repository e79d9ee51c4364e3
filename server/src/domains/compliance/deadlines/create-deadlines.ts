/** Composition of deadlines: the job that notifies officers, and the metrics for alarms. */

import type { Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { DeadlinesDependencies } from './context.ts'
import { overdueFigures } from './figures.ts'
import { notifyOfWork } from './notify-of-work.ts'

const LOOK_EVERY_MS = 300_000

export interface DeadlinesModule {
  readonly figures: Gauges
}

export function createDeadlines(platform: Pick<Platform, 'db' | 'clock' | 'jobs'>, dependencies: DeadlinesDependencies): DeadlinesModule {
  const context = { ...platform, ...dependencies }
  platform.jobs.schedule({ name: 'deadlines.tell', everyMs: LOOK_EVERY_MS, run: () => notifyOfWork(context) })
  return { figures: overdueFigures(context) }
}
