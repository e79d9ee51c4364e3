/** Payments as it runs in the product, for tests: its modules, its settings for the sandbox, and calls of a customer. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { COLLECTION_ACCOUNT } from '../../../../../dev/sandbox/bank.ts'
import type { RunningSandbox } from '../../../../../dev/sandbox/index.ts'
import { SANDBOX_SECRETS } from '../../../../../dev/sandbox/secrets.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { blocklistPorts } from '../../../composition/blocklist-ports.ts'
import { createApprovals } from '../../../platform/approvals/index.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { createBlocklist } from '../../compliance/blocklist/index.ts'
import { accountsInGroups } from '../../customers/identity/in-groups.testing.ts'
import type { Identity, Person, WithdrawalCooldown } from '../../customers/identity/index.ts'
import { createKyc, type Kyc } from '../../customers/kyc/index.ts'
import { createLimits } from '../../customers/limits/index.ts'
import type { Risk } from '../../customers/risk/index.ts'
import { testConfiguration } from '../../reference/configuration/testing.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../ledger/index.ts'
import { createCompanyCapital } from '../reconciliation/index.ts'
import { createPayments } from './index.ts'

const { wompi, payouts } = SANDBOX_SECRETS
const ORIGIN_ACCOUNT = '7d3f6a52-0000-4000-8000-000000000001'

export const sandboxEnvironment = (sandbox: Pick<RunningSandbox, 'baseUrls'>): Environment => ({
  WOMPI_URL: sandbox.baseUrls.wompi,
  WOMPI_PUBLIC_KEY: wompi.publicKey,
  WOMPI_PRIVATE_KEY: wompi.privateKey,
  WOMPI_INTEGRITY_SECRET: wompi.integritySecret,
  WOMPI_EVENTS_SECRET: wompi.eventsSecret,
  WOMPI_LINK_WAIT_SECONDS: '2',
  PAYOUTS_URL: sandbox.baseUrls.payouts,
  PAYOUTS_API_KEY: payouts.apiKey,
  PAYOUTS_PRINCIPAL_ID: payouts.userPrincipalId,
  PAYOUTS_ACCOUNT_ID: ORIGIN_ACCOUNT,
  PAYOUTS_EVENTS_SECRET: payouts.eventsSecret,
  COLLECTION_ACCOUNT_NUMBER: COLLECTION_ACCOUNT.number,
  COLLECTION_BANK_ID: COLLECTION_ACCOUNT.bankId,
  COLLECTION_HOLDER: COLLECTION_ACCOUNT.holder,
  COLLECTION_TAX_ID: COLLECTION_ACCOUNT.taxId,
  WITHDRAWAL_CANCEL_SECONDS: '0',
  BANK_ACCOUNT_HOLD_HOURS: '0',
  // Only the tests of reviews make withdrawals wait for officers.
  WITHDRAWAL_TWO_OFFICERS_COP: '10000000000',
  WITHDRAWAL_IN_AND_OUT_COP: '10000000000',
})

/** Accounts that are not ordinary verified customers. */
export interface Exceptions {
  readonly strangers: Set<string>
  readonly suspended: Set<string>
  readonly holds: Map<string, WithdrawalCooldown>
}
export const noExceptions = (): Exceptions => ({ strangers: new Set(), suspended: new Set(), holds: new Map() })

const OFFICER = 'officer:'
export const newOfficer = (): string => `${OFFICER}${newId()}`

/** Control lists and blocks of the test. */
export interface ListParts {
  readonly screening: Parameters<typeof blocklistPorts>[0]['screening']
  readonly risk: Pick<Risk, 'mayTransact' | 'inGroups'>
}
export const NO_PAYER_LISTED: ListParts = {
  screening: {
    isSanctioned: async () => 'no_list',
    recordSanctionedSender: async () => undefined,
    screenAddress: async () => 'no_list',
    isPayerListed: async () => false,
    preparePayers: async () => undefined,
  },
  risk: { mayTransact: async () => true, inGroups: { mayTransact: () => ({ text: 'SELECT to_jsonb(true)', read: () => true }) } },
}

/** Any id is an account. The bearer token is the account's id. */
export function buildPayments(
  platform: Platform,
  { strangers, suspended, holds }: Exceptions = noExceptions(),
  { screening, risk }: ListParts = NO_PAYER_LISTED,
) {
  const personOf = (id: string) => {
    const state = strangers.has(id) ? ACCOUNT_STATE.unverified : suspended.has(id) ? ACCOUNT_STATE.suspended : ACCOUNT_STATE.verified
    return { email: `${id}@correo.example`, createdAt: new Date('2026-01-15T12:00:00Z'), state }
  }
  const identity: Pick<Identity, 'person' | 'setState' | 'withdrawalHold' | 'checkConsent' | 'inGroups'> = {
    person: async (id): Promise<Person> => ({ id, ...personOf(id), isActive: !suspended.has(id) }),
    inGroups: accountsInGroups((id) => ({ ...personOf(id), hold: holds.get(id) ?? null })),
    setState: async () => undefined,
    withdrawalHold: async (_connection, id) => holds.get(id) ?? null,
    checkConsent: async () => null,
  }
  const parameters = createParameters()
  const kyc = createKyc(platform, { identity, parameters, notifications: { notify: async () => undefined } })
  const configuration = testConfiguration(platform, parameters)
  const limits = createLimits(platform, { kyc, identity, risk, configuration })
  const ledger = createLedger(platform)
  const staff = {
    permissionsOf: async () => permissionsOf(['compliance_officer']),
    officersWith: async () => [],
    emailOf: async (_connection: unknown, id: string) => `${id}@correo.example`,
  }
  const approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  const blackList = createBlocklist(platform)
  const { accountCheck, payerCheck } = blocklistPorts({ blackList, screening })
  const companyCapital = createCompanyCapital(platform, { ledger })
  const payments = createPayments(platform, { ledger, limits, parameters, approvals, accountCheck, payerCheck, companyCapital })
  const routes = [kyc, limits, parameters, approvals, payments].flatMap((module) => module.routes)
  return { kyc, limits, ledger, payments, routes }
}

export async function authenticate(request: { headers: Record<string, unknown> }) {
  const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '')
  if (token === '') return null
  const isOfficer = token.startsWith(OFFICER)
  const accountId = isOfficer ? token.slice(OFFICER.length) : token
  const permissions = isOfficer ? permissionsOf(['compliance_officer']) : []
  return { accountId, sessionId: accountId, authorities: [isOfficer ? ('ROLE_ADMIN' as const) : ('ROLE_USER' as const)], permissions }
}

export interface CallResult {
  readonly status: number
  /** Code of the refusal, from `app-error`. */
  readonly code: string | null
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any
}

export async function callApi(
  url: string,
  accountId: string | null,
  method: string,
  path: string,
  body?: unknown,
  key?: string,
  language = 'es',
): Promise<CallResult> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'accept-language': language,
      // Each customer calls from a separate address: the rate limit of a network must not apply to a whole test.
      ...(accountId ? { authorization: `Bearer ${accountId}`, 'x-forwarded-for': addressOf(accountId) } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, code: response.headers.get('app-error'), text, body: isJson ? JSON.parse(text) : null }
}

/** Address of a range reserved for tests (RFC 2544). */
export function addressOf(accountId: string): string {
  const [third, fourth] = Buffer.from(accountId.slice(-4), 'hex')
  return `198.18.${third ?? 0}.${fourth ?? 0}`
}

export const verify = (kyc: Kyc, accountId: string, level: 1 | 2 | 3) =>
  kyc.ensureVerified({
    accountId,
    personType: 'natural',
    fullName: 'Ana María Rojas',
    documentType: 'CC',
    documentNumber: newDocumentNumber(),
    phone: '+573001234567',
    level,
  })

/** Insert an account as the registration does. */
export const insertAccount = (connection: Connection, id: string) =>
  sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', now(), now())`.execute(connection)

export async function fundAccount(ledger: Ledger, accountId: string, amount: bigint): Promise<void> {
  const [debit, credit] = [systemAccount('bank', 'COP'), customerAccount(accountId, 'COP')]
  const given = await ledger.post([{ kind: 'post', id: newId(), debit, credit, amount, code: 'test.gift' }])
  if (given.outcome === 'refused') throw new Error(given.refusal.code)
}

export async function answerAtBank(link: string, outcome: 'APPROVED' | 'DECLINED' | 'ERROR' | 'PENDING'): Promise<void> {
  const ticket = new URL(link).searchParams.get('ticket') ?? ''
  await fetch(link.split('?')[0] ?? '', { method: 'POST', body: new URLSearchParams({ ticket, outcome }), redirect: 'manual' })
}
