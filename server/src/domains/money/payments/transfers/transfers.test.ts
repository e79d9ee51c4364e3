/**
 * Transfers to the collection account: the reference, the bank's statement, automatic matching and decisions of two officers (KYC-18,
 * MON-04).
 */

import type { Problem } from '@tunjo/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { systemAccount } from '../../ledger/index.ts'
import { postCapital } from '../../reconciliation/capital/book-capital.ts'
import { newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'
import { isPaidBy, otherFields } from './payer.ts'
import { isReference, newReference, referencesIn, refundCodesIn } from './reference.ts'

const REASON = 'Revisé el extracto con el banco.'
const NAME = 'ANA MARIA ROJAS'

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

type Customer = Awaited<ReturnType<PaymentsTest['customer']>>
const referenceOf = async ({ id }: Customer): Promise<string> => (await test.call(id, 'POST', '/payment/deposit/transfer')).body.reference
interface Sent {
  reference?: string
  name?: string
  document?: string
  amount?: number
  direction?: 'in' | 'out'
}
const transfer = ({ reference = '', name = NAME, document = '', amount = 50_000, direction = 'in' }: Sent) =>
  test.sandbox.controls.apply({ action: 'bank-transfer', reference, name, document, amount, direction })

async function send(content: string | Uint8Array = test.sandbox.controls.statement(), officer = newOfficer()) {
  const headers = { authorization: `Bearer ${officer}`, 'content-type': 'application/octet-stream' }
  const response = await fetch(`${test.server.url}/payment/administrative/statements`, { method: 'POST', headers, body: content })
  const text = await response.text()
  return { status: response.status, code: response.headers.get('app-error'), text, body: response.ok ? JSON.parse(text) : null }
}
const propose = (id: string, officer = newOfficer()) =>
  test.call(officer, 'POST', `/payment/administrative/statements/${id}/import`, { reason: REASON })
const approve = (request: string, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${request}/approve`, { note: REASON })
/** Import all movements of the bank so far, as two officers do. */
async function importAll() {
  const { body } = await send()
  const approved = await approve((await propose(body.id)).body.approvalRequestId)
  expect(approved.status).toBe(200)
  await test.platform.jobs.drain()
  return body
}
const deposits = async ({ id }: Customer) =>
  (await test.call(id, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 10 })).body.results
/** Whether the deposit counts as paid by another person for rules about customers. */
const ofOtherPayer = async ({ id }: Customer) =>
  (
    await sql<{
      id: string
      over: boolean
    }>`SELECT id, over_at IS NOT NULL AS over FROM payments.other_holder WHERE account_id = ${id}`.execute(test.database.db)
  ).rows
const show = async ({ id }: Customer, transaction: string) => (await test.call(id, 'GET', `/payment/transactions/user/${transaction}`)).body
const linesOf = async (query: string) => (await test.call(newOfficer(), 'GET', `/payment/administrative/statement-lines?${query}`)).body
/** All pages of the lines, and the first one of the refunds. */
async function open() {
  const { linesPages, refunds } = await linesOf('size=30')
  const pages = await Promise.all(Array.from({ length: linesPages }, (_, page) => linesOf(`size=30&pageIndex=${page}`)))
  const lines = pages.flatMap((page) => page.lines)
  return { lines, refunds }
}
const decide = (id: string, body: object, officer = newOfficer()) =>
  test.call(officer, 'POST', `/payment/administrative/statement-lines/${id}/decide`, { reason: REASON, ...body })
const posted = async (name: string) => (await test.ledger.balance(systemAccount(name, 'COP'))).posted
const overview = async () => (await test.call(newOfficer(), 'GET', '/payment/administrative/statements')).body
const agrees = async () => {
  const { bankBalance, ledgerBalance, pendingLines } = await overview()
  expect([bankBalance.amount, pendingLines]).toEqual([ledgerBalance, 0])
}

/** Import one line for which no customer is found; returns its id. */
async function unmatched(sent: Sent, cause: string) {
  const known = new Set((await open()).lines.map(({ id }: { id: string }) => id))
  transfer(sent)
  await importAll()
  const [line] = (await open()).lines.filter(({ id }: { id: string }) => !known.has(id))
  expect(line).toMatchObject({ cause, state: 'UNMATCHED', decisionWaits: false })
  return line.id as string
}

describe('the reference', () => {
  it('a wrong, missing or swapped digit makes an invalid reference', () => {
    for (let round = 0; round < 200; round++) {
      const reference = newReference()
      expect(isReference(reference)).toBe(true)
      const at = round % 10
      const wrong = `${reference.slice(0, at)}${(Number(reference[at]) + 1 + (round % 8)) % 10}${reference.slice(at + 1)}`
      expect(isReference(wrong)).toBe(false)
      const swapped = `${reference.slice(0, at)}${reference[at + 1] ?? ''}${reference[at]}${reference.slice(at + 2)}`
      if (swapped !== reference) expect(isReference(swapped)).toBe(false)
      expect(isReference(reference.slice(1))).toBe(false)
    }
  })

  it('is found in texts that people write, and not inside a longer number', () => {
    const reference = newReference()
    const grouped = reference.replace(/^(\d{4})(\d{4})/, '$1 $2 ')
    expect(referencesIn(`Tunjo ${grouped}`, '').valid).toEqual([reference])
    expect(referencesIn(`1${reference}`, `REF-${reference.slice(0, 4)}-${reference.slice(4)}`).valid).toEqual([reference])
    expect(referencesIn(`00${reference}1`, '').valid).toEqual([])
    expect(referencesIn(String(Number(reference) + 1), '')).toEqual({ valid: [], isMistyped: true })
    expect(refundCodesIn(`Dev ${reference}`, 'DEV1234567890')).toEqual([`DEV${reference}`])
  })

  it('B5 MON-04 is found padded with zeros, and with an office or a date around it', () => {
    const reference = newReference()
    const grouped = reference.replace(/^(\d{4})(\d{4})/, '$1 $2 ')
    for (const text of [
      `0000${reference}`,
      `000000${grouped}`,
      `${reference}-0042 OFIC`,
      `${grouped}-0042 OFIC`,
      `${reference} 20261128`,
      `${reference} 28/11/2026`,
      `20261128 ${reference}`,
      `0000${reference}-0042`,
    ])
      expect(referencesIn(text, ''), text).toEqual({ valid: [reference], isMistyped: false })
    const mistyped = String(Number(reference) + 1)
    expect(referencesIn(`${mistyped}-0042 OFIC`, ''), 'mistyped').toMatchObject({ valid: [], isMistyped: true })
  })

  it('is created once, stays the same permanently, and differs for each customer', async () => {
    const [one, other] = [await test.customer(), await test.customer()]
    const given = await Promise.all(Array.from({ length: 10 }, () => referenceOf(one)))
    expect(new Set(given).size).toBe(1)
    expect(await referenceOf(other)).not.toBe(given[0])
    await expect(sql`UPDATE payments.transfer_reference SET reference = '1000000001'`.execute(test.platform.db)).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('is issued only to customers who may transact', async () => {
    const customer = await test.customer()
    test.strangers.add(customer.id)
    expect((await test.call(customer.id, 'POST', '/payment/deposit/transfer')).code).toBe('limits.not_verified')
    expect((await test.call(newOfficer(), 'POST', '/payment/deposit/transfer')).status).toBe(403)
    expect((await test.call(null, 'POST', '/payment/deposit/transfer')).status).toBe(401)
  })
})

describe('payer matching', () => {
  const ana = { fullName: 'Ana María Rojas de Peña', documentType: 'CC', documentNumber: '1032456789' } as const
  const paid = (payer: { name?: string; document?: string }, person: Parameters<typeof isPaidBy>[0] = ana) =>
    isPaidBy(person, { name: '', document: '', bank: '', account: '', ...payer })

  it('the document decides where the bank reports it; a NIT with or without its check digit', () => {
    expect(paid({ document: '1.032.456.789' })).toBe(true)
    expect(paid({ document: '001032456789', name: 'OTRO NOMBRE' })).toBe(true)
    expect(paid({ document: '1032456780', name: 'Ana María Rojas de Peña' })).toBe(false)
    const company = { fullName: 'Cafetal S.A.S.', documentType: 'NIT', documentNumber: '9001234568' } as const
    expect([paid({ document: '900123456-8' }, company), paid({ document: '900123456' }, company)]).toEqual([true, true])
  })

  it('else the name: every word that the bank reports is the customer’s, at least three, and one of them a last name', () => {
    expect([paid({ name: 'ROJAS PENA ANA' }), paid({ name: 'ANA MARIA ROJ' })]).toEqual([true, true])
    expect([paid({ name: 'ANA MARIA' }), paid({ name: 'ANA ROJAS' }), paid({ name: 'ANA MAR' })]).toEqual([false, false, false])
    expect([paid({ name: 'ANA' }), paid({ name: 'ANA ANA' }), paid({ name: 'ANA MARIA GOMEZ' }), paid({})]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

it('G5 a record that names the reported person, in one word or truncated at any position, names no other person', () => {
  const company = { fullName: 'Ecopetrol', documentType: 'NIT', documentNumber: '8999990681' } as const
  const long = { ...company, fullName: `Comercializadora ${'Internacional '.repeat(6)}Andina Sociedad por Acciones` }
  const fields = (known: typeof company | typeof long, name: string) => otherFields([known], { name, document: '', email: '' })
  expect([fields(company, 'ECOPETROL'), fields(long, long.fullName.slice(0, 100))]).toEqual([[], []])
  expect([fields(company, 'Eco'), fields(long, 'Comercializadora'), fields(long, 'Comercializadora Nacional')]).toEqual([
    ['name'],
    ['name'],
    ['name'],
  ])
})

describe('MON-04 automatic matching', () => {
  it('is credited, shown, notified and counted; the bank and the ledger agree', async () => {
    const customer = await test.customer()
    transfer({ reference: await referenceOf(customer), amount: 250_000 })
    const sent = await importAll()
    expect(sent).toMatchObject({ added: expect.any(Number), preview: expect.arrayContaining([expect.objectContaining({ cause: null })]) })
    const [deposit] = await deposits(customer)
    expect(deposit).toMatchObject({ state: 'COMPLETED', amount: '250000', destination: 'Transferencia · Bancolombia' })
    expect(await show(customer, deposit.transactionId)).toMatchObject({ accountId: null, bankName: 'Bancolombia', reason: null })
    expect(await test.balance(customer.id)).toMatchObject({ posted: 25_000_000n })
    expect((await test.call(customer.id, 'GET', '/payment/volumes/users/deposit/volume')).body.deposit).toBe('250000')
    const events = await sql<{ type: string }>`SELECT type FROM platform.event WHERE account_id = ${customer.id}
      AND type LIKE 'payments.deposit%' ORDER BY id`.execute(test.platform.db)
    expect(events.rows.map(({ type }) => type)).toEqual([
      'payments.deposit_created',
      'payments.deposit_updated',
      'payments.deposit_credited',
    ])
    await agrees()
  })

  it('R17 the same file again, and the same line in the next file, move nothing', async () => {
    const customer = await test.customer()
    transfer({ reference: await referenceOf(customer) })
    await importAll()
    expect((await send()).code).toBe('payments.statement_known')
    transfer({ reference: await referenceOf(customer) })
    await importAll()
    expect(await test.balance(customer.id)).toMatchObject({ posted: 10_000_000n })
    expect(await deposits(customer)).toHaveLength(2)
    await agrees()
  })

  it('R17 is executed once, though sent, proposed, approved and processed many times concurrently', async () => {
    const customer = await test.customer()
    transfer({ reference: await referenceOf(customer) })
    const sent = await Promise.all(Array.from({ length: 5 }, () => send()))
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    const proposed = await Promise.all(Array.from({ length: 5 }, () => propose(sent[0]?.body.id)))
    expect(proposed.filter(({ status }) => status === 202)).toHaveLength(1)
    const request = proposed.find(({ status }) => status === 202)?.body.approvalRequestId
    const approved = await Promise.all(Array.from({ length: 10 }, () => approve(request)))
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    await Promise.all(Array.from({ length: 5 }, () => test.platform.jobs.drain()))
    expect(await test.balance(customer.id)).toMatchObject({ posted: 5_000_000n })
    await agrees()
  })

  it('R11 neither one officer alone nor an officer with a transfer in it can import it', async () => {
    const maker = newOfficer()
    const self = await test.customer()
    transfer({ reference: await referenceOf(self) })
    const { body } = await send()
    const { approvalRequestId: request } = (await propose(body.id, maker)).body
    expect((await approve(request, maker)).code).toBe('approvals.own_request')
    expect((await test.call(maker, 'POST', `/api/administrative/approvals/${request}/break-glass`, { note: REASON })).code).toBe(
      'approvals.never_alone',
    )
    expect((await propose(body.id, `officer:${self.id}`)).code).toBe('approvals.person_concerned')
    expect((await approve(request, `officer:${self.id}`)).code).toBe('approvals.execution_failed')
    expect(await test.balance(self.id)).toMatchObject({ posted: 0n })
    expect((await approve((await propose(body.id)).body.approvalRequestId)).status).toBe(200)
    await test.platform.jobs.drain()
    expect(await test.balance(self.id)).toMatchObject({ posted: 5_000_000n })
  })
})

describe('an attacker with the product’s role and no key of a process', () => {
  it('forges a line of a statement: it is credited to no customer, and officers cannot assign it', async () => {
    const thief = await test.customer()
    transfer({ reference: await referenceOf(await test.customer()) })
    await importAll()
    const [pending, unmatched] = [newId(), newId()]
    const insert = (id: string, state: string, reference: string) =>
      sql`INSERT INTO payments.statement_line
      (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer, state, cause, created_at)
      SELECT ${id}, ${id}, id, 900, ${id}, to_day, 900000000, ${reference}, '', '{"name":"ANA MARIA ROJAS","document":"","bank":"","account":""}',
        ${state}, 'no_reference', now() FROM payments.statement ORDER BY import_number DESC NULLS LAST LIMIT 1`.execute(test.platform.db)
    await insert(pending, 'PENDING', await referenceOf(thief))
    await insert(unmatched, 'UNMATCHED', '')
    await sql`UPDATE platform.job SET done_at = NULL, run_at = now() WHERE name = 'payments.reconcile-statement'`.execute(test.platform.db)
    await test.platform.jobs.drain()
    expect(await test.balance(thief.id)).toMatchObject({ posted: 0n })
    expect((await decide(unmatched, { decision: 'assign', accountId: thief.id })).code).toBe('ledger.unproved')
    expect(await test.unprovedRows()).toEqual(
      expect.arrayContaining([
        { kind: 'statement_line', id: pending },
        { kind: 'statement_line', id: unmatched },
      ]),
    )
    await test.database.pool.query(`DELETE FROM payments.statement_line WHERE id IN ('${pending}', '${unmatched}')`)
  })

  it('forges a refund: officers are not asked to pay it', async () => {
    const customer = await test.customer()
    transfer({ reference: await referenceOf(customer) })
    await importAll()
    const [deposit] = await deposits(customer)
    await sql`INSERT INTO payments.refund (line_id, code, amount, created_at)
      VALUES (${deposit.transactionId}, 'DEV1234567890', 5000000, now())`.execute(test.platform.db)
    expect((await open()).refunds).toEqual([])
    await test.database.pool.query(`DELETE FROM payments.refund WHERE code = 'DEV1234567890'`)
  })
})

describe('E2 SEC-76 a refund that the bank paid', () => {
  const dueOf = async (lineId: string) => (await open()).refunds.filter((one: { lineId: string }) => one.lineId === lineId)
  /** Returns its line and its code. */
  async function owed(amount: number) {
    const lineId = await unmatched({ amount }, 'no_reference')
    await approve((await decide(lineId, { decision: 'send_back' })).body.approvalRequestId)
    const [{ code }] = await dueOf(lineId)
    return { lineId, code: code as string }
  }
  const reopen = (lineId: string) =>
    sql`UPDATE payments.refund SET paid_by = NULL, paid_at = NULL WHERE line_id = ${lineId}`.execute(test.platform.db)
  const close = (lineId: string) =>
    sql`UPDATE payments.refund SET paid_by = line_id, paid_at = now() WHERE line_id = ${lineId}`.execute(test.platform.db)

  it('is not due again when the product’s role opens its row: neither shown to officers nor ended by another transfer', async () => {
    const { lineId, code } = await owed(61_000)
    transfer({ direction: 'out', reference: code, amount: 61_000, name: '' })
    await importAll()
    await reopen(lineId)
    expect(await dueOf(lineId)).toEqual([])
    const again = await unmatched({ direction: 'out', reference: code, amount: 61_000, name: '' }, 'debit')
    expect((await decide(again, { decision: 'refund_paid', refundId: lineId })).code).toBe('payments.refund_not_found')
    expect(await posted('refunds_due')).toBe(0n)
    await approve((await decide(again, { decision: 'own_account' })).body.approvalRequestId)
    await close(lineId)
  })

  it('is not due again either when two officers found its payment', async () => {
    const { lineId } = await owed(62_000)
    const paid = await unmatched({ direction: 'out', amount: 62_000, name: '' }, 'debit')
    await approve((await decide(paid, { decision: 'refund_paid', refundId: lineId })).body.approvalRequestId)
    await reopen(lineId)
    expect(await dueOf(lineId)).toEqual([])
    await close(lineId)
  })

  it('is not shown when the rows owe more than the ledger does, whatever the history says', async () => {
    const { lineId } = await owed(63_000)
    const other = await owed(64_000)
    transfer({ direction: 'out', reference: other.code, amount: 64_000, name: '' })
    await importAll()
    await reopen(other.lineId)
    // As left by a version that kept no code in the history.
    await sql`UPDATE payments.state_history SET note = 'refund_paid' WHERE note = ${other.code}`.execute(test.database.owner)
    expect([await dueOf(lineId), await dueOf(other.lineId)]).toEqual([[], []])
    await sql`UPDATE payments.refund SET paid_by = ${other.lineId}, paid_at = now() WHERE line_id = ${other.lineId}`.execute(
      test.platform.db,
    )
    expect(await dueOf(lineId)).toHaveLength(1)
    const [{ code }] = await dueOf(lineId)
    transfer({ direction: 'out', reference: code, amount: 63_000, name: '' })
    await importAll()
  })
})

describe('KYC-18 received money that the customer may not have yet', () => {
  const held = async (customer: Customer, reason: string) => {
    await importAll()
    const [deposit] = await deposits(customer)
    const shown = await show(customer, deposit.transactionId)
    expect(shown).toMatchObject({ state: 'IN_REVIEW', reason: expect.stringContaining(reason), confirmationDate: null })
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
    await agrees()
    return deposit.transactionId as string
  }
  const review = async (id: string, decision: string) => {
    const asked = await test.call(newOfficer(), 'POST', `/payment/administrative/deposits/${id}/decide`, { decision, reason: REASON })
    expect((await approve(asked.body.approvalRequestId)).status).toBe(200)
  }

  it('E8 below the minimum of a deposit: held and not minted, until two officers credit it; at the minimum it is credited', async () => {
    const customer = await test.customer()
    const before = await posted('deposits_in_review')
    transfer({ reference: await referenceOf(customer), amount: 1 })
    const id = await held(customer, 'menor que el mínimo de un depósito')
    expect([(await posted('deposits_in_review')) - before, (await test.balance(customer.id)).posted]).toEqual([100n, 0n])
    await review(id, 'credit')
    expect((await test.balance(customer.id)).posted).toBe(100n)
    transfer({ reference: await referenceOf(customer), amount: 10_000 })
    await importAll()
    expect((await test.balance(customer.id)).posted).toBe(1_000_100n)
    await agrees()
  })

  it('over the limit of the month: held; two officers credit it and it counts', async () => {
    const customer = await test.customer({ level: 1 })
    transfer({ reference: await referenceOf(customer), amount: 14_000_000 })
    const id = await held(customer, 'límite del mes')
    expect(await ofOtherPayer(customer)).toEqual([])
    await review(id, 'credit')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 1_400_000_000n })
    expect((await test.call(customer.id, 'GET', '/payment/volumes/users/deposit/volume')).body.deposit).toBe('14000000')
    await agrees()
  })

  it("another customer's reference, name or document: held; sent back, paid with its code, and gone from the books", async () => {
    const customer = await test.customer()
    const before = await posted('deposits_in_review')
    transfer({ reference: await referenceOf(customer), name: 'PEDRO PEREZ', amount: 70_000 })
    const id = await held(customer, 'no pudimos confirmar que salió de una cuenta a tu nombre')
    expect(await ofOtherPayer(customer)).toEqual([{ id, over: false }])
    expect((await posted('deposits_in_review')) - before).toBe(7_000_000n)
    await review(id, 'send_back')
    expect(await ofOtherPayer(customer)).toEqual([{ id, over: true }])
    expect(await show(customer, id)).toMatchObject({ state: 'RETURNED', reason: expect.stringContaining('Devolvemos') })
    expect([(await posted('deposits_in_review')) - before, await posted('refunds_due')]).toEqual([0n, 7_000_000n])
    const [refund] = (await open()).refunds
    expect(refund).toMatchObject({ lineId: id, amount: '70000', payer: { name: 'PEDRO PEREZ' } })
    // The bank paid another amount with that code: officers review it.
    transfer({ direction: 'out', reference: refund.code, amount: 70_001, name: '' })
    transfer({ direction: 'out', reference: refund.code, amount: 70_000, name: '' })
    await importAll()
    expect(await posted('refunds_due')).toBe(0n)
    expect((await open()).refunds).toEqual([])
    const [wrong] = (await open()).lines.filter(({ cause }: { cause: string }) => cause === 'debit')
    expect(wrong.amount).toBe('-70001')
    expect((await approve((await decide(wrong.id, { decision: 'own_account' })).body.approvalRequestId)).status).toBe(200)
    expect(await posted('bank_debits_in_review')).toBe(0n)
    await agrees()
  })

  it('a suspended account: held and kept', async () => {
    const customer = await test.customer()
    const reference = await referenceOf(customer)
    test.suspended.add(customer.id)
    transfer({ reference })
    await importAll()
    test.suspended.delete(customer.id)
    const [deposit] = await deposits(customer)
    expect(deposit.state).toBe('IN_REVIEW')
    expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
    await agrees()
  })
})

describe('R11 Por conciliar', () => {
  const capitalBy = async (reference: string) =>
    (
      await sql<{ id: string; move: string; place: string; amount: bigint; reason: string; maker_id: string; checker_id: string }>`
        SELECT id, move, place, amount, reason, maker_id, checker_id FROM reconciliation.capital WHERE reference = ${reference}`.execute(
        test.database.db,
      )
    ).rows

  it('without, with a mistyped, an unknown or two references no customer is credited', async () => {
    const [one, other] = [await test.customer(), await test.customer()]
    await unmatched({ reference: 'ARRIENDO' }, 'no_reference')
    await unmatched({ reference: String(Number((await referenceOf(one)).replaceAll(' ', '')) + 1) }, 'reference_mistyped')
    await unmatched({ reference: newReference() }, 'reference_unknown')
    await unmatched({ reference: `${await referenceOf(one)} / ${await referenceOf(other)}` }, 'many_references')
    for (const customer of [one, other]) expect(await test.balance(customer.id)).toMatchObject({ posted: 0n })
    await agrees()
  })

  it('two officers assign it to a customer, once, and neither is the customer', async () => {
    const customer = await test.customer()
    const before = await posted('deposits_in_review')
    const id = await unmatched({ reference: '', amount: 90_000 }, 'no_reference')
    const assign = { decision: 'assign', accountId: customer.id }
    expect((await decide(id, { decision: 'bank_cost' })).code).toBe('payments.line_not_decidable')
    expect((await decide(id, { decision: 'assign' })).code).toBe('payments.line_customer_unknown')
    expect((await decide(id, assign, `officer:${customer.id}`)).code).toBe('approvals.person_concerned')
    expect((await decide(customer.id, assign, customer.id)).status).toBe(403)
    const maker = newOfficer()
    const { approvalRequestId: request } = (await decide(id, assign, maker)).body
    expect((await decide(id, { decision: 'send_back' })).code).toBe('approvals.already_waiting')
    expect((await approve(request, maker)).code).toBe('approvals.own_request')
    expect((await approve(request, `officer:${customer.id}`)).status).not.toBe(200)
    const approved = await Promise.all(Array.from({ length: 10 }, () => approve(request)))
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 9_000_000n })
    expect((await posted('deposits_in_review')) - before).toBe(0n)
    expect((await decide(id, { decision: 'send_back' })).code).toBe('payments.line_not_decidable')
    expect(await auditTrail(test.database.db, { action: 'payments.statement_line_decided', objectId: id })).toMatchObject([
      { before: 'UNMATCHED', after: { state: 'DEPOSITED', accountId: customer.id, approvalRequestId: request }, reason: REASON },
    ])
    await agrees()
  })

  it('ADM-15 MON-10 two officers book it as company capital: once, despite twenty concurrent approvals, and the bank agrees', async () => {
    const [suspense, companyBalance] = [await posted('deposits_in_review'), await posted('house')]
    const id = await unmatched({ reference: 'APORTE DE SOCIOS', amount: 5_000_000 }, 'no_reference')
    const { bankId } = (await open()).lines.find((line: { id: string }) => line.id === id)
    const maker = newOfficer()
    const { approvalRequestId: request } = (await decide(id, { decision: 'capital', accountId: newId() }, maker)).body
    expect((await approve(request, maker)).code).toBe('approvals.own_request')
    expect((await test.call(maker, 'POST', `/api/administrative/approvals/${request}/break-glass`, { note: REASON })).code).toBe(
      'approvals.never_alone',
    )
    expect([await posted('house'), (await posted('deposits_in_review')) - suspense]).toEqual([companyBalance, 500_000_000n])
    const checker = newOfficer()
    const approved = await Promise.all(Array.from({ length: 20 }, () => approve(request, checker)))
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([(await posted('house')) - companyBalance, await posted('deposits_in_review')]).toEqual([500_000_000n, suspense])
    const [line] = await auditTrail(test.database.db, { action: 'payments.statement_line_decided', objectId: id })
    expect(line).toMatchObject({ after: { state: 'EXPLAINED', decision: 'capital', accountId: null, approvalRequestId: request } })
    const [row, ...others] = await capitalBy(bankId)
    expect([row, others]).toMatchObject([{ move: 'in', place: 'collection', amount: 500_000_000n, reason: REASON }, []])
    expect([row?.maker_id, row?.checker_id].map((officer) => `officer:${officer}`)).toEqual([maker, checker])
    expect(await auditTrail(test.database.db, { action: 'reconciliation.capital_booked', objectId: row?.id ?? '' })).toMatchObject([
      { after: { place: 'collection', amount: '5000000', reference: bankId, approvalRequestId: request }, reason: REASON },
    ])
    const transfer = await test.ledger.provedTransfer(row?.id ?? '')
    expect(transfer).toMatchObject({ code: 'reconciliation.capital', ref: id, amount: 500_000_000n })
    for (const decision of ['capital', 'send_back']) expect((await decide(id, { decision })).code).toBe('payments.line_not_decidable')
    await agrees()
    expect((await test.ledger.verify()).faults).toEqual([])
  })

  it("ADM-15 capital that is already booked under the bank's name is not booked again, nor is a debit", async () => {
    const id = await unmatched({ reference: '', amount: 7_000_000 }, 'no_reference')
    const { bankId } = (await open()).lines.find((line: { id: string }) => line.id === id)
    const ownId = bankId.split('/')[2]
    const booked = (reference: string, amount: bigint) =>
      inTransaction(test.database.db, (tx) =>
        postCapital({ ...test.platform, ledger: test.ledger, seals: evidenceSeals(test.platform.secrets) }, tx, {
          ...{ move: 'in', place: 'bank', asset: 'COP', amount, reference, reason: REASON, makerId: newId(), checkerId: newId() },
          ...{ operator: null, approvalRequestId: newId(), actor: { kind: 'system', name: 'test' } },
        }),
      )
    const { approvalRequestId: request } = (await decide(id, { decision: 'capital' })).body
    // Another amount is different money.
    await booked(bankId, 1n)
    const companyBalance = await posted('house')
    await booked(ownId.toLowerCase(), 700_000_000n)
    expect((await approve(request)).code).toBe('approvals.facts_changed')
    expect((await decide(id, { decision: 'capital' })).code).toBe('reconciliation.capital_reference_taken')
    expect((await posted('house')) - companyBalance).toBe(700_000_000n)
    expect(await capitalBy(bankId)).toMatchObject([{ place: 'bank', amount: 1n }])
    const left = await unmatched({ direction: 'out', amount: 12_000, name: '' }, 'debit')
    expect((await decide(left, { decision: 'capital' })).code).toBe('payments.line_not_decidable')
    expect((await approve((await decide(left, { decision: 'own_account' })).body.approvalRequestId)).status).toBe(200)
    await agrees()
  })

  it('a line that was changed after its import is not booked as company capital', async () => {
    const { owner } = test.database
    const [companyBalance, id] = [await posted('house'), await unmatched({ reference: '', amount: 80_000 }, 'no_reference')]
    const { approvalRequestId: request } = (await decide(id, { decision: 'capital' })).body
    const change = (amount: bigint) => sql`UPDATE payments.statement_line SET amount = ${amount} WHERE id = ${id}`.execute(owner)
    await change(900_000_000n)
    expect((await approve(request)).code).toBe('approvals.facts_changed')
    expect((await decide(id, { decision: 'capital' })).code).toBe('ledger.unproved')
    expect(await posted('house')).toBe(companyBalance)
    await change(8_000_000n)
    await agrees()
  })

  it('the customer of its reference cannot decide about it', async () => {
    const customer = await test.customer()
    const theirs = await unmatched(
      { reference: `${await referenceOf(customer)} / ${await referenceOf(await test.customer())}` },
      'many_references',
    )
    expect((await decide(theirs, { decision: 'send_back' }, customer.id)).status).toBe(403)
    expect((await decide(theirs, { decision: 'send_back' }, `officer:${customer.id}`)).code).toBe('approvals.person_concerned')
  })

  it('assigned above the limit it waits for two more officers; sent back it is due until the bank paid it', async () => {
    const customer = await test.customer({ level: 1 })
    const id = await unmatched({ amount: 20_000_000 }, 'no_reference')
    await approve((await decide(id, { decision: 'assign', accountId: customer.id })).body.approvalRequestId)
    expect(await show(customer, id)).toMatchObject({ state: 'IN_REVIEW', reason: expect.stringContaining('límite del mes') })
    const other = await unmatched({ amount: 33_000 }, 'no_reference')
    await approve((await decide(other, { decision: 'send_back' })).body.approvalRequestId)
    const paid = await unmatched({ direction: 'out', amount: 33_000, name: '' }, 'debit')
    expect((await decide(paid, { decision: 'refund_paid', refundId: id })).code).toBe('payments.refund_not_found')
    await approve((await decide(paid, { decision: 'refund_paid', refundId: other })).body.approvalRequestId)
    expect([await posted('refunds_due'), await posted('bank_debits_in_review')]).toEqual([0n, 0n])
    await agrees()
  })

  it('R16 waiting lines are counted, with the age of the oldest', async () => {
    await unmatched({}, 'no_reference')
    test.platform.clock.advance(2 * 3_600_000)
    const figures = await test.figures.read()
    expect(figures.statement_lines_open).toBeGreaterThan(0)
    expect(figures.oldest_statement_line_age_seconds).toBeGreaterThanOrEqual(7_200)
    expect(figures.refunds_due).toBe(0)
  })

  it('ADM-15 the version of the list changes with proposals and decisions of another officer, and with nothing else', async () => {
    const version = async () => (await overview()).linesVersion
    const empty = await version()
    const id = await unmatched({ reference: '', amount: 40_000, name: 'Ana Pérez' }, 'no_reference')
    const waiting = await version()
    expect(waiting).not.toBe(empty)
    await open()
    expect(await version()).toBe(waiting)
    const { approvalRequestId: request } = (await decide(id, { decision: 'send_back' })).body
    const proposed = await version()
    expect(proposed).not.toBe(waiting)
    await approve(request)
    expect([waiting, proposed]).not.toContain(await version())
  })

  it('B26 lines and refunds are paged, and a debit names the refund that it may have paid from any page', async () => {
    const back: string[] = []
    for (const amount of [21_001, 21_002]) {
      const id = await unmatched({ amount }, 'no_reference')
      await approve((await decide(id, { decision: 'send_back' })).body.approvalRequestId)
      back.push(id)
    }
    for (let line = 0; line < 210; line++) transfer({ reference: `ARRIENDO ${line}` })
    transfer({ direction: 'out', amount: 21_002, name: '' })
    await importAll()
    const { lines } = await open()
    const stored = await sql<{ id: string }>`SELECT id FROM payments.statement_line WHERE state = 'UNMATCHED'`.execute(test.database.db)
    expect(stored.rows.length).toBeGreaterThan(210)
    expect(lines.map(({ id }) => id).sort()).toEqual(stored.rows.map(({ id }) => id).sort())
    const { refundsPages } = await linesOf('size=1')
    const due = await Promise.all(Array.from({ length: refundsPages + 1 }, (_, page) => linesOf(`size=1&refundsPageIndex=${page}`)))
    const perPage = due.map(({ refunds }) => refunds.map((one: { lineId: string }) => one.lineId))
    expect(perPage.slice(-3)).toEqual([[back[0]], [back[1]], []])
    const debit = lines.find(({ amount }) => amount === '-21002')
    expect(debit?.refunds).toEqual([{ lineId: back[1], code: expect.stringMatching(/^DEV\d{10}$/) }])
    expect(lines.filter((line) => line !== debit && line.refunds.length > 0)).toEqual([])
    await agrees()
  })
})

describe('R30 an invalid file changes nothing, and its error names line and reason', () => {
  const change = (from: string | RegExp, to: string) => test.sandbox.controls.statement().replace(from, to)
  const refused = async (content: string | Uint8Array, line: number, detail: string) => {
    const before = await overview()
    const { status, code, text } = await send(content)
    expect([status, code]).toEqual([400, 'payments.statement_faulty'])
    expect(text).toContain(`Línea ${line}: `)
    expect(text).toContain(detail)
    expect(await overview()).toEqual(before)
  }

  /** As the page asks for it. */
  const englishDetail = async (content: string) => {
    const headers = {
      authorization: `Bearer ${newOfficer()}`,
      'content-type': 'application/octet-stream',
      accept: 'application/problem+json',
    }
    const english = { method: 'POST', headers: { ...headers, 'accept-language': 'en' }, body: content }
    return ((await (await fetch(`${test.server.url}/payment/administrative/statements`, english)).json()) as Problem).detail
  }

  it('another account, columns, kinds, amounts, days, balances, ends, repeated lines, bytes', async () => {
    transfer({})
    const whole = test.sandbox.controls.statement()
    const rows = whole.split('\r\n')
    await refused('', 1, 'faltan')
    expect(await englishDetail('')).toBe(
      'The statement cannot be read. Line 1: the opening and the closing balance are missing. Nothing was changed.',
    )
    await refused(change('tipo,', 'clase,'), 1, 'las columnas')
    await refused(change('60041230987', '60041230988'), 2, 'cuenta de recaudo')
    await refused(change('CREDITO', 'ABONO'), 3, 'CREDITO ni DEBITO')
    // Thousands or decimals: a point with three digits behind it is refused, as is each other way to write a number.
    for (const guess of [
      '1.234',
      '50.000',
      '1,234',
      '50000,00',
      '50.000,00',
      '50,000.00',
      '5e4',
      '$ 50000',
      '50 000',
      "50'000",
      '+50000',
      '٥٠',
    ])
      await refused(change(/(TR000001,)(\d+)\.00/, `$1"${guess.replace('$', '$$$$')}"`), 3, 'valor no es un número')
    await refused(change(/(,)(\d+)\.00(,,,,,,\r\n)$/, '$1"1.234"$3'), rows.length - 1, 'saldo no es un número')
    await refused(change(/(TR000001,)(\d+)\.00/, '$1-5.00'), 3, 'valor no es un número')
    await refused(change(/(TR000001,)(\d+)\.00/, '$10.00'), 3, 'cero')
    await refused(change(/(TR000001,)(\d+)\.00/, '$1999.00'), 3, 'el saldo no es el anterior')
    await refused(change(/CREDITO,60041230987,\d{4}/, 'CREDITO,60041230987,2999'), 3, 'todavía no ha llegado')
    await refused(change(/CREDITO,60041230987,\d{4}-\d\d-\d\d/, 'CREDITO,60041230987,2026-02-30'), 3, 'AAAA-MM-DD')
    await refused(rows.slice(0, -2).join('\r\n'), rows.length - 2, 'incompleto')
    await refused([...rows.slice(0, 3), rows[2], ...rows.slice(3)].join('\r\n'), 4, 'repite el movimiento de la línea 3')
    await refused([...rows.slice(0, 2), ...rows.slice(3)].join('\r\n'), 3, 'el saldo no es el anterior')
    await refused(`${whole.slice(0, 300)}"`, 3, '')
    await refused(Uint8Array.from([...Buffer.from(whole.slice(0, 200)), 0xff, 0xfe]), 3, '')
    expect((await send('x'.repeat(1_100_000))).status).toBe(413)
  })

  it('a line with another amount, or a missing day in between, is refused as a whole', async () => {
    await importAll()
    transfer({ amount: 11_000 })
    const missing = test.sandbox.controls.statement().trimEnd().split('\r\n')
    transfer({ amount: 12_000 })
    const rows = test.sandbox.controls.statement().trimEnd().split('\r\n')
    // A statement with the last line alone: the lines in between are missing.
    const [header = '', opening = ''] = rows
    const last = rows.slice(-2)
    const from = missing.at(-1)?.split(',')[6] ?? ''
    const alone = [header, opening.replace(/,0\.00,/, `,${from},`), ...last].join('\r\n')
    expect((await send(alone)).code).toBe('payments.statement_gap')
    const first = rows[2]?.split(',')[5] ?? ''
    const cheaper = (row: string) =>
      row.replace(/(\d+\.\d\d),(-?\d+)\.(\d\d)/, (_all, value, pesos, cents) => `${value},${Number(pesos) - 1}.${cents}`)
    const changed = rows.map((row, index) =>
      index < 2 ? row : index === rows.length - 1 ? row.replace(/,(\d+)\.(\d\d),/, (_a, p, c) => `,${Number(p) - 1}.${c},`) : cheaper(row),
    )
    changed[2] = (changed[2] ?? '').replace(`,${first},`, `,${Number(first) - 1}.00,`)
    expect((await send(changed.join('\r\n'))).code).toBe('payments.statement_contradicts')
    await importAll()
    await agrees()
  })
})

// After the counts above, since these tests leave lines open or due.
describe('a line of the bank and company capital', () => {
  it.each([
    ['capital', 'assign'],
    ['capital', 'send_back'],
    ['assign', 'capital'],
    ['send_back', 'capital'],
  ] as const)('SEC-76 a line whose state was reset after it was %s is not decided again as %s', async (first, second) => {
    const customer = await test.customer()
    const asked = (decision: string) => ({ decision, ...(decision === 'assign' && { accountId: customer.id }) })
    const id = await unmatched({ reference: '', amount: 33_000 }, 'no_reference')
    expect((await approve((await decide(id, asked(first))).body.approvalRequestId)).status).toBe(200)
    const before = [await posted('house'), await posted('deposits_in_review'), (await test.balance(customer.id)).posted]
    await sql`UPDATE payments.statement_line SET state = 'UNMATCHED', ended_at = NULL WHERE id = ${id}`.execute(test.database.db)
    const again = await approve((await decide(id, asked(second))).body.approvalRequestId)
    expect(again.status).toBe(409)
    expect([await posted('house'), await posted('deposits_in_review'), (await test.balance(customer.id)).posted]).toEqual(before)
  })

  it("ADM-15 both officers read that the balance already has this sum under the payer's reference", async () => {
    const reference = 'APORTE  DE SOCIOS 7'
    const id = await unmatched({ reference, amount: 6_100_000 }, 'no_reference')
    const events = async () => {
      const { approvalRequestId } = (await decide(id, { decision: 'capital' })).body
      const { changes } = (await test.call(newOfficer(), 'GET', `/api/administrative/approvals/${approvalRequestId}`)).body
      expect(
        (await test.call(newOfficer(), 'POST', `/api/administrative/approvals/${approvalRequestId}/refuse`, { note: REASON })).status,
      ).toBe(200)
      return changes.some(({ label }: { label: string }) => label === 'En Balance')
    }
    expect(await events()).toBe(false)
    await inTransaction(test.database.db, (tx) =>
      postCapital({ ...test.platform, ledger: test.ledger, seals: evidenceSeals(test.platform.secrets) }, tx, {
        ...{ move: 'in', place: 'bank', asset: 'COP', amount: 610_000_000n, reference: 'Aporte de socios 7', reason: REASON },
        ...{ makerId: newId(), checkerId: newId(), operator: null, approvalRequestId: newId(), actor: { kind: 'system', name: 'test' } },
      }),
    )
    expect(await events()).toBe(true)
  })
})

// Last, since the bank describes its lines differently here than the sandbox does afterwards.
it('MON-04 two lines that the bank itself does not distinguish are two deposits', async () => {
  const [one, other] = [await test.customer(), await test.customer()]
  transfer({ reference: await referenceOf(one), name: NAME, amount: 11_000 })
  transfer({ reference: await referenceOf(other), name: 'ROJAS ANA MARIA', amount: 12_000 })
  const rows = test.sandbox.controls.statement().split('\r\n')
  const added = rows.filter((row) => row.startsWith('CREDITO')).slice(-2)
  const content = rows.map((row) => (added.includes(row) ? row.replace(/^(CREDITO,\d+,[\d-]+),\d+,[^,]*,/, '$1,0,,') : row)).join('\r\n')
  const { body } = await send(content)
  expect((await approve((await propose(body.id)).body.approvalRequestId)).status).toBe(200)
  await test.platform.jobs.drain()
  expect([await deposits(one), await deposits(other)]).toMatchObject([
    [{ state: 'COMPLETED', amount: '11000' }],
    [{ state: 'COMPLETED', amount: '12000' }],
  ])
  await agrees()
})

/** The last one: the bank's own file has this line on another day. */
it('G9 a line of a day that was already imported is shown to both officers before it is credited', async () => {
  await importAll().catch(() => null)
  const before = test.sandbox.controls.statement().trimEnd().split('\r\n').at(-1)?.split(',') ?? []
  const customer = await test.customer()
  transfer({ reference: await referenceOf(customer), amount: 13_000 })
  const [header = '', opening = '', ...rows] = test.sandbox.controls.statement().trimEnd().split('\r\n')
  const today = before[2] ?? ''
  const yesterday = new Date(Date.parse(today) - 24 * 3_600_000).toISOString().slice(0, 10)
  const [line = '', closing = ''] = rows.slice(-2)
  const file = [header, opening.replace(/,0\.00,/, `,${before[6]},`), line.replace(today, yesterday), closing].join('\r\n')
  const { body } = await send(file)
  expect(body).toMatchObject({ added: 1, late: 1, preview: [{ bookedOn: yesterday, isLate: true, cause: null }] })
  const request = (await propose(body.id)).body.approvalRequestId
  const { changes } = (await test.call(newOfficer(), 'GET', `/api/administrative/approvals/${request}`)).body
  expect(changes).toContainEqual({ label: 'Movimientos de días ya importados', before: null, after: `1: ${yesterday} por 13.000 COP` })
  expect((await approve(request)).status).toBe(200)
  await test.platform.jobs.drain()
  expect(await test.balance(customer.id)).toMatchObject({ posted: 1_300_000n })
})
