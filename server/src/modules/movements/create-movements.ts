/** Composition of movements: the calls over the rails' views and the ledger, and the papers about them. */
import { certificates as certificatesContract } from '@tunjo/contract/certificates'
import { documents as documentsContract } from '@tunjo/contract/documents'
import { movements as movementsContract } from '@tunjo/contract/movements'
import { validate as isUuid } from 'uuid'
import type { Figures } from '../../platform/figures.ts'
import { networkOf } from '../../platform/http/network.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { type Allowance, createRateLimit } from '../../platform/rate-limit.ts'
import { excerpt } from '../../platform/visible-text.ts'
import { balanceEntries } from './balance-entries.ts'
import { checkDocument } from './documents/check-document.ts'
import { certificateCsv, certificatePdf, certificateYears } from './documents/give-certificate.ts'
import { personCertificate } from './documents/give-person-certificate.ts'
import { statementCsv, statementMonths, statementPdf } from './documents/give-statement.ts'
import { receipt } from './documents/receipt.ts'
import { createDocumentSigner } from './documents/sign-document.ts'
import { listMovements } from './list-movements.ts'
import { movementFigures } from './movement-figures.ts'
import { findMovements } from './movement-store.ts'
import { movementsCsv } from './movements-csv.ts'
import { showMovement } from './show-movement.ts'
import type { MovementsContext, MovementsDependencies } from './types.ts'

const HOUR_MS = 3_600_000
/** Drawing a paper takes this process some tenths of a second. */
const FILE_ALLOWANCE: Allowance = { tries: 60, windowMs: HOUR_MS }
/** Of all accounts of one network together, so that many of them do not take the process away from everybody. */
const NETWORK_ALLOWANCE: Allowance = { tries: 600, windowMs: HOUR_MS }

type MovementsPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'secrets' | 'settings'>

export interface Movements extends MountedModule {
  readonly figures: Figures
  /** For officers' modules: of one person, newest first, over every rail. */
  readonly find: typeof findMovements
}

export function createMovements(platform: MovementsPlatform, dependencies: MovementsDependencies): Movements {
  const { db, clock, log, audit, secrets, settings } = platform
  const signer = createDocumentSigner(secrets)
  const context = {
    ...dependencies,
    db,
    clock,
    log,
    audit,
    signer,
    publicUrl: settings.publicUrl,
    rateLimit: createRateLimit({ db, clock }),
  }
  return {
    name: 'movements',
    routes: [...movementRoutes(context), ...documentRoutes(context), ...certificateRoutes(context)],
    figures: movementFigures(context),
    find: findMovements,
  }
}

const takeFile = ({ rateLimit }: MovementsContext, { accountId }: Caller, { ip }: HttpContext): Promise<void> =>
  rateLimit.take(
    [
      { kind: 'movements-file-network', key: networkOf(ip), allowance: NETWORK_ALLOWANCE },
      { kind: 'movements-file', key: accountId, allowance: FILE_ALLOWANCE },
    ],
    'request.too_many',
  )

function nameFile(http: HttpContext, name: string): void {
  http.setHeader('content-disposition', `attachment; filename="${name}"`)
}

function movementRoutes(context: MovementsContext): Route[] {
  return implement(movementsContract, {
    list: ({ caller, query }) => listMovements(context, caller.accountId, query),
    async csv({ caller, query, http }) {
      await takeFile(context, caller, http)
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
      await takeFile(context, caller, http)
      const file = await receipt(context, caller.accountId, params.id)
      nameFile(http, `tunjo-comprobante-${params.id}.pdf`)
      return file
    },
    statements: async ({ caller }) => ({ months: await statementMonths(context, caller.accountId) }),
    async statementPdf({ caller, params, http }) {
      await takeFile(context, caller, http)
      const file = await statementPdf(context, caller.accountId, params.month)
      nameFile(http, `tunjo-extracto-${params.month}.pdf`)
      return file
    },
    async statementCsv({ caller, params, http }) {
      await takeFile(context, caller, http)
      const file = await statementCsv(context, caller.accountId, params.month)
      nameFile(http, `tunjo-extracto-${params.month}.csv`)
      return file
    },
    checkDocument: ({ body, http }) => checkDocument(context, body, http.ip),
  })
}

function certificateRoutes(context: MovementsContext): Route[] {
  return implement(
    certificatesContract,
    {
      years: async ({ caller }) => ({ years: await certificateYears(context, caller.accountId) }),
      async pdf({ caller, params, http }) {
        await takeFile(context, caller, http)
        const file = await certificatePdf(context, caller.accountId, params.year)
        nameFile(http, `tunjo-certificado-${params.year}.pdf`)
        return file
      },
      async csv({ caller, params, http }) {
        await takeFile(context, caller, http)
        const file = await certificateCsv(context, caller.accountId, params.year)
        nameFile(http, `tunjo-certificado-${params.year}.csv`)
        return file
      },
      async ofPerson({ caller, body, http }) {
        await takeFile(context, caller, http)
        const file = await personCertificate(context, caller, http, body)
        nameFile(http, `tunjo-certificado-${body.year}.pdf`)
        return file
      },
    },
    {
      async ofPerson({ body: { userId, year, reason } }) {
        const person = isUuid(userId) ? await context.kyc.person(userId.toLowerCase()) : null
        return {
          title: `Certificado anual de ${year}`,
          details: [
            { label: 'Persona', value: person?.dossier?.fullName ?? userId },
            { label: 'Motivo', value: excerpt(reason) },
          ],
        }
      },
    },
  )
}
