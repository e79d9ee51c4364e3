/** Composition of regulatory reports: suspicious transaction reports, and what keeps the papers of whoever was reported. */
import type { MountedModule, Platform } from '../../platform/module.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import type { RegulatoryContext, RegulatoryDependencies } from './context.ts'
import { ROS_APPROVAL, rosApproval } from './ros/filing-approval.ts'
import { isReported } from './ros/ros-store.ts'
import { rosRoutes } from './ros/routes.ts'
import { keptSince } from './ros/rules.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'audit'>

export function createRegulatory({ db, clock, files, audit }: Parts, dependencies: RegulatoryDependencies): MountedModule {
  const context: RegulatoryContext = { db, clock, files, audit, ...dependencies, rateLimit: createRateLimit({ db, clock }) }
  dependencies.approvals.register(ROS_APPROVAL, rosApproval(context))
  dependencies.retention.keepWhile((connection, accountId) => isReported(connection, accountId, keptSince(clock.now())))
  return { name: 'regulatory', routes: rosRoutes(context) }
}
