/** Regulatory reports over a test database and HTTP: real accounts, officers by their roles, and the evidence of a report. */
import { inTransaction } from '../../platform/database.ts'
import { createExports } from '../../platform/exports/index.ts'
import type { Route } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/module.ts'
import { approvalsOf, newStaff, serveOfficers } from '../../testing/officers.ts'
import { type Alerts, createAlerts } from '../alerts/index.ts'
import { createDueDiligence } from '../compliance/index.ts'
import { testConfiguration } from '../configuration/testing.ts'
import { createIdentity, type Identity } from '../identity/index.ts'
import { OPEN_ENTRY } from '../identity/open-entry.testing.ts'
import { createKyc } from '../kyc/index.ts'
import { findMovements } from '../movements/movement-store.ts'
import { createNotifications } from '../notifications/index.ts'
import { createParameters } from '../parameters/index.ts'
import { createPolicies } from '../policies/index.ts'
import { createReports } from '../reports/index.ts'
import { createRetention, type Retention } from '../retention/index.ts'
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
