/** Composition of movements: the calls over the rails' views and the ledger. */
import { movements as contract } from '@tunjo/contract/movements'
import { implement } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { type Allowance, createRateLimit } from '../../platform/rate-limit.ts'
import { balanceEntries } from './balance-entries.ts'
import { listMovements } from './list-movements.ts'
import { movementsCsv } from './movements-csv.ts'
import { showMovement } from './show-movement.ts'
import type { MovementsContext, MovementsDependencies } from './types.ts'

const EXPORT_ALLOWANCE: Allowance = { tries: 30, windowMs: 60 * 60_000 }

export function createMovements({ db, clock }: Pick<Platform, 'db' | 'clock'>, dependencies: MovementsDependencies): MountedModule {
  const context: MovementsContext = { ...dependencies, db, clock, rateLimit: createRateLimit({ db, clock }) }
  return {
    name: 'movements',
    routes: implement(contract, {
      list: ({ caller, query }) => listMovements(context, caller.accountId, query),
      async csv({ caller, query, http }) {
        await context.rateLimit.take([{ kind: 'movements-csv', key: caller.accountId, allowance: EXPORT_ALLOWANCE }], 'request.too_many')
        http.setHeader('content-disposition', 'attachment; filename="movimientos.csv"')
        return movementsCsv(context, caller.accountId, query)
      },
      movement: ({ caller, params }) => showMovement(context, caller.accountId, params.id),
      balanceEntries: ({ caller, params, query }) => balanceEntries(context, caller.accountId, { ...params, ...query }),
    }),
  }
}
