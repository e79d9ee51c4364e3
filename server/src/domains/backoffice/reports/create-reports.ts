/** Composition of reports: read models over the views that modules publish. */
import type { Approvals } from '../../../platform/approvals/index.ts'
import type { Exports } from '../../../platform/exports/index.ts'
import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Parameters } from '../../reference/parameters/index.ts'
import { caseArchiveRoutes } from './case-archive/routes.ts'
import { createCaseArchiveSigner } from './case-archive/signer.ts'
import { lineCustomerRoutes } from './line-customers/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { moneyRoutes, tradeRoutes } from './money/routes.ts'
import { registerSheets } from './register-sheets.ts'
import { reportRoutes } from './routes.ts'

interface ReportsDependencies {
  readonly parameters: Pick<Parameters, 'bank'>
  readonly exports: Exports
  readonly approvals: Pick<Approvals, 'hiddenFrom'>
}

export function createReports(platform: Platform, { parameters, exports, approvals }: ReportsDependencies): MountedModule {
  const context = { ...platform, parameters, approvals }
  registerSheets(exports, context)
  const caseArchives = caseArchiveRoutes({ ...context, signer: createCaseArchiveSigner(platform.secrets) })
  return {
    name: 'reports',
    routes: [
      ...reportRoutes(context),
      ...moneyRoutes(context),
      ...tradeRoutes(context),
      ...lineCustomerRoutes(context),
      ...linkRoutes(context),
      ...caseArchives,
    ],
  }
}
