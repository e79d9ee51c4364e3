/** Platform capital, proposed by one officer and approved by another: on a real ledger and database, with real approvals. */
import type { CapitalMovement, CompanyCapital } from '@tunjo/contract/capital'
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { callGuarded } from '../../../../../../dev/testing/call-guarded.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { type Approvals, createApprovals } from '../../../../platform/approvals/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { ApprovalOutcome } from '../../../../platform/http/guards/approval.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../ledger/index.ts'
import { CAPITAL_APPROVAL, capitalApproval } from './capital-approval.ts'
import { capitalRoutes } from './capital-routes.ts'
import type { CapitalOffice } from './show-capital.ts'

const [MAKER, CHECKER] = [newId(), newId()]
const PERMISSIONS = ['treasury.read', 'treasury.operate', 'approvals.decide'] as const
const REASON = 'Aporte de los socios según el acta 12.'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
let approvals: Approvals
let office: CapitalOffice
beforeEach(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger(platform)
  const staff = { permissionsOf: async () => PERMISSIONS, officersWith: async () => [MAKER], emailOf: async () => '' }
  approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  office = { ...platform, ledger, seals: evidenceSeals(platform.secrets), identity: { person: async () => null } }
  approvals.register(CAPITAL_APPROVAL, capitalApproval(office))
  await post('bank', customerAccount(newId(), 'COP'), 700_000n)
})
afterEach(async () => {
  await ledger.close()
  platform.remove()
  await database.drop()
})

async function post(debit: string, credit: ReturnType<typeof systemAccount>, amount: bigint, asset: AssetCode = 'COP'): Promise<void> {
  const leg = { id: newId(), debit: systemAccount(debit, asset), credit, amount, code: 'test.post' }
  expect((await ledger.post([{ kind: 'post', ...leg }])).outcome).toBe('posted')
}
const call = <Answer>(name: string, given: object, accountId = MAKER): Promise<Answer> => {
  const route = [...capitalRoutes(office, approvals), ...approvals.routes].find((candidate) => candidate.name === name)
  const caller = { accountId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS }
  const request = { caller, http: { requestId: 'r', headers: {} }, query: { pageIndex: 0, size: 100 }, ...given }
  return callGuarded<Answer>(platform, route, request)
}
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
const IN = { move: 'in', place: 'bank', asset: 'COP', amount: '1000', reference: 'Extracto 12' }
const ask = (over: object = {}) => call<ApprovalOutcome<unknown>>('propose', { body: { ...IN, reason: REASON, ...over } })
async function propose(over: object = {}): Promise<string> {
  const { outcome } = await ask(over)
  if (outcome.isDone) throw new Error('no other officer was asked')
  return outcome.waiting.approvalRequestId
}
const approve = (id: string, officer = CHECKER) => call('approve', { params: { id }, body: { note: '' } }, officer)
const agree = async (over: object = {}) => approve(await propose(over))
const posted = async (name: string, asset: AssetCode = 'COP') => (await ledger.balance(systemAccount(name, asset))).posted
const booked = async () => (await call<{ results: CapitalMovement[]; total: number }>('movements', {})).results

it('ADM-15 MON-10 an approved movement is posted once, by twenty concurrent approvals, and is in the list with both officers', async () => {
  const id = await propose()
  expect(await posted('house')).toBe(0n)
  const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(approve(id))))
  expect(answers.filter((code) => code === undefined)).toHaveLength(1)
  expect([await posted('bank'), await posted('house')]).toEqual([-800_000n, 100_000n])
  const facts = { move: 'in', place: 'bank', asset: 'COP', amount: '1000', reference: 'Extracto 12', reason: REASON }
  expect(await booked()).toEqual([
    { ...facts, id: expect.any(String), maker: MAKER, checker: CHECKER, bookedAt: expect.any(String), isSealed: true },
  ])
  expect(await auditTrail(database.db, { action: 'reconciliation.capital_booked' })).toMatchObject([
    { reason: REASON, after: { makerId: MAKER } },
  ])
  expect((await ledger.verify()).faults).toEqual([])
})

it('is not approved by its proposer, and a reference identifies one movement', async () => {
  const id = await propose()
  expect(await codeOf(approve(id, MAKER))).toBe('approvals.own_request')
  expect(await codeOf(ask({ amount: '5' }))).toBe('approvals.already_waiting')
  await approve(id)
  expect(await codeOf(ask({ amount: '5' }))).toBe('reconciliation.capital_reference_taken')
  for (const reference of [' Extracto 12 ', 'extracto 12', 'EXTRACTO  12'])
    expect(await codeOf(ask({ amount: '5', reference }))).toBe('reconciliation.capital_reference_taken')
})

it('money from a line of the bank statement is booked where the line is decided', async () => {
  const [statement, line] = [newId(), newId()]
  await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at)
    VALUES (${statement}, ${'0'.repeat(64)}, '6004', '2026-11-26', '2026-11-26', 0, 100000, '[]', ${MAKER}, now())`.execute(database.owner)
  await sql`INSERT INTO payments.statement_line
      (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer, state, cause, created_at)
    VALUES (${line}, 'x', ${statement}, 1, '2026-11-26/1/TR000001', '2026-11-26', 100000, 'Aporte último', '', '{}', 'UNMATCHED', 'no_reference', now())`.execute(
    database.owner,
  )
  for (const reference of ['2026-11-26/1/TR000001', 'tr000001', 'APORTE  ÚLTIMO'])
    expect(await codeOf(ask({ reference })), reference).toBe('reconciliation.capital_in_statement')
  expect(await codeOf(ask({ reference: 'Aporte último', amount: '1000.01' }))).toBeUndefined()
  expect(await codeOf(ask({ reference: 'Aporte 2' }))).toBeUndefined()
})

it('R5 only the platform’s own money leaves: less its payments, and no peso of a customer, also with two concurrent requests', async () => {
  await agree({ amount: '10000' })
  await post('gmf', systemAccount('bank', 'COP'), 20_000n)
  await post('provider-fees', systemAccount('bank', 'COP'), 80_000n)
  const out = (amount: string, reference: string) => ({ move: 'out', amount, reference })
  expect((await call<CompanyCapital>('house', {})).available).toContainEqual({ asset: 'COP', amount: '9000' })
  expect(await codeOf(ask(out('9000.01', 'Dividendos 1')))).toBe('reconciliation.capital_exceeded')
  const both = [await propose(out('6000', 'Dividendos 2')), await propose(out('5000', 'Dividendos 3'))]
  const answers = await Promise.all(both.map((id) => codeOf(approve(id))))
  expect(answers.filter((code) => code === undefined)).toHaveLength(1)
  const left = (await posted('house')) - 100_000n
  expect([300_000n, 400_000n]).toContain(left)
  expect(-(await posted('bank'))).toBe(700_000n + left)
  expect(await booked()).toHaveLength(2)
})

it('R5 unexplained pesos that left the bank are not paid out a second time', async () => {
  await agree({ amount: '100' })
  await post('bank_debits_in_review', systemAccount('bank', 'COP'), 4_000n)
  expect((await call<CompanyCapital>('house', {})).available).toContainEqual({ asset: 'COP', amount: '60' })
  expect(await codeOf(ask({ move: 'out', amount: '60.01', reference: 'Retiro 1' }))).toBe('reconciliation.capital_exceeded')
})

it('R5 money that the platform bore for spent deposits is not paid out a second time', async () => {
  await agree({ place: 'cold-wallet', asset: 'USDT', amount: '100', reference: '0xabc' })
  await post('deposit_losses', customerAccount(newId(), 'USDT'), 40_000_000n, 'USDT')
  const out = (amount: string) => ask({ move: 'out', place: 'cold-wallet', asset: 'USDT', amount, reference: '0xdef' })
  expect((await call<CompanyCapital>('house', {})).available).toContainEqual({ asset: 'USDT', amount: '60' })
  expect(await codeOf(out('60.000001'))).toBe('reconciliation.capital_exceeded')
  expect(await codeOf(out('60'))).toBeUndefined()
})

it('R35 while an account of the platform differs from its postings, nothing leaves', async () => {
  await agree({ amount: '100' })
  await post('gmf', systemAccount('bank', 'COP'), 4_000n)
  const waiting = await propose({ move: 'out', amount: '60', reference: 'Retiro 1' })
  await sql`UPDATE ledger.account SET posted = 0 WHERE name = 'gmf'`.execute(database.db)
  expect(await codeOf(ask({ move: 'out', amount: '90', reference: 'Retiro 2' }))).toBe('ledger.unproved')
  expect(await codeOf(approve(waiting))).toBe('approvals.facts_changed')
  expect(await posted('house')).toBe(10_000n)
})

it('leaves no place with a negative balance', async () => {
  await agree({ place: 'provider', amount: '50' })
  await agree({ amount: '30', reference: 'Extracto 13' })
  expect(await codeOf(agree({ move: 'out', place: 'provider', amount: '51', reference: 'Retiro 1' }))).toBe('approvals.execution_failed')
  expect(await codeOf(agree({ move: 'transfer', place: 'provider', amount: '7030.01', reference: 'Traslado 1' }))).toBe(
    'approvals.execution_failed',
  )
  await agree({ move: 'transfer', place: 'provider', amount: '7030', reference: 'Traslado 2' })
  expect([await posted('bank'), await posted('payouts')]).toEqual([0n, -708_000n])
  expect((await ledger.verify()).faults).toEqual([])
})

it('tokens arrive in both wallets and leave the cold one', async () => {
  await agree({ place: 'cold-wallet', asset: 'BTC', amount: '0.5', reference: '0xabc' })
  expect(await codeOf(ask({ move: 'out', place: 'hot-wallet', asset: 'BTC', amount: '0.1', reference: '0xdef' }))).toBe(
    'reconciliation.capital_place_invalid',
  )
  await agree({ move: 'out', place: 'cold-wallet', asset: 'BTC', amount: '0.2', reference: '0xdef' })
  expect([await posted('cold', 'BTC'), await posted('float', 'BTC')]).toEqual([-30_000_000n, 30_000_000n])
})

it('while an asset is paused platform money arrives, and none leaves', async () => {
  await agree({ amount: '50' })
  const waiting = await propose({ move: 'out', amount: '10', reference: 'Retiro 1' })
  await inTransaction(database.db, (tx) => ledger.freeze(tx, { asset: 'COP', reason: 'bank.backing' }))
  expect(await codeOf(approve(waiting))).toBe('approvals.facts_changed')
  expect(await codeOf(ask({ move: 'out', amount: '10', reference: 'Retiro 2' }))).toBe('reconciliation.capital_paused')
  await agree({ amount: '20', reference: 'Extracto 13' })
  expect(await posted('house')).toBe(7_000n)
})

it.each([
  ['a place that has no such money', { place: 'pools', asset: 'BTC' }, 'reconciliation.capital_place_invalid'],
  ['COPT that leaves', { move: 'out', place: 'cold-wallet' }, 'reconciliation.capital_place_invalid'],
  ['the collection account, whose statement is posted line by line', { place: 'collection' }, 'reconciliation.capital_place_invalid'],
  ['nothing', { amount: '0' }, 'reconciliation.capital_amount_invalid'],
  ['less than a cent', { amount: '0.001' }, 'reconciliation.capital_amount_invalid'],
  ['an amount below zero', { amount: '-5' }, 'reconciliation.capital_amount_invalid'],
  ['no reference', { reference: ' \u200b ' }, 'reconciliation.capital_reference_invalid'],
  ['no reason', { reason: 'no' }, 'request.reason_invalid'],
])('refuses %s', async (_what, over, code) => {
  expect(await codeOf(ask(over))).toBe(code)
})

it('R13 a row that an attacker wrote is shown as not valid, and blocks no reference', async () => {
  await agree()
  await sql`INSERT INTO reconciliation.capital (id, move, place, asset, amount, reference, operator, booked_at, seal)
    SELECT id, 'out', place, asset, amount, reference, 'Nadie', booked_at, 'forged' FROM reconciliation.capital`.execute(database.db)
  expect((await booked()).map(({ move, isSealed }) => [move, isSealed]).sort()).toEqual([
    ['in', true],
    ['out', false],
  ])
})
