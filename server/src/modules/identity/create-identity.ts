import type { Platform } from '../../platform/module.ts'
import type { Notifications } from '../notifications/index.ts'
import { createAuthenticate } from './authenticate.ts'
import { createContext } from './context.ts'
import { scheduleIdentityJobs } from './jobs.ts'
import { createAccountFunctions } from './manage-accounts.ts'
import { identityRoutes } from './routes.ts'
import type { Identity } from './types.ts'

export function createIdentity(platform: Platform, { notifications }: { notifications: Pick<Notifications, 'sendMail'> }): Identity {
  const context = createContext(platform, notifications)
  scheduleIdentityJobs(platform)
  return {
    name: 'identity',
    routes: identityRoutes(context),
    authenticate: createAuthenticate(context),
    ...createAccountFunctions(context),
  }
}
