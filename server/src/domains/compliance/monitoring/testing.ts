/** Test harness of monitoring over a test database: customers by SQL, as their own modules write them, and the corresponding events. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import type { Events, EventType } from '../../../events.ts'
import { type Approvals, createApprovals } from '../../../platform/approvals/index.ts'
import { type Connection, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createAlerts } from '../../customers/alerts/index.ts'
import { maximumHistory, monthlyMaximums } from '../../customers/limits/monthly-maximums.ts'
import { createConfiguration } from '../../reference/configuration/index.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createDueDiligence } from '../compliance/index.ts'
import { createMonitoring } from './index.ts'
import { startNightlyRun } from './nightly-run.ts'

export const DAY_MS = 86_400_000

/** Every officer who decides is a compliance officer. */
export const approvalsOf = (platform: TestPlatform): Approvals =>
  createApprovals({
    ...platform,
    staff: {
      permissionsOf: async () => permissionsOf(['compliance_officer']),
      officersWith: async () => [],
      emailOf: async (_connection, id) => `${id}@correo.example`,
    },
    notifyOfficer: async () => undefined,
  })

/** Any id is a valid account. */
export function buildMonitoring(platform: TestPlatform) {
  const identity = {
    person: async (id: string) => ({ id, email: '', createdAt: new Date(0), state: ACCOUNT_STATE.verified, isActive: true }),
  }
  const parameters = createParameters()
  const approvals = approvalsOf(platform)
  const configuration = createConfiguration(platform, { parameters, approvals })
  const alerts = createAlerts(platform, { identity, parameters, configuration, diligence: createDueDiligence(platform), commentWords: {} })
  const limits = {
    monthlyMaximums: (connection: Connection, at: Date) => monthlyMaximums({ configuration }, connection, at),
    maximumHistory: (connection: Connection) => maximumHistory({ configuration }, connection),
  }
  return { alerts, limits, approvals, monitoring: createMonitoring(platform, { alerts, limits, approvals }) }
}

export type Episode = {
  kind: number
  typeId: number | null
  state: string
  openedBy: string | null
  opening: string
  closing: string | null
  hits: number
}

export interface MonitoringTest extends ReturnType<typeof buildMonitoring> {
  readonly database: TestDatabase
  readonly platform: TestPlatform
  newCustomer(level?: number, authority?: string): Promise<string>
  /** Change the address as confirmed from both mailboxes. Emits no event: tests emit it separately. */
  changeEmail(accountId: string): Promise<string>
  emit<T extends EventType>(type: T, payload: Events[T]): Promise<void>
  /** Each period in which an alert was open, oldest first. */
  episodes(accountId: string): Promise<Episode[]>
  /** Run the nightly run of the current day. */
  runNight(): Promise<void>
  stop(): Promise<void>
}

export async function startMonitoringTest(): Promise<MonitoringTest> {
  const database = await createTestDatabase()
  const platform = createTestPlatform(database)
  const { db, owner } = database
  return {
    ...buildMonitoring(platform),
    database,
    platform,
    async newCustomer(level = 2, authority = 'ROLE_USER') {
      const id = newId()
      const now = platform.clock.now()
      await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
        VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY[${authority}], ${ACCOUNT_STATE.verified}, 'es', ${now}, ${now})`.execute(db)
      await sql`INSERT INTO kyc.customer VALUES (${id}, 'natural', ${level}, ${level > 0}, ${now})`.execute(db)
      return id
    },
    async changeEmail(accountId) {
      const [id, at] = [newId(), platform.clock.now()]
      await sql`INSERT INTO identity.email_change (id, account_id, old_email, new_email, created_at, expires_at, confirmed_old_at,
          confirmed_new_at, changed_at, state)
        VALUES (${id}, ${accountId}, 'antes@correo.example', 'ahora@correo.example', ${at}, ${at}, ${at}, ${at}, ${at}, 'changed')`.execute(
        db,
      )
      return id
    },
    async emit(type, payload) {
      await inTransaction(db, (tx) => platform.outbox.emit(tx, type, payload))
    },
    async episodes(accountId) {
      const found = await sql<Episode>`SELECT kind, type_id AS "typeId", state, opened_by AS "openedBy", opening_comment AS opening,
          closing_comment AS closing, (SELECT count(*)::integer FROM alerts.evidence WHERE episode_id = episode.id) AS hits
        FROM alerts.episode WHERE account_id = ${accountId} ORDER BY opened_at, kind`.execute(owner)
      return found.rows
    },
    async runNight() {
      await startNightlyRun({ ...platform })
      await platform.jobs.drain()
    },
    async stop() {
      await database.drop()
      platform.remove()
    },
  }
}
