/** MON-04: candidate customers of a bank line that did not match automatically. */
import { type LineCustomer, lineCustomers } from '@tunjo/contract/line-customers'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPerson, auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { newPerson } from '../../../customers/identity/devices/devices.testing.ts'
import { startReports } from '../testing.ts'
import { nearReferences } from './near-references.ts'

const { database, platform, here, officer, officerId } = await startReports()

const REFERENCE = '4821903457'
const statement = newId()
async function customer(fullName: string, documentNumber: string, personType = 'natural') {
  const { accountId, email } = await newPerson(here)
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, is_pep, updated_at)
    VALUES (${accountId}, ${personType}, ${fullName}, ${personType === 'legal' ? 'NIT' : 'CC'}, ${documentNumber}, '3001234567', false, now())`.execute(
    database.owner,
  )
  return { id: accountId, email }
}
interface Line {
  amount?: number
  state?: string
  reference?: string
  description?: string
  payer?: { name?: string; document?: string; account?: string }
}
async function line({ amount = 50_000, state = 'UNMATCHED', reference = '', description = '', payer = {} }: Line) {
  const id = newId()
  const reported = { name: '', document: '', bank: '', account: '', ...payer }
  const isOver = state !== 'UNMATCHED'
  await sql`INSERT INTO payments.statement_line (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer,
      state, created_at, ended_at)
    VALUES (${id}, ${id}, ${statement}, 1, 'b', '2026-03-10', ${amount}, ${reference}, ${description}, ${JSON.stringify(reported)}, ${state}, now(),
      ${isOver ? new Date() : null})`.execute(database.owner)
  return id
}
const ask = (id: string, text = '') =>
  officer.send('GET', `/payment/administrative/statement-lines/${id}/customers?text=${encodeURIComponent(text)}`)
async function found(id: string, text = ''): Promise<LineCustomer[]> {
  const answer = await ask(id, text)
  expect(answer.status).toBe(200)
  const { customers } = lineCustomers.suggest.response.parse(await answer.json())
  return customers
}
const namesOf = (customers: readonly LineCustomer[]) => customers.map(({ fullName }) => fullName)

let ana: { id: string; email: string }
let shop: { id: string; email: string }
beforeAll(async () => {
  await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at)
    VALUES (${statement}, ${'a'.repeat(64)}, '6', '2026-03-10', '2026-03-10', 0, 0, '[]', ${newId()}, now())`.execute(database.owner)
  ana = await customer('Ana María Peña de la Cruz', '1032456789')
  shop = await customer('Panadería La Espiga S.A.S.', '900123456', 'legal')
  await customer('Ana Lucía Rojas', '52123456')
  await sql`INSERT INTO payments.transfer_reference (account_id, reference, created_at) VALUES (${ana.id}, ${REFERENCE}, now())`.execute(
    database.owner,
  )
})

describe('MON-04 candidate customers of a line', () => {
  it('by a reference with one digit wrong, missing, too many, or two swapped', async () => {
    for (const written of ['4821903458', '482190345', '48219034577', '4821 9304 57', `Pago ${REFERENCE}`]) {
      const [one, ...others] = await found(await line({ description: written }))
      expect(one, written).toMatchObject({ accountId: ana.id, reference: REFERENCE, reasons: ['reference_near'], email: ana.email })
      expect(others).toEqual([])
    }
    expect(await found(await line({ reference: '4821903499' }))).toEqual([])
    expect(nearReferences('1234567890').length).toBeLessThan(120)
  })

  it('by the payer’s document: with points and zeros, a NIT with its check digit, and no other’s prefix', async () => {
    expect(namesOf(await found(await line({ payer: { document: '001.032.456.789' } })))).toEqual(['Ana María Peña de la Cruz'])
    expect(namesOf(await found(await line({ payer: { document: '9001234568' } })))).toEqual(['Panadería La Espiga S.A.S.'])
    expect(await found(await line({ payer: { document: '521234561' } }))).toEqual([])
  })

  it('by the words of the name in any order, and the likeliest comes first', async () => {
    const one = await line({ reference: '4821903458', payer: { name: 'PEÑA CRUZ ANA MARIA', document: '900123456' } })
    const customers = await found(one)
    expect(customers.map(({ accountId }) => accountId)).toEqual([ana.id, shop.id])
    expect(customers[0]?.reasons.toSorted()).toEqual(['payer_name', 'reference_near'])
    // One word matches too many people.
    expect(await found(await line({ payer: { name: 'ANA' } }))).toEqual([])
  })

  it('by an earlier payer, from the same account at a bank', async () => {
    const before = await line({ state: 'DEPOSITED', payer: { name: 'TIA ROSA', account: '555-1' } })
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_id, account_alias, account_type, account_number, amount, payer,
        state, provider_transaction_id, created_at, ended_at, method)
      VALUES (${before}, ${shop.id}, 'h', 1, '', 9, '', 50000, '{}', 'COMPLETED', ${`tx-${before}`}, now(), now(), 'TRANSFER')`.execute(
      database.owner,
    )
    const [one] = await found(await line({ payer: { name: 'OTRA', account: '555-1' } }))
    expect(one).toMatchObject({ accountId: shop.id, reasons: ['paid_before'], reference: null })
  })

  it('by the officer’s search: words, document, reference, e-mail, id; never a closed account', async () => {
    const one = await line({})
    expect(await found(one)).toEqual([])
    for (const text of ['maria pena', '1.032.456.789', '4821 9034 57', ana.email.toUpperCase(), ana.id])
      expect(namesOf(await found(one, text)), text).toEqual(['Ana María Peña de la Cruz'])
    expect(namesOf(await found(one, 'ana'))).toEqual(['Ana Lucía Rojas', 'Ana María Peña de la Cruz'])
    expect(await found(one, "'; DROP TABLE x --")).toEqual([])
    await sql`UPDATE identity.account SET state = 4 WHERE id = ${shop.id}`.execute(database.owner)
    expect(await found(one, 'espiga')).toEqual([])
  })

  it('only for a pending credit, and each view is recorded without the search text', async () => {
    const decided = await ask(await line({ state: 'DEPOSITED' }))
    expect(decided.headers.get('app-error')).toBe('payments.line_not_decidable')
    expect((await ask(await line({ amount: -5 }))).status).toBe(409)
    expect((await ask('nothing')).status).toBe(409)
    const one = await line({})
    await found(one, ana.email)
    const [entry] = await auditTrail(platform.db, { objectId: one })
    expect(entry).toMatchObject({ action: 'payments.line_customers_viewed', actor: anyPerson(officerId), after: { customers: [ana.id] } })
    expect(JSON.stringify(entry)).not.toContain(ana.email)
  })
})
