/**
 * Composition of regulatory reports: suspicious transactions, matches with lists, monthly files, obligations, and the retention of the
 * documents of reported people.
 */

import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import { regulatoryMetrics } from './calendar/metrics.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { readRegulatorySettings } from './config.ts'
import type { RegulatoryContext, RegulatoryDependencies } from './context.ts'
import { isMatched } from './matches/match-store.ts'
import { openMatch } from './matches/open-match.ts'
import { matchRoutes } from './matches/routes.ts'
import { ROS_APPROVAL, rosApproval } from './ros/filing-approval.ts'
import { isReported } from './ros/ros-store.ts'
import { rosRoutes } from './ros/routes.ts'
import { keptSince } from './ros/rules.ts'
import { UNDO_APPROVAL, undoApproval } from './ros/undo-approval.ts'
import { FILE_APPROVAL, fileApproval } from './uiaf/file-approval.ts'
import { uiafJob } from './uiaf/file-job.ts'
import { fileRoutes } from './uiaf/routes.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'outbox' | 'secrets' | 'env' | 'settings'>

export interface Regulatory extends MountedModule {
  readonly figures: Gauges
}

export function createRegulatory(platform: Parts, dependencies: RegulatoryDependencies): Regulatory {
  const { db, clock, files, audit, jobs, outbox, secrets, env, settings } = platform
  const { entityCode, company } = readRegulatorySettings(env, settings)
  const context: RegulatoryContext = { db, clock, files, audit, jobs, secrets, ...dependencies, entityCode, company }
  dependencies.approvals.register(ROS_APPROVAL, rosApproval(context))
  dependencies.approvals.register(UNDO_APPROVAL, undoApproval(context))
  dependencies.approvals.register(FILE_APPROVAL, fileApproval(context))
  dependencies.retention.keepWhile((connection, accountId) => isReported(connection, accountId, keptSince(clock.now())))
  dependencies.retention.keepWhile((connection, accountId) => isMatched(connection, accountId, keptSince(clock.now())))
  outbox.on('screening.binding_match', 'regulatory', (match) => openMatch(context, match))
  jobs.handle(uiafJob(context))
  return {
    name: 'regulatory',
    routes: [...rosRoutes(context), ...fileRoutes(context), ...matchRoutes(context), ...calendarRoutes(context)],
    figures: regulatoryMetrics(context),
  }
}
