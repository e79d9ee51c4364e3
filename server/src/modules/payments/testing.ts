/** Payments as it runs in the product, over a test database and the real sandbox. For tests only. */

import { setTimeout as sleep } from 'node:timers/promises'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/module.ts'
import type { Environment } from '../../platform/settings.ts'
import { type RunningSandbox, startSandbox } from '../../sandbox/index.ts'
import { SANDBOX_SECRETS } from '../../sandbox/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../testing/test-product.ts'
import type { Identity, Person } from '../identity/index.ts'
import { createKyc, type Kyc } from '../kyc/index.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../ledger/index.ts'
import { createLimits, type Limits } from '../limits/index.ts'
import { createParameters } from '../parameters/index.ts'
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
  WITHDRAWAL_CANCEL_SECONDS: '0',
})

/** Anybody is an account; `strangers` are not verified. The bearer token is the account's id. */
export function buildPayments(platform: Platform, strangers: ReadonlySet<string> = new Set()) {
  const identity: Pick<Identity, 'person' | 'setState'> = {
    async person(id): Promise<Person> {
      const state = strangers.has(id) ? ACCOUNT_STATE.unverified : ACCOUNT_STATE.verified
      return { id, email: `${id}@correo.example`, createdAt: new Date('2026-01-15T12:00:00Z'), state }
    },
    setState: async () => undefined,
  }
  const kyc = createKyc(platform, { identity })
  const limits = createLimits(platform, { kyc })
  const ledger = createLedger(platform)
  const parameters = createParameters()
  const payments = createPayments(platform, { ledger, limits, parameters })
  const routes = [kyc, limits, parameters, payments].flatMap((module) => module.routes)
  return { kyc, limits, ledger, payments, routes }
}

export async function authenticate(request: { headers: Record<string, unknown> }) {
  const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '')
  return token === '' ? null : { accountId: token, sessionId: token, authorities: ['ROLE_USER' as const] }
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
): Promise<CallResult> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(accountId ? { authorization: `Bearer ${accountId}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, code: response.headers.get('app-error'), text, body: isJson ? JSON.parse(text) : null }
}

export interface PaymentsTest {
  readonly database: TestDatabase
  readonly platform: TestPlatform
  readonly sandbox: RunningSandbox
  readonly server: TestServer
  readonly ledger: Ledger
  readonly kyc: Kyc
  readonly limits: Limits
  readonly strangers: Set<string>
  call(accountId: string | null, method: string, path: string, body?: unknown, key?: string): Promise<CallResult>
  /** A verified person with one bank account and `cop` pesos. */
  customer(options?: { level?: 1 | 2 | 3; pesos?: bigint; accountNumber?: string }): Promise<{ id: string; account: string }>
  /** Answers as the person does at the bank's page. */
  answerAtBank(link: string, outcome: 'APPROVED' | 'DECLINED' | 'ERROR' | 'PENDING'): Promise<void>
  /** Pesos, in cents. */
  balance(accountId: string): Promise<{ posted: bigint; held: bigint; available: bigint }>
  /** Runs due jobs until `check` holds. */
  until(check: () => Promise<boolean>): Promise<void>
  stop(): Promise<void>
}

export async function startPaymentsTest(env: Environment = {}): Promise<PaymentsTest> {
  const database = await createTestDatabase()
  const base = createTestPlatform(database)
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const sandbox = await startSandbox({ dataDir: base.settings.dataDir, secrets: SANDBOX_SECRETS, log: silent, clock: base.clock })
  const platform = { ...base, env: { ...sandboxEnvironment(sandbox), ...env } }
  const strangers = new Set<string>()
  const { kyc, limits, ledger, routes } = buildPayments(platform, strangers)
  const server = await startTestServer(platform, routes, authenticate)
  sandbox.controls.apply({
    action: 'configure',
    payoutDelayMs: 0,
    webhookRetryDelaysMs: [],
    webhookUrls: { payments: `${server.url}/payment/webhooks/wompi`, payouts: `${server.url}/payment/webhooks/wompi-payouts` },
  })
  const call: PaymentsTest['call'] = (...args) => callApi(server.url, ...args)

  return {
    database,
    platform,
    sandbox,
    server,
    ledger,
    kyc,
    limits,
    strangers,
    call,
    async customer({ level = 2, pesos = 0n, accountNumber = '12345678' } = {}) {
      const id = newId()
      await verify(kyc, id, level)
      if (pesos > 0n) await giveMoney(ledger, id, pesos * 100n)
      const added = await call(id, 'POST', '/payment/accounts', { account: accountNumber, accountType: 9, bank: 1, alias: 'Nómina' })
      return { id, account: added.body.id }
    },
    async answerAtBank(link, outcome) {
      const ticket = new URL(link).searchParams.get('ticket') ?? ''
      await fetch(link.split('?')[0] ?? '', { method: 'POST', body: new URLSearchParams({ ticket, outcome }), redirect: 'manual' })
    },
    balance: (accountId) => ledger.balance(customerAccount(accountId, 'COP')),
    async until(check) {
      for (let round = 0; round < 200; round++) {
        await platform.jobs.drain()
        if (await check()) return
        await sleep(25)
      }
      throw new Error('it never happened')
    },
    async stop() {
      await server.close()
      await sandbox.stop()
      await ledger.close()
      await database.drop()
      platform.remove()
    },
  }
}

export const verify = (kyc: Kyc, accountId: string, level: 1 | 2 | 3) =>
  kyc.ensureVerified({
    accountId,
    personType: 'natural',
    fullName: 'Ana María Rojas',
    documentType: 'CC',
    documentNumber: '1099888777',
    phone: '+573001234567',
    level,
  })

export async function giveMoney(ledger: Ledger, accountId: string, amount: bigint): Promise<void> {
  const [debit, credit] = [systemAccount('bank', 'COP'), customerAccount(accountId, 'COP')]
  const given = await ledger.post([{ kind: 'post', id: newId(), debit, credit, amount, code: 'test.gift' }])
  if (given.outcome === 'refused') throw new Error(given.refusal.code)
}
