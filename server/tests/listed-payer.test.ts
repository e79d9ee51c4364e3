/**
 * Listed payer of a bank transfer (ADM-13, ADM-15, MON-04), with the lists, the risk and the alerts of the product itself. All people are
 * invented.
 */
import { findTippingOffTerm } from '@tunjo/contract/tipping-off'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newDocumentNumber } from '../../dev/testing/document-number.ts'
import { type Answer, type KycTest, newOfficer, startKycTest } from '../src/domains/customers/kyc/testing.ts'
import { systemAccount } from '../src/domains/money/ledger/index.ts'
import { newOfficer as newPaymentsOfficer } from '../src/domains/money/payments/parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../src/domains/money/payments/testing.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })
const REASON = 'Revisé la lista y el extracto.'
const OWN_NAME = 'ANA MARIA ROJAS'
let kyc: KycTest
let test: PaymentsTest
beforeAll(async () => {
  kyc = await startKycTest()
  test = await startPaymentsTest({}, { beside: kyc })
  kyc.platform.clock.advance(test.platform.clock.offsetMs)
})
afterAll(async () => {
  await test.stop()
  await kyc.stop()
})

const admin = (path: string) => `/api/administrative/${path}`
const agreeAt = (on: Pick<PaymentsTest, 'call'>, officer: string, { body }: { body: Answer['body'] }) =>
  on.call(officer, 'POST', admin(`approvals/${body.approvalRequestId}/approve`), { note: '' })
const individual = (id: string, name: string, document = '') =>
  `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${name}</FIRST_NAME>${document && `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Cédula</TYPE_OF_DOCUMENT><NUMBER>${document}</NUMBER></INDIVIDUAL_DOCUMENT>`}</INDIVIDUAL>`
const listed: string[] = Array.from({ length: 20 }, (_, at) => individual(`base-${at}`, `Relleno${at} Inventado Prueba${at}`))
async function list(...entries: string[]): Promise<void> {
  listed.push(...entries)
  const body = `<CONSOLIDATED_LIST><INDIVIDUALS>${listed.join('\n')}</INDIVIDUALS></CONSOLIDATED_LIST>`
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const sent = await fetch(`${kyc.server.url}${admin('screening/lists/un/files')}`, { method: 'POST', headers, body })
  const { id: fileId }: { id: string } = JSON.parse(await sent.text())
  const proposed = await kyc.call(newOfficer(), 'POST', admin('screening/lists/un'), { fileId, reason: REASON })
  expect((await agreeAt(kyc, newOfficer(), proposed)).status).toBe(200)
  await kyc.platform.jobs.drain()
}
const barred = async (kind: string, value: string) => {
  expect((await kyc.call(newOfficer(), 'POST', admin('black-list'), { kind, value, reason: REASON, expiresOn: null })).status).toBe(200)
  await kyc.platform.jobs.drain()
}

interface Customer {
  readonly id: string
  readonly reference: string
}
async function customer(): Promise<Customer> {
  const { id } = await test.customer()
  return { id, reference: (await test.call(id, 'POST', '/payment/deposit/transfer')).body.reference }
}
interface Sent {
  readonly reference?: string
  readonly name?: string
  readonly document?: string
}
async function pay({ reference = '', name = OWN_NAME, document = '' }: Sent): Promise<void> {
  test.sandbox.controls.apply({ action: 'bank-transfer', reference, name, document, amount: 50_000, direction: 'in' })
  const headers = { authorization: `Bearer ${newPaymentsOfficer()}`, 'content-type': 'application/octet-stream' }
  const content = test.sandbox.controls.statement()
  const sent = await fetch(`${test.server.url}/payment/administrative/statements`, { method: 'POST', headers, body: content })
  const { id }: { id: string } = JSON.parse(await sent.text())
  const proposed = await test.call(newPaymentsOfficer(), 'POST', `/payment/administrative/statements/${id}/import`, { reason: REASON })
  expect((await agreeAt(test, newPaymentsOfficer(), proposed)).status).toBe(200)
  await test.platform.jobs.drain()
  await kyc.platform.jobs.drain()
}
const deposits = async ({ id }: Customer) =>
  (await test.call(id, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 10 })).body.results
const states = async (person: Customer) => (await deposits(person)).map(({ state }: { state: string }) => state)
const pesos = async ({ id }: Customer) => (await test.balance(id)).posted
const suspense = async () => (await test.ledger.balance(systemAccount('deposits_in_review', 'COP'))).posted
const mayTransact = ({ id }: Customer) => kyc.risk.mayTransact(kyc.database.db, id)
const alertsOf = async ({ id }: Customer): Promise<string[]> =>
  ((await kyc.call(newOfficer(), 'GET', `/kyc/administrative/alerts/open?userId=${id}`)).body as { alertId: number; comment: string }[])
    .filter(({ alertId }) => alertId === 2 || alertId === 7)
    .map(({ comment }) => comment)
const hits = async ({ id }: Customer) => (await kyc.call(newOfficer(), 'GET', `${admin('screening/hits')}?userId=${id}`)).body.hits
async function discard(person: Customer): Promise<void> {
  const [{ id }] = await hits(person)
  expect(
    (await agreeAt(kyc, newOfficer(), await kyc.call(newOfficer(), 'POST', admin(`screening/hits/${id}/discard`), { reason: REASON })))
      .status,
  ).toBe(200)
}

it('a payer with the document of a sanctions list: the money waits, the customer is blocked and not notified, officers see the reason', async () => {
  const [person, document] = [await customer(), newDocumentNumber()]
  await list(individual('number', 'Nicanor Wilches Piraquive', document))
  const before = await suspense()
  await pay({ reference: person.reference, name: 'OTRA PERSONA CUALQUIERA', document })
  expect([await states(person), await pesos(person), await mayTransact(person)]).toEqual([['IN_REVIEW'], 0n, false])
  expect((await suspense()) - before).toBe(50_000_00n)
  const [hit] = await hits(person)
  expect(hit).toMatchObject({
    about: 'payer',
    list: 'un',
    entryId: 'number',
    severity: 'stop',
    person: { name: 'OTRA PERSONA CUALQUIERA' },
  })
  expect(hit.explanation[0]).toMatch(/^De quien pagó el depósito /)
  expect((await alertsOf(person))[0]).toContain('de quien le hizo un depósito')
  const [{ id }] = await deposits(person)
  const shown = (await test.call(person.id, 'GET', `/payment/transactions/user/${id}`)).body
  expect(findTippingOffTerm(JSON.stringify(shown))).toBeNull()
  // The repeated screening of customers ends no hit of a payer.
  kyc.platform.clock.advance(25 * 3_600_000)
  await kyc.screening.screenAllCustomers()
  await kyc.platform.jobs.drain()
  expect((await hits(person))[0].state).toBe('open')
})

it('a name similar to one of a list waits, and its receiver’s money with it until officers decide; a discarded hit holds no other transfer of the same payer', async () => {
  const person = await customer()
  await list(individual('name', 'Ubaldo Nicanor Quiceno Tarapués'))
  await pay({ reference: person.reference, name: 'UBALDO NICANOR QUICENO' })
  expect([await states(person), await mayTransact(person), (await alertsOf(person)).length]).toEqual([['IN_REVIEW'], false, 1])
  await discard(person)
  expect(await mayTransact(person)).toBe(true)
  expect(await alertsOf(person)).toEqual([])
  await pay({ reference: person.reference, name: 'UBALDO NICANOR QUICENO' })
  expect((await hits(person)).map(({ state }: { state: string }) => state)).toEqual(['discarded'])
  // It is still another payer: it is screened as before.
  expect(await states(person)).toEqual(['IN_REVIEW', 'IN_REVIEW'])
  await pay({ reference: person.reference })
  expect((await states(person)).sort()).toEqual(['COMPLETED', 'IN_REVIEW', 'IN_REVIEW'])
})

it('an unassigned line with a listed payer shows the hit, and is screened again when two officers assign it', async () => {
  const [person, document] = [await customer(), newDocumentNumber()]
  await list(individual('nobody', 'Waldina Cuaical Tarapués', document))
  await pay({ name: 'WALDINA CUAICAL', document })
  const { lines } = (await test.call(newPaymentsOfficer(), 'GET', '/payment/administrative/statement-lines?size=100')).body
  expect(lines).toMatchObject([{ cause: 'payer_listed' }])
  expect(await hits(person)).toEqual([])
  const asked = await test.call(newPaymentsOfficer(), 'POST', `/payment/administrative/statement-lines/${lines[0].id}/decide`, {
    reason: REASON, decision: 'assign', accountId: person.id,
  }) // biome-ignore format: a call
  expect((await agreeAt(test, newPaymentsOfficer(), asked)).status).toBe(200)
  expect([await states(person), await pesos(person), await mayTransact(person)]).toEqual([['IN_REVIEW'], 0n, false])
})

it.each([
  ['document', 'the number'],
  ['name', 'the name'],
])('a payer whose %s is on the company’s blocklist: the money waits and officers are notified', async (kind) => {
  const [person, document] = [await customer(), newDocumentNumber()]
  const name = `HERMENEGILDA CHOCONTA ${kind.toUpperCase()}`
  await barred(kind, kind === 'document' ? document : name)
  await pay({ reference: person.reference, name, document: kind === 'document' ? document : '' })
  expect([await states(person), await pesos(person), (await alertsOf(person)).length]).toEqual([['IN_REVIEW'], 0n, 1])
  // Other people have the same name: it blocks no customer.
  expect(await mayTransact(person)).toBe(kind === 'name')
})

it('an ordinary payer is credited as before, twenty lines of one listed payer are one hit', async () => {
  const [person, other, document] = [await customer(), await customer(), newDocumentNumber()]
  await pay({ reference: person.reference })
  expect([await states(person), await pesos(person)]).toEqual([['COMPLETED'], 50_000_00n])
  await list(individual('many', 'Filiberto Quitumbo Pistala', document))
  for (let at = 0; at < 19; at++)
    test.sandbox.controls.apply({
      action: 'bank-transfer', reference: other.reference, name: 'FILIBERTO QUITUMBO', document, amount: 1_000 + at, direction: 'in',
    }) // biome-ignore format: a call
  await pay({ reference: other.reference, name: 'FILIBERTO QUITUMBO', document })
  expect([new Set(await states(other)), (await hits(other)).length]).toEqual([new Set(['IN_REVIEW']), 1])
  const rows = await sql`SELECT 1 FROM screening.hit WHERE account_id = ${other.id}`.execute(kyc.database.owner)
  expect(rows.rows).toHaveLength(1)
})
