/** All modules, built in the order of their arrows (scripts/module-arrows.mjs). */
import { createIdentity, type Identity } from './modules/identity/index.ts'
import { createKyc, type Kyc } from './modules/kyc/index.ts'
import { createLimits } from './modules/limits/index.ts'
import { createNotifications } from './modules/notifications/index.ts'
import { createParameters } from './modules/parameters/index.ts'
import type { Payments } from './modules/payments/index.ts'
import type { Route } from './platform/http/route.ts'
import type { Platform } from './platform/module.ts'

export interface Modules {
  readonly identity: Identity
  readonly kyc: Kyc
  readonly payments?: Payments
  readonly routes: readonly Route[]
}

export async function createModules(platform: Platform): Promise<Modules> {
  const parameters = createParameters()
  const notifications = createNotifications(platform)
  const identity = createIdentity(platform, { notifications })
  const kyc = createKyc(platform, { identity })
  const limits = createLimits(platform, { kyc })
  const mounted = [parameters, notifications, identity, kyc, limits]
  return { identity, kyc, routes: mounted.flatMap(({ routes }) => routes) }
}
