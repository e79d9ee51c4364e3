/** Late operations over all rails: the list of officers, its export and its metric. */
import { stoppedOperations as contract } from '@tunjo/contract/stopped-operations'
import { personActor } from '../../../../platform/audit/index.ts'
import { implement } from '../../../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../../../platform/module.ts'
import { declareMeasures, type Gauges } from '../../../../platform/observability/gauges.ts'
import { createRateLimit } from '../../../../platform/rate-limit/rate-limit.ts'
import type { StoppedContext, StoppedDependencies } from './context.ts'
import { countStopped, listStopped } from './list-stopped.ts'
import { retryStopped } from './retry-stopped.ts'

const MEASURES = declareMeasures('stopped_operations', {
  '{kind}': {
    name: 'stopped_operations',
    help: 'Operations with money that are past the time of their state',
    rules: [
      {
        alert: 'OperationsStopped',
        when: '> 0',
        severity: 'page',
        summary: '{{ $value }} operations of the kind {{ $labels.kind }} are past the time of their state',
      },
    ],
  },
})

export function createStoppedOperations(
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit'>,
  dependencies: StoppedDependencies,
): MountedModule & { readonly figures: Gauges } {
  const context: StoppedContext = { ...platform, ...dependencies, rateLimit: createRateLimit(platform) }
  return {
    name: 'reconciliation',
    figures: {
      measures: MEASURES,
      read: async () => Object.fromEntries((await countStopped(context.sources)).map(({ kind, count }) => [kind, count])),
    },
    routes: implement(contract, {
      list: async ({ caller, query }) => ({
        ...(await listStopped(context, { ...query, officerId: caller.accountId })),
        mayRetry: caller.permissions?.includes('payments.review') ?? false,
      }),
      retry: ({ caller, params: { kind, id }, http }) =>
        retryStopped(context, { kind, id, officerId: caller.accountId, actor: personActor(caller, http) }),
    }),
  }
}
