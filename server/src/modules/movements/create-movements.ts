/** Composition of movements: the calls over the rails' views and the ledger, and the papers about them. */
import { documents as documentsContract } from '@tunjo/contract/documents'
import { movements as movementsContract } from '@tunjo/contract/movements'
import { type HttpContext, implement, type Route } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { type Allowance, createRateLimit } from '../../platform/rate-limit.ts'
import { balanceEntries } from './balance-entries.ts'
import { checkDocument } from './documents/check-document.ts'
import { statementCsv, statementMonths, statementPdf } from './documents/give-statement.ts'
import { receipt } from './documents/receipt.ts'
import { createDocumentSigner } from './documents/sign-document.ts'
import { listMovements } from './list-movements.ts'
import { movementsCsv } from './movements-csv.ts'
import { showMovement } from './show-movement.ts'
import type { MovementsContext, MovementsDependencies } from './types.ts'

/** Drawing a paper takes this process some tenths of a second. */
const FILE_ALLOWANCE: Allowance = { tries: 60, windowMs: 60 * 60_000 }

type MovementsPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'secrets' | 'settings'>

export function createMovements(platform: MovementsPlatform, dependencies: MovementsDependencies): MountedModule {
  const { db, clock, log, secrets, settings } = platform
  const signer = createDocumentSigner(secrets)
  const context = { ...dependencies, db, clock, log, signer, publicUrl: settings.publicUrl, rateLimit: createRateLimit({ db, clock }) }
  return { name: 'movements', routes: [...movementRoutes(context), ...documentRoutes(context)] }
}

const takeFile = ({ rateLimit }: MovementsContext, accountId: string): Promise<void> =>
  rateLimit.take([{ kind: 'movements-file', key: accountId, allowance: FILE_ALLOWANCE }], 'request.too_many')

function nameFile(http: HttpContext, name: string): void {
  http.setHeader('content-disposition', `attachment; filename="${name}"`)
}

function movementRoutes(context: MovementsContext): Route[] {
  return implement(movementsContract, {
    list: ({ caller, query }) => listMovements(context, caller.accountId, query),
    async csv({ caller, query, http }) {
      await takeFile(context, caller.accountId)
      nameFile(http, 'movimientos.csv')
      return movementsCsv(context, caller.accountId, query)
    },
    movement: ({ caller, params }) => showMovement(context, caller.accountId, params.id),
    balanceEntries: ({ caller, params, query }) => balanceEntries(context, caller.accountId, { ...params, ...query }),
  })
}

function documentRoutes(context: MovementsContext): Route[] {
  return implement(documentsContract, {
    async receipt({ caller, params, http }) {
      await takeFile(context, caller.accountId)
      const file = await receipt(context, caller.accountId, params.id)
      nameFile(http, `tunjo-comprobante-${params.id}.pdf`)
      return file
    },
    statements: async ({ caller }) => ({ months: await statementMonths(context, caller.accountId) }),
    async statementPdf({ caller, params, http }) {
      await takeFile(context, caller.accountId)
      const file = await statementPdf(context, caller.accountId, params.month)
      nameFile(http, `tunjo-extracto-${params.month}.pdf`)
      return file
    },
    async statementCsv({ caller, params, http }) {
      await takeFile(context, caller.accountId)
      const file = await statementCsv(context, caller.accountId, params.month)
      nameFile(http, `tunjo-extracto-${params.month}.csv`)
      return file
    },
    checkDocument: ({ body, http }) => checkDocument(context, body, http.ip),
  })
}
