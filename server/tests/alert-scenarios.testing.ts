/** Product parts that raise alerts, over one database and one clock: forms, lists, risk, payments, sign-ins, and the rules. */
import type { AlertEpisode } from '@tunjo/contract/alert-evidence'
import { firstValues, type RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newDocumentNumber } from '../../dev/testing/document-number.ts'
import { approveDueDiligence } from '../src/domains/compliance/compliance/due-diligence/due-diligence.testing.ts'
import { createMonitoring } from '../src/domains/compliance/monitoring/index.ts'
import { startNightlyRun } from '../src/domains/compliance/monitoring/nightly-run.ts'
import { insertVersion } from '../src/domains/compliance/monitoring/versions/store.ts'
import { type IdentityProcess, startIdentityProcess } from '../src/domains/customers/identity/identity.testing.ts'
import { type Answer, filesOf, type KycTest, newOfficer, startKycTest } from '../src/domains/customers/kyc/testing.ts'
import { fundAccount } from '../src/domains/money/payments/parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../src/domains/money/payments/testing.ts'
import { inTransaction } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import { phonePhoto } from '../src/platform/uploads/samples.testing.ts'

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
export const REASON = 'Revisé los soportes y quedan en el expediente.'
const PASSWORD = 'tres gatos en la ventana'
/** Approvals without an officer: no scenario changes a rule. */
const UNDECIDED = {
  register: () => undefined,
  perform: () => Promise.reject(new Error('no rule is changed here')),
  waitingTargets: async () => new Set<string>(),
}

export interface Customer {
  readonly id: string
  readonly email: string
}
export interface Payer extends Customer {
  /** Account number registered with the bank. */
  readonly account: string
}

export type AlertWorld = Awaited<ReturnType<typeof startAlertWorld>>

export async function startAlertWorld() {
  const kyc = await startKycTest()
  createMonitoring(kyc.platform, { alerts: kyc.alerts, limits: kyc.limits, approvals: UNDECIDED })
  const payments = await startPaymentsTest({}, { beside: kyc })
  const identity = await startIdentityProcess(kyc.database, { trustedProxies: ['127.0.0.1'] })
  const clocks = [kyc, payments, identity].map(({ platform }) => platform.clock)
  for (const clock of clocks) clock.advance(payments.platform.clock.now().getTime() - clock.now().getTime())
  const parts = { kyc, payments, identity }
  const settle = () => settleAll(parts)
  const officer = (method: string, path: string, body?: object) => kyc.call(newOfficer(), method, path, body)
  return {
    ...parts,
    settle,
    officer,
    advance: (ms: number) => clocks.forEach((clock) => void clock.advance(ms)),
    async runNight() {
      await startNightlyRun(kyc.platform)
      await settle()
    },
    activate: (rule: RuleName) => activate(kyc, rule),
    customer: () => newCustomer(identity),
    verified: (level: 1 | 2 | 3) => newVerified(parts, level),
    payer: (level: 1 | 2 | 3, pesos = 0n) => newPayer(parts, level, pesos),
    saveAccount: (person: Customer, account: string, alias: string) => saveAccount(payments, person, account, alias),
    deposit: (person: Payer, pesos: number) => deposit(parts, person, pesos),
    withdraw: (person: Payer, pesos: number, account = person.account) =>
      payments.call(person.id, 'POST', '/payment/withdraw', { account, amount: String(pesos) }, newId()),
    async ended(person: Customer, withdrawal: Answer['body'], state: string) {
      const path = `/payment/transactions/user/${withdrawal.transactionId}`
      await payments.until(async () => (await payments.call(person.id, 'GET', path)).body.state === state)
      await settle()
    },
    /** Upload the documents of a form, with unique pictures: those of two people are never the same. */
    async saveDocuments(person: Customer, form: 'natural-1' | 'natural-2') {
      const own = Object.keys(await filesOf(form)).map(async (slot) => [slot, [await phonePhoto(640, 640, { quality: 50 })]] as const)
      succeeded(await kyc.saveDocuments(person.id, form, Object.fromEntries(await Promise.all(own))))
      await settle()
    },
    async saveFields(person: Customer, form: 'natural-1' | 'natural-2' | 'legal-1', fields: object) {
      succeeded(await kyc.saveFields(person.id, form, fields))
      await settle()
    },
    /** Accept all waiting documents, and set the level. */
    async verify(person: Customer, newLevel: number) {
      succeeded(await kyc.verify(person.id, newLevel))
      await settle()
    },
    /** Data renewal requested by an officer. */
    async renewal({ id: userId }: Customer, ...subjects: string[]) {
      succeeded(await officer('POST', '/kyc/administrative/users/renewals', { userId, subjects, reason: REASON }))
      await settle()
    },
    /** Accept all waiting documents and keep the level. */
    async acceptWaiting(person: Customer) {
      succeeded(await kyc.accept(newOfficer(), await waitingItems(kyc, person)))
      await settle()
    },
    /** Record the result of a provider's report on the registers. */
    async registered(person: Customer, facts: RegisterFacts) {
      await reportRegisters(kyc, person, facts)
      await settle()
    },
    async lowerLevel(person: Customer, newLevel: number) {
      succeeded(await kyc.agreeLevel(person.id, newLevel, 'El documento ya no es el suyo.'))
      await settle()
    },
    async declineWaiting(person: Customer) {
      succeeded(await kyc.decline(newOfficer(), await waitingItems(kyc, person)))
      await settle()
    },
    async survey(person: Customer, responseA: number, responseB: number) {
      succeeded(await kyc.call(person.id, 'POST', '/kyc/users/signup-survey', { responseA, responseB, responseC: 0 }))
      await settle()
    },
    /** Proposed by one officer, approved by another. */
    async byTwo(path: string, body: object) {
      const proposed = await officer('POST', path, body)
      expect([proposed.status, proposed.code]).toEqual([202, null])
      succeeded(await officer('POST', `/api/administrative/approvals/${proposed.body.approvalRequestId}/approve`, { note: '' }))
      await settle()
    },
    /** Due diligence written by one officer, approved by another a minute later. */
    async diligence({ id: userId }: Customer) {
      for (const clock of clocks) clock.advance(60_000)
      const asked = { userId, now: kyc.platform.clock.now(), maker: newOfficer(), checker: newOfficer() }
      succeeded(await approveDueDiligence(kyc.call, asked))
    },
    /** Episodes of the alert, as the officer's screen lists them; newest first. */
    async episodes({ id }: Customer, kind: number): Promise<AlertEpisode[]> {
      await settle()
      return succeeded(await officer('GET', `/kyc/administrative/alerts/episodes?userId=${id}&alertId=${kind}`)).body
    },
    async closeByHand({ id }: Customer, kind: number, typeId: number | null) {
      const path = `/kyc/administrative/alerts/${typeId === null ? '' : 'type/'}deactivate`
      const body = { userId: id, alertId: kind, message: REASON, ...(typeId === null ? {} : { alertTypeId: typeId }) }
      succeeded(await officer('POST', path, body))
    },
    async stop() {
      await identity.close()
      await payments.stop()
      await kyc.stop()
    },
  }
}

const waitingItems = async (kyc: KycTest, { id }: Customer): Promise<string[]> =>
  (await kyc.documents(id)).filter(({ state }) => state === 'Pendiente').map((item) => item.id)

interface Parts {
  readonly kyc: KycTest
  readonly payments: PaymentsTest
  readonly identity: IdentityProcess
}

/** Deliver events between the parts until none is left. */
async function settleAll({ kyc, payments, identity }: Parts): Promise<void> {
  for (const { platform } of [identity, payments, kyc]) await platform.jobs.drain()
}

const succeeded = <A extends { status: number; text: string }>(answer: A): A => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

async function newCustomer({ identity }: IdentityProcess): Promise<Customer> {
  const email = `${newId()}@correo.example`
  const account = { email, password: PASSWORD, authorities: ['ROLE_USER'], state: ACCOUNT_STATE.verified, activated: true } as const
  return { id: await identity.ensureAccount({ ...account, langKey: 'es', staffRoles: [] }), email }
}

/** Verified customer without uploaded documents, for scenarios about other things. */
async function newVerified({ kyc, identity }: Parts, level: 1 | 2 | 3): Promise<Customer> {
  const person = await newCustomer(identity)
  const dossier = { personType: 'natural', fullName: 'Ana María Rojas', documentType: 'CC', phone: '+573001234567' } as const
  await kyc.kyc.ensureVerified({ accountId: person.id, level, documentNumber: newDocumentNumber(), ...dossier })
  return person
}

async function newPayer(parts: Parts, level: 1 | 2 | 3, pesos: bigint): Promise<Payer> {
  const person = await newVerified(parts, level)
  if (pesos > 0n) await fundAccount(parts.payments.ledger, person.id, pesos * 100n)
  return { ...person, account: await saveAccount(parts.payments, person, '12345678', 'Nómina') }
}

async function saveAccount(payments: PaymentsTest, { id }: Customer, account: string, alias: string): Promise<string> {
  return succeeded(await payments.call(id, 'POST', '/payment/accounts', { account, accountType: 9, bank: 1, alias })).body.id
}

async function deposit(parts: Parts, { id, account }: Payer, pesos: number): Promise<void> {
  const { payments } = parts
  const before = (await payments.balance(id)).posted
  const link = succeeded(await payments.call(id, 'POST', '/payment/deposit', { accountID: account, amount: String(pesos) }, newId()))
  await payments.answerAtBank(link.body, 'APPROVED')
  await payments.until(async () => (await payments.balance(id)).posted > before)
  await settleAll(parts)
}

interface RegisterFacts {
  readonly isDocumentCurrent?: boolean
  readonly isRutActive?: boolean
}
/** Insert a report as screening writes it: there is no provider here. */
async function reportRegisters({ database, platform }: KycTest, { id: accountId }: Customer, facts: RegisterFacts): Promise<void> {
  const [checkId, at, { isDocumentCurrent = null, isRutActive = null }] = [newId(), platform.clock.now(), facts]
  await sql`INSERT INTO screening.background_check (id, account_id, state, subject, is_fresh, started_at, ended_at)
    VALUES (${checkId}, ${accountId}, 'finished', '', false, ${at}, ${at})`.execute(database.owner)
  await sql`INSERT INTO screening.background_report (id, check_id, account_id, report_id, sealed, sha256, received_at, is_document_current,
      is_rut_active)
    VALUES (${newId()}, ${checkId}, ${accountId}, 'x', '', '', ${at}, ${isDocumentCurrent}, ${isRutActive})`.execute(database.owner)
  const event = { accountId, checkId, state: 'finished' } as const
  await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'screening.check_updated', event))
}

/** Activate a rule, as two officers would decide: it raises alerts from now on. */
async function activate({ database, platform }: KycTest, rule: RuleName): Promise<void> {
  const decision = { at: platform.clock.now(), makerId: newId(), checkerId: newId(), reason: REASON }
  const version = { version: 2, mode: 'active', numbers: firstValues(rule), from: decision.at, decision } as const
  await inTransaction(database.db, (tx) => insertVersion(tx, rule, version))
}

/** Insert a settled trade as trading does: 4.000 pesos a dollar. */
export async function settleTrade({ kyc }: Parts, { id }: Customer, pesos: number): Promise<void> {
  const [tradeId, at] = [newId(), kyc.platform.clock.now()]
  const [spent, got] = [BigInt(pesos) * 100n, (BigInt(pesos) * 1_000_000n) / 4_000n]
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at, network_fee_out)
    VALUES (${tradeId}, ${id}, 'x', 'input', 0, 30, ${spent}, ${got}, ${spent}, ${got}, '[]', 1, 0, 'settled', ${spent}, ${got}, ${at}, ${at},
      0)`.execute(kyc.database.owner)
}
