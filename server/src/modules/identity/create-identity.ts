import type { Platform } from '../../platform/module.ts'
import { refuse } from '../../platform/refusal.ts'
import { createAuthenticate } from './authenticate.ts'
import { createContext, type IdentityNotifications } from './context.ts'
import { currentHold } from './holds.ts'
import { scheduleIdentityJobs } from './jobs.ts'
import { createAccountFunctions } from './manage-accounts.ts'
import { identityRoutes } from './routes.ts'
import type { ClosingCheck, Identity } from './types.ts'

export function createIdentity(platform: Platform, { notifications }: { notifications: IdentityNotifications }): Identity {
  const context = createContext(platform, notifications)
  const closingChecks: ClosingCheck[] = []
  scheduleIdentityJobs(platform)
  return {
    name: 'identity',
    routes: identityRoutes(context),
    authenticate: createAuthenticate(context),
    stepUp: {
      register: () => undefined,
      gate: async ({ grant }) => refuse(grant ? 'identity.step_up_invalid' : 'identity.step_up_required'),
    },
    withdrawalHold: (connection, accountId) => currentHold(connection, accountId, platform.clock.now()),
    addClosingCheck: (check) => void closingChecks.push(check),
    ...createAccountFunctions(context),
  }
}
