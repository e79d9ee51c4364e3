/** Composition of identity: its flows, its jobs, and its interface for other modules. */
import type { Platform } from '../../../platform/module.ts'
import { createAccountFunctions } from './accounts/account-functions.ts'
import { notifyPayments } from './accounts/notify-payments.ts'
import { createAccess } from './accounts/officer-access.ts'
import { createStaff } from './accounts/staff.ts'
import { schedulePolicyNotices } from './consent/notify-policy-changes.ts'
import { consentRoutes } from './consent/routes.ts'
import { findClosed, lockClosedAt } from './core/account-store.ts'
import { createAppeals } from './core/appeals.ts'
import { checkConsent } from './core/consent/read-consents.ts'
import { createContext, type IdentityDependencies } from './core/context.ts'
import { identityInGroups } from './core/in-groups.ts'
import type { ClosingCheck, Identity } from './core/types.ts'
import { currentCooldown } from './core/withdrawal-cooldown.ts'
import { handleRequestedMails } from './credentials/request-mail.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { factorRoutes } from './factors/routes.ts'
import { scheduleIdentityJobs } from './jobs.ts'
import { handleRemovals } from './lost-factor/removal-jobs.ts'
import { lostFactorRoutes } from './lost-factor/routes.ts'
import { identityRoutes } from './routes.ts'
import { createAuthenticate, createIsSessionLive } from './sessions/authenticate.ts'
import { activationRoutes } from './sign-up/routes.ts'
import { createStepUpGate } from './step-up/gate.ts'
import { createGuardedRoutes } from './step-up/guarded-routes.ts'
import { stepUpRoutes } from './step-up/routes.ts'

export function createIdentity(platform: Platform, dependencies: IdentityDependencies): Identity {
  const context = createContext(platform, dependencies)
  const guardedRoutes = createGuardedRoutes()
  const closingChecks: ClosingCheck[] = []
  scheduleIdentityJobs(platform)
  handleRequestedMails(context)
  notifyPayments(context)
  handleRemovals(context)
  schedulePolicyNotices(context, platform.jobs)
  const accounts = createAccountFunctions(context)
  return {
    name: 'identity',
    routes: [
      ...identityRoutes(context),
      ...activationRoutes(context),
      ...credentialRoutes(context, closingChecks),
      ...factorRoutes(context),
      ...lostFactorRoutes(context),
      ...stepUpRoutes(context, guardedRoutes),
      ...deviceRoutes(context),
      ...consentRoutes(context),
    ],
    authenticate: createAuthenticate(context),
    isSessionLive: createIsSessionLive(context),
    stepUp: { register: guardedRoutes.register, gate: createStepUpGate(context) },
    staff: createStaff(context),
    withdrawalHold: (connection, accountId) => currentCooldown(connection, accountId, platform.clock.now()),
    checkConsent: (connection, accountId) => checkConsent(context, connection, accountId),
    closedAccounts: findClosed,
    closedAt: lockClosedAt,
    addClosingCheck: (check) => void closingChecks.push(check),
    access: createAccess(context, accounts),
    appeals: createAppeals(context),
    inGroups: identityInGroups(context),
    ...accounts,
  }
}
