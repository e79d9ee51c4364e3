/** Composition of movements: the calls over the rails' views and the ledger, and the documents about them. */
import { certificates as certificatesContract } from '@tunjo/contract/certificates'
import { documents as documentsContract } from '@tunjo/contract/documents'
import { movements as movementsContract } from '@tunjo/contract/movements'
import { validate as isUuid } from 'uuid'
import { localeOf } from '../../../platform/http/preferred-locale.ts'
import { type Caller, type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import { excerpt } from '../../../platform/phrases/visible-text.ts'
import { balanceEntries } from './balance-entries.ts'
import { certificateCsv, certificatePdf, certificateYears } from './documents/certificates.ts'
import { checkDocument } from './documents/check-document.ts'
import { createDocumentSigner } from './documents/document-signer.ts'
import { personCertificate } from './documents/person-certificate.ts'
import { receipt } from './documents/receipt.ts'
import { statementCsv, statementMonths, statementPdf } from './documents/statements.ts'
import { listMovements } from './list-movements.ts'
import { movementMetrics } from './movement-metrics.ts'
import { findMovements } from './movement-store.ts'
import { movementsCsv } from './movements-csv.ts'
import { presentMovement } from './present-movement.ts'
import type { MovementsContext, MovementsDependencies, MovementsOwner } from './types.ts'
import { MOVEMENT_WORDS } from './words.ts'

type MovementsPlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'secrets' | 'settings'>

export interface Movements extends MountedModule {
  readonly figures: Gauges
  /** For officers' modules: movements of one customer, newest first, over every rail. */
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
  }
  return {
    name: 'movements',
    routes: [...movementRoutes(context), ...documentRoutes(context), ...certificateRoutes(context)],
    figures: movementMetrics(context),
    find: findMovements,
  }
}

async function renderAs<F>(http: HttpContext, name: string, draw: () => Promise<F>): Promise<F> {
  const file = await draw()
  http.setHeader('content-disposition', `attachment; filename="${name}"`)
  return file
}

/** A caller's own movements, in the language of the request. */
const ownerOf = ({ accountId }: Caller, http: HttpContext): MovementsOwner => ({ accountId, locale: localeOf(http) })

function movementRoutes(context: MovementsContext): Route[] {
  return implement(movementsContract, {
    list: ({ caller, query }) => listMovements(context, caller.accountId, query),
    csv: ({ caller, query, http }) => renderAs(http, 'movimientos.csv', () => movementsCsv(context, ownerOf(caller, http), query)),
    movement: ({ caller, params, http }) => presentMovement(context, ownerOf(caller, http), params.id),
    balanceEntries: ({ caller, params, query }) => balanceEntries(context, caller.accountId, { ...params, ...query }),
  })
}

function documentRoutes(context: MovementsContext): Route[] {
  return implement(documentsContract, {
    receipt: ({ caller, params, http }) =>
      renderAs(http, `tunjo-comprobante-${params.id}.pdf`, () => receipt(context, ownerOf(caller, http), params.id)),
    statements: async ({ caller }) => ({ months: await statementMonths(context, caller.accountId) }),
    statementPdf: ({ caller, params, http }) =>
      renderAs(http, `tunjo-extracto-${params.month}.pdf`, () => statementPdf(context, ownerOf(caller, http), params.month)),
    statementCsv: ({ caller, params, http }) =>
      renderAs(http, `tunjo-extracto-${params.month}.csv`, () => statementCsv(context, ownerOf(caller, http), params.month)),
    checkDocument: ({ body, http }) => checkDocument(context, body, localeOf(http)),
  })
}

function certificateRoutes(context: MovementsContext): Route[] {
  return implement(
    certificatesContract,
    {
      years: async ({ caller }) => ({ years: await certificateYears(context, caller.accountId) }),
      pdf: ({ caller, params, http }) =>
        renderAs(http, `tunjo-certificado-${params.year}.pdf`, () => certificatePdf(context, ownerOf(caller, http), params.year)),
      csv: ({ caller, params, http }) =>
        renderAs(http, `tunjo-certificado-${params.year}.csv`, () => certificateCsv(context, ownerOf(caller, http), params.year)),
      ofPerson: ({ caller, body, http }) =>
        renderAs(http, `tunjo-certificado-${body.year}.pdf`, () => personCertificate(context, caller, http, body)),
    },
    {
      async ofPerson({ body: { userId, year, reason }, locale }) {
        const person = isUuid(userId) ? await context.kyc.person(userId.toLowerCase()) : null
        const words = MOVEMENT_WORDS[locale].certificateOfPerson
        return {
          title: words.title(year),
          details: [
            { label: words.person, value: person?.dossier?.fullName ?? userId },
            { label: words.reason, value: excerpt(reason) },
          ],
        }
      },
    },
  )
}
