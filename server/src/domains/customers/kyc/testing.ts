/** Verification over a test database and HTTP: people who fill in forms, officers who decide. The bearer token is the account's id. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import type { Form } from '@tunjo/contract/kyc-forms'
import { permissionsOf } from '@tunjo/contract/permissions'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { createApprovals } from '../../../platform/approvals/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createExports } from '../../../platform/exports/index.ts'
import { fileRoutes } from '../../../platform/files/index.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Caller, Route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { type Blocklist, createBlocklist, createBlocklistOffice } from '../../compliance/blocklist/index.ts'
import { createCompliance, createDueDiligence } from '../../compliance/compliance/index.ts'
import { createConversations } from '../../compliance/conversations/index.ts'
import { createBackgroundChecks, createScreening, type PersonChecks, type Screening } from '../../compliance/screening/index.ts'
import { type Configuration, createConfiguration } from '../../reference/configuration/index.ts'
import type { NoticeRequest } from '../../reference/notifications/index.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { type Alerts, createAlerts } from '../alerts/index.ts'
import { accountsInGroups } from '../identity/in-groups.testing.ts'
import type { StateChange } from '../identity/index.ts'
import { createLimits, type Limits } from '../limits/index.ts'
import { createRisk, type Risk } from '../risk/index.ts'
import { filesOf, formOf, representative, type Upload } from './forms/forms.testing.ts'
import { createKyc, type Kyc } from './index.ts'

export * from './forms/forms.testing.ts'

const OFFICER = 'officer:'
export const newOfficer = (): string => `${OFFICER}${newId()}`
export const idOfOfficer = (officer: string): string => officer.slice(OFFICER.length)

export interface KycParts {
  readonly kyc: Kyc
  readonly limits: Limits
  readonly configuration: Configuration
  readonly risk: Risk
  readonly alerts: Alerts
  readonly screening: Screening
  /** Checks of a platform that has a provider. */
  readonly checks: PersonChecks | null
  readonly blackList: Blocklist
  readonly blackListFigures: Gauges
  /** States of accounts that are not new any more. */
  readonly states: Map<string, AccountState>
  /** Ids that are no account. */
  readonly strangers: Set<string>
  readonly notices: NoticeRequest[]
  /** Ids of officers to whom a case may be assigned. */
  readonly reviewers: Set<string>
  /** Officers who are no compliance officers. */
  readonly analysts: Set<string>
  /** Ids of officers who are notified of changes of risk. */
  readonly riskOfficers: Set<string>
  readonly routes: readonly Route[]
  readonly server: TestServer
}

const NO_CHECKS = { summary: async () => ({ isInProgress: false, result: null }), reportFile: async () => null }

/** Every id is an account, except those in `strangers`. */
export async function serveKyc(platform: Platform): Promise<KycParts> {
  const states = new Map<string, AccountState>()
  const strangers = new Set<string>()
  const notices: NoticeRequest[] = []
  const reviewers = new Set<string>()
  const analysts = new Set<string>()
  const riskOfficers = new Set<string>()
  const stateOf = (id: string) => states.get(id) ?? ACCOUNT_STATE.unverified
  const identity = {
    person: async (id: string) =>
      strangers.has(id) ? null : { id, email: `${id}@correo.example`, createdAt: new Date(0), state: stateOf(id), isActive: true },
    setState: async (_tx: unknown, { accountId, state, onlyFrom }: StateChange) => {
      if (onlyFrom === undefined || stateOf(accountId) === onlyFrom) states.set(accountId, state)
    },
    inGroups: accountsInGroups((id) => ({
      email: `${id}@correo.example`,
      createdAt: new Date(0),
      state: stateOf(id),
      hold: null,
    })),
    withdrawalHold: async () => null,
    checkConsent: async () => null,
    // There are no appeal links here: conversations/appeals.test.ts has real accounts.
    appeals: {
      open: async () => refuse('identity.appeal_expired'),
      check: async () => refuse('identity.appeal_expired'),
      linkFor: async () => null,
    },
  }
  const parameters = createParameters()
  const notify = async (_tx: unknown, notice: NoticeRequest) => void notices.push(notice)
  const kyc = createKyc(platform, { identity, parameters, notifications: { notify } })
  const staff = {
    permissionsOf: async () => permissionsOf(['compliance_officer']),
    officersWith: async () => [],
    emailOf: async (_connection: unknown, id: string) => `${id}@correo.example`,
  }
  const approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  const exports = createExports(platform)
  const configuration = createConfiguration(platform, { parameters, approvals })
  const diligence = createDueDiligence(platform)
  const alerts = createAlerts(platform, { identity, parameters, configuration, diligence, commentWords: {} })
  const risk = createRisk(platform, {
    identity: { ...identity, staff: { officersWith: async () => [...riskOfficers] } },
    kyc,
    alerts,
    notifications: { notify },
    parameters,
    configuration,
    approvals,
    diligence,
  })
  const limits = createLimits(platform, { kyc, identity, risk, configuration })
  const checks = platform.env.TUSDATOS_URL
    ? createBackgroundChecks(platform, { kyc, identity, risk, alerts, configuration, approvals, parameters })
    : null
  const compliance = createCompliance(platform, {
    exports,
    kyc,
    identity: { ...identity, staff: { officersWith: async () => [...reviewers] } },
    limits,
    parameters,
    approvals,
    risk,
    alerts,
    notifications: { notify },
    checks: checks ?? NO_CHECKS,
    configuration,
  })
  const conversations = createConversations(platform, { identity, kyc, risk, alerts, configuration, notifications: { notify } })
  const screening = createScreening(platform, { kyc, identity, risk, alerts, configuration, approvals, parameters })
  const blackList = createBlocklist(platform)
  const office = createBlocklistOffice(platform, { blackList, kyc, risk, alerts, approvals, parameters })
  const modules = [
    exports,
    office,
    configuration,
    kyc,
    limits,
    approvals,
    compliance,
    conversations,
    alerts,
    risk,
    screening,
    ...(checks ? [checks] : []),
  ]
  const routes = [...modules.flatMap((module) => module.routes), ...fileRoutes(platform, async () => true)]
  const server = await startTestServer(platform, routes, authenticateWith(analysts))
  return {
    kyc,
    limits,
    configuration,
    risk,
    alerts,
    screening,
    checks,
    blackList,
    blackListFigures: office.figures,
    states,
    strangers,
    notices,
    reviewers,
    analysts,
    riskOfficers,
    routes,
    server,
  }
}

const authenticateWith =
  (analysts: ReadonlySet<string>) =>
  async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
    const token = (headers.authorization ?? '').replace(/^Bearer /, '')
    if (token === '') return null
    const isOfficer = token.startsWith(OFFICER)
    const accountId = isOfficer ? idOfOfficer(token) : token
    const permissions = isOfficer ? permissionsOf([analysts.has(accountId) ? 'analyst' : 'compliance_officer']) : []
    return { accountId, sessionId: accountId, authorities: [isOfficer ? 'ROLE_ADMIN' : 'ROLE_USER'], permissions }
  }

export interface Answer {
  readonly status: number
  readonly code: string | null
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}

export async function callKyc(url: string, token: string | null, method: string, path: string, body?: unknown): Promise<Answer> {
  const isForm = body instanceof FormData
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
  }
  const sent = body === undefined || isForm ? body : typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url + path, { method, headers, body: sent })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, code: response.headers.get('app-error'), text, body: isJson ? JSON.parse(text) : null }
}

const PATH: Readonly<Record<Form, string>> = {
  'natural-1': '/kyc/users/natural/level-1',
  'natural-2': '/kyc/users/natural/level-2',
  'natural-3': '/kyc/users/natural/level-3',
  'legal-1': '/kyc/users/legal/level-1',
  'legal-2': '/kyc/users/legal/level-2',
  'legal-3': '/kyc/users/legal/level-3',
}

export interface KycTest extends KycParts {
  /** Address of the server, for requests with headers of their own. */
  readonly url: string
  readonly database: TestDatabase
  readonly platform: TestPlatform
  call(token: string | null, method: string, path: string, body?: unknown): Promise<Answer>
  saveDocuments(person: string, form: Form, files: Upload, data?: object): Promise<Answer>
  saveFields(person: string, form: Form, fields: object): Promise<Answer>
  /** Both calls, in the order of the specification. Returns the last answer. */
  send(person: string, form: Form, fields?: object): Promise<Answer>
  status(person: string): Promise<Answer['body']>
  /** As the officer's screen gets them. */
  documents(person: string): Promise<Answer['body'][]>
  accept(officer: string, ids: readonly string[]): Promise<Answer>
  decline(officer: string, ids: readonly string[], description?: string): Promise<Answer>
  changeLevel(officer: string, person: string, newKYCLevel: number, reason?: string): Promise<Answer>
  /** With a second officer who agrees, for changes that need two. Returns the status afterwards. */
  agreeLevel(person: string, newKYCLevel: number, reason?: string): Promise<Answer>
  /** As an officer who reads its documents; without it no company is accepted. */
  nameRepresentatives(company: string, people?: readonly object[], more?: object): Promise<Answer>
  /** Accepts all pending items and raises the level, with a second officer where one is needed. */
  verify(person: string, newKYCLevel: number): Promise<Answer>
  mayDeposit(person: string, amountCop: bigint): Promise<string>
  stop(): Promise<void>
}

export async function startKycTest(env: Environment = {}): Promise<KycTest> {
  const database = await createTestDatabase()
  const platform = { ...createTestPlatform(database), env }
  const parts = await serveKyc(platform)
  const call: KycTest['call'] = (...args) => callKyc(parts.server.url, ...args)
  const saveDocuments: KycTest['saveDocuments'] = (person, form, files, data) =>
    call(person, 'POST', `${PATH[form]}/save-documents`, formOf(files, data))
  const saveFields: KycTest['saveFields'] = (person, form, fields) => call(person, 'POST', `${PATH[form]}/save-fields`, fields)
  const documents: KycTest['documents'] = async (person) =>
    (await call(newOfficer(), 'GET', `/kyc/administrative/users/user-documents?userId=${person}`)).body
  const accept: KycTest['accept'] = (officer, idUserDocument) =>
    call(officer, 'POST', '/kyc/administrative/user-documents/accept', { idUserDocument })
  const changeLevel: KycTest['changeLevel'] = (officer, userId, newKYCLevel, reason = 'Documentos en orden.') =>
    call(officer, 'PUT', '/kyc/administrative/users/kyc-level', { userId, newKYCLevel, reason, withoutCheck: true })
  const agreeLevel: KycTest['agreeLevel'] = async (person, newKYCLevel, reason) => {
    const proposed = await changeLevel(newOfficer(), person, newKYCLevel, reason)
    if (proposed.status !== 202) return proposed
    const approved = await call(newOfficer(), 'POST', `/api/administrative/approvals/${proposed.body.approvalRequestId}/approve`, {
      note: '',
    })
    return approved.status === 200 ? call(person, 'GET', '/kyc/users/natural/kyc-verified') : approved
  }
  return {
    ...parts,
    url: parts.server.url,
    database,
    platform,
    call,
    saveDocuments,
    saveFields,
    async send(person, form, fields = {}) {
      const files = await filesOf(form)
      if (form === 'natural-3' || form === 'legal-2' || form === 'legal-3') return saveDocuments(person, form, files)
      const [first, second] = [() => saveDocuments(person, form, files), () => saveFields(person, form, fields)]
      const [one, other] = form === 'natural-2' ? [second, first] : [first, second]
      const answer = await one()
      return answer.status === 200 ? other() : answer
    },
    status: async (person) => (await call(person, 'GET', '/kyc/users/status')).body,
    documents,
    accept,
    decline: (officer, idUserDocument, description = 'La foto del respaldo está borrosa.') =>
      call(officer, 'POST', '/kyc/administrative/user-documents/decline', { idUserDocument, description }),
    changeLevel,
    agreeLevel,
    nameRepresentatives: (userId, people = [representative()], { officer = newOfficer(), ...more }: { officer?: string } = {}) =>
      call(officer, 'POST', '/kyc/administrative/users/representatives', { userId, from: 0, people, ...more }),
    async verify(person, newKYCLevel) {
      const officer = newOfficer()
      const pending = (await documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
      await accept(officer, pending)
      return newKYCLevel > 3 ? agreeLevel(person, newKYCLevel) : changeLevel(officer, person, newKYCLevel)
    },
    async mayDeposit(accountId, amountCop) {
      const use = { accountId, direction: 'deposit', amountCop, operationId: newId() } as const
      return inTransaction(database.db, (tx) => parts.limits.reserveLimit(tx, use)).then(
        () => 'yes',
        (error) => error.refusal.code,
      )
    },
    async stop() {
      await parts.server.close()
      await parts.screening.stop()
      await database.drop()
      platform.remove()
    },
  }
}
