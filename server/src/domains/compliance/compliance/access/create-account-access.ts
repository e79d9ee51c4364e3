/** Composition of account access controls: the calls of officers and the approval kinds. */
import type { MountedModule, Platform } from '../../../../platform/module.ts'
import { registerAccessApprovals } from './approvals.ts'
import type { AccessDependencies } from './context.ts'
import { accessRoutes } from './routes.ts'

export function createAccountAccess(platform: Pick<Platform, 'db' | 'clock' | 'audit'>, dependencies: AccessDependencies): MountedModule {
  const { db, clock, audit } = platform
  const context = { db, clock, audit, ...dependencies }
  registerAccessApprovals(context)
  return { name: 'account-access', routes: accessRoutes(context) }
}
