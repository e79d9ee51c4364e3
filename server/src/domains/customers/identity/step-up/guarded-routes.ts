/** Calls that may be approved. The composition root has the full list only after every module was created. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { callOf, type DescribeStepUp } from '../../../../platform/http/guards/step-up.ts'
import type { Route } from '../../../../platform/http/route.ts'

export interface GuardedRoute {
  readonly endpoint: Endpoint
  readonly describe: DescribeStepUp<Endpoint>
}
export interface GuardedRoutes {
  register(routes: readonly Route[]): void
  find(call: string): GuardedRoute | undefined
}

export function createGuardedRoutes(): GuardedRoutes {
  const byCall = new Map<string, GuardedRoute>()
  return {
    register(routes) {
      for (const { endpoint, describe } of routes) if (endpoint.stepUp && describe) byCall.set(callOf(endpoint), { endpoint, describe })
    },
    find: (call) => byCall.get(call),
  }
}
