/** Regulatory reports over a test database and HTTP: real accounts, officers by their roles, and the evidence of a report. */

import { approvalsOf, newStaff, serveOfficers } from '../../../../../dev/testing/officers.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createExports } from '../../../platform/exports/index.ts'
import type { Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import { createReports } from '../../backoffice/reports/index.ts'
import { type Alerts, createAlerts } from '../../customers/alerts/index.ts'
import { createIdentity, type Identity } from '../../customers/identity/index.ts'
import { OPEN_ENTRY } from '../../customers/identity/open-entry.testing.ts'
import { createKyc } from '../../customers/kyc/index.ts'
import { createPolicies } from '../../customers/policies/index.ts'
import { createRetention, type Retention } from '../../customers/retention/index.ts'
import { findMovements } from '../../money/movements/movement-store.ts'
import { testConfiguration } from '../../reference/configuration/testing.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createDueDiligence } from '../compliance/index.ts'
import { createRegulatory } from './index.ts'

export interface RegulatoryParts {
  readonly identity: Identity
  readonly alerts: Alerts
  readonly retention: Retention
  /** Runs the schedule that destroys documents of former customers. */
  purgeExpired(): Promise<void>
  readonly routes: readonly Route[]
  readonly server: Awaited<ReturnType<typeof serveOfficers>>
}

/** The same modules as in the product, except for the rails: tests fill their views. */
export async function serveRegulatory(whole: Platform): Promise<RegulatoryParts> {
  const { platform, purgeExpired } = withPurgeExpired(whole)
  const notifications = createNotifications(platform)
  const identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  const parameters = createParameters()
  const kyc = createKyc(platform, { identity, parameters, notifications })
  const approvals = approvalsOf(platform, identity)
  const alerts = createAlerts(platform, {
    commentWords: {},
    identity,
    parameters,
    configuration: testConfiguration(platform, parameters),
    diligence: createDueDiligence(platform),
  })
  const retention = createRetention(platform, { identity, approvals })
  const movements = { find: findMovements }
  const regulatory = createRegulatory(platform, { identity, kyc, alerts, movements, parameters, retention, approvals })
  const reports = createReports(platform, { exports: createExports(platform), parameters, approvals })
  const routes = [regulatory, approvals, retention, reports].flatMap((one) => one.routes)
  return { identity, alerts, retention, purgeExpired, routes, server: await serveOfficers(platform, identity, routes) }
}

function withPurgeExpired(platform: Platform) {
  let run: () => Promise<void> = () => Promise.reject(new Error('retention has no schedule'))
  const jobs: Platform['jobs'] = {
    ...platform.jobs,
    schedule(schedule) {
      if (schedule.name === 'retention.forget_papers') run = () => schedule.run({ log: platform.log })
      else platform.jobs.schedule(schedule)
    },
  }
  return { platform: { ...platform, jobs }, purgeExpired: () => run() }
}

export const newCompliance = (identity: Identity): Promise<string> => newStaff(identity, 'compliance_officer')

export const newCustomer = (identity: Identity): Promise<string> =>
  identity.ensureAccount({
    email: `${newId()}@correo.example`,
    password: 'tres gatos en la ventana',
    authorities: ['ROLE_USER'],
    state: 2,
    activated: true,
    langKey: 'es',
  })

/** An alert that a rule opened, and found again. */
export const raiseAlert = (db: Parameters<typeof inTransaction>[0], alerts: Alerts, accountId: string, at: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const key = { accountId, kind: 16, typeId: null }
    await alerts.raise(tx, key, { at, actor: { kind: 'system', id: null }, comment: 'VOLUMEN v1: movió más de lo declarado.' })
    await alerts.raise(tx, key, { at, actor: { kind: 'system', id: null }, comment: 'VOLUMEN v1: otra vez.' })
  })
