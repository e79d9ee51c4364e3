/** Composition of deadlines: the job that notifies officers, and the metrics for alarms. */
import type { Figures } from '../../platform/figures.ts'
import type { Platform } from '../../platform/module.ts'
import type { DeadlinesDependencies } from './context.ts'
import { overdueFigures } from './figures.ts'
import { tellOfWork } from './tell-of-work.ts'

const LOOK_EVERY_MS = 300_000

export interface DeadlinesModule {
  readonly figures: Figures
}

export function createDeadlines(platform: Pick<Platform, 'db' | 'clock' | 'jobs'>, dependencies: DeadlinesDependencies): DeadlinesModule {
  const context = { ...platform, ...dependencies }
  platform.jobs.schedule({ name: 'deadlines.tell', everyMs: LOOK_EVERY_MS, run: () => tellOfWork(context) })
  return { figures: overdueFigures(context) }
}
