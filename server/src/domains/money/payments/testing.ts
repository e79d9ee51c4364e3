/** Payments over a test database and the real sandbox, in the test's process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { type RunningSandbox, startSandbox } from '../../../../../dev/sandbox/index.ts'
import { SANDBOX_SECRETS } from '../../../../../dev/sandbox/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import type { Kyc } from '../../customers/kyc/index.ts'
import type { Limits } from '../../customers/limits/index.ts'
import { customerAccount, type Ledger } from '../ledger/index.ts'
import {
  answerAtBank,
  authenticate,
  buildPayments,
  type CallResult,
  callApi,
  type Exceptions,
  fundAccount,
  type ListParts,
  noExceptions,
  sandboxEnvironment,
  verify,
} from './parts.testing.ts'
import type { Payments, UnprovedRow } from './types.ts'

export type { CallResult } from './parts.testing.ts'

export interface PaymentsTest extends Exceptions {
  readonly database: TestDatabase
  readonly platform: TestPlatform
  readonly sandbox: RunningSandbox
  readonly server: TestServer
  readonly ledger: Ledger
  readonly kyc: Kyc
  readonly limits: Limits
  readonly fundsAtProvider: Payments['fundsAtProvider']
  readonly figures: Payments['figures']
  readonly stopped: Payments['stopped']
  readonly unprovedRows: () => Promise<Pick<UnprovedRow, 'kind' | 'id'>[]>
  readonly unprovedFacts: () => Promise<readonly UnprovedRow[]>
  readonly takenBack: Payments['takenBack']
  readonly anomalies: Payments['anomalies']
  unbookedPayments(): Promise<number>
  readonly compareRecords: Payments['compareRecords']
  readonly paidForDeposit: Payments['paidForDeposit']
  readonly sealOldRows: Payments['sealOldRows']
  call(accountId: string | null, method: string, path: string, body?: unknown, key?: string, language?: string): Promise<CallResult>
  /** A verified customer with one bank account and `cop` pesos. */
  customer(options?: { level?: 1 | 2 | 3; pesos?: bigint; accountNumber?: string }): Promise<{ id: string; account: string }>
  /** Answer as the customer does at the bank's page. */
  answerAtBank: typeof answerAtBank
  /** Set the provider's state of a withdrawal's payout from now on. */
  setPayout(withdrawalId: string, status: 'APPROVED' | 'FAILED', failureCode?: string): void
  /** Balance in COP cents. */
  balance(accountId: string): Promise<{ posted: bigint; held: bigint; available: bigint }>
  /** Run due jobs until `check` holds. */
  until(check: () => Promise<boolean>): Promise<void>
  stop(): Promise<void>
}

/** Generous, since a process that a test kills may hold a row for seconds on a busy machine. */
const UNTIL_MS = 40_000

/** Limits count the calendar month: starting in its first hour, no test crosses its end by moving the clock a few days. */
function untilNextMonth(now: Date): number {
  const [year = 0, month = 0] = bogotaDay(now).split('-').map(Number)
  return Date.UTC(year, month, 1, 6) - now.getTime()
}

/** Modules that already run over the same database, with their control lists. */
type Beside = ListParts & { readonly database: TestDatabase; readonly sandbox?: RunningSandbox }

/**
 * Starts in the first hour of a month. Clocks of modules that run next to it and of other processes are moved by `platform.clock.offsetMs`.
 */
export async function startPaymentsTest(env: Environment = {}, { beside = null }: { beside?: Beside | null } = {}): Promise<PaymentsTest> {
  const database = beside?.database ?? (await createTestDatabase())
  const base = createTestPlatform(database, { trustedProxies: ['127.0.0.1'] })
  base.clock.advance(untilNextMonth(base.clock.now()))
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const own = { dataDir: base.settings.dataDir, secrets: SANDBOX_SECRETS, log: silent, clock: base.clock }
  const sandbox = beside?.sandbox ?? (await startSandbox(own))
  const platform = { ...base, env: { ...sandboxEnvironment(sandbox), ...env } }
  const exceptions = noExceptions()
  const { kyc, limits, ledger, payments, routes } = buildPayments(platform, exceptions, beside ?? undefined)
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
    fundsAtProvider: () => payments.fundsAtProvider(),
    figures: payments.figures,
    stopped: payments.stopped,
    unprovedFacts: () => payments.unprovedRows(),
    unprovedRows: async () => (await payments.unprovedRows()).map(({ kind, id }) => ({ kind, id })),
    takenBack: () => payments.takenBack(),
    anomalies: () => payments.anomalies(),
    unbookedPayments: () => inTransaction(database.db, (tx) => payments.unbookedPayments(tx)),
    compareRecords: () => payments.compareRecords(),
    paidForDeposit: (depositId) => payments.paidForDeposit(depositId),
    sealOldRows: () => payments.sealOldRows(),
    ...exceptions,
    call,
    async customer({ level = 2, pesos = 0n, accountNumber = '12345678' } = {}) {
      const id = newId()
      await verify(kyc, id, level)
      if (pesos > 0n) await fundAccount(ledger, id, pesos * 100n)
      const added = await call(id, 'POST', '/payment/accounts', { account: accountNumber, accountType: 9, bank: 1, alias: 'Nómina' })
      return { id, account: added.body.id }
    },
    answerAtBank,
    setPayout(withdrawalId, status, failureCode) {
      const payout = sandbox.controls.store.payouts.all().find(({ reference }) => reference === withdrawalId)
      const set = { payoutId: payout?.id ?? '', transactionId: payout?.transactions[0]?.id ?? '' }
      sandbox.controls.apply({ action: 'set-payout-transaction', ...set, status, ...(failureCode ? { failureCode } : {}) })
    },
    balance: (accountId) => ledger.balance(customerAccount(accountId, 'COP')),
    async until(check) {
      const deadline = performance.now() + UNTIL_MS
      while (performance.now() < deadline) {
        await platform.jobs.drain()
        if (await check()) return
        await sleep(25)
      }
      throw new Error('it never happened')
    },
    async stop() {
      await server.close()
      if (!beside?.sandbox) await sandbox.stop()
      await ledger.close()
      if (!beside) await database.drop()
      platform.remove()
    },
  }
}
