/** A renewal asks for the whole form again: earlier accepted items do not replace missing ones (ADM-01, KYC-11, KYC-12). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { type Form, SLOTS } from '@tunjo/contract/kyc-forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '../../../../platform/database/ids.ts'
import { companyFields, filesOf, type KycTest, level1Fields, level2Fields, newOfficer, pdf, picture, startKycTest } from '../testing.ts'

// Every file is inspected for real, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const ask = async (userId: string, subject: Form) => {
  const asked = { userId, subjects: [subject], reason: 'Cambió de residencia este mes.' }
  expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/users/renewals', asked)).status).toBe(200)
}
async function verifiedTo(level: 1 | 2 | 3): Promise<string> {
  const person = newId()
  await test.send(person, 'natural-1', level1Fields())
  expect((await test.verify(person, 2)).status).toBe(200)
  if (level >= 2) {
    await test.send(person, 'natural-2', level2Fields())
    expect((await test.verify(person, 3)).status).toBe(200)
  }
  if (level >= 3) {
    await test.send(person, 'natural-3')
    expect((await test.verify(person, 4)).status).toBe(200)
  }
  return person
}
/** Number of items in each state of a form, with its history. */
const itemsOf = async (person: string, form: Form): Promise<Record<string, number>> => {
  const found = await sql<{ state: string; count: number }>`SELECT state, count(*)::integer AS count FROM kyc.item
    WHERE account_id = ${person} AND form = ${form} GROUP BY state`.execute(test.platform.db)
  return Object.fromEntries(found.rows.map(({ state, count }) => [state, count]))
}
const renewalOf = async (person: string, level: number) => (await test.status(person)).levels[level - 1].renewal
const pendingOf = async (person: string): Promise<string[]> =>
  (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
const proof = async () => ({ proofResidence: [await picture()] })

describe('level 2', () => {
  it('is not sent empty, nor with new fields alone, nor with a new proof alone', async () => {
    const person = await verifiedTo(2)
    await ask(person, 'natural-2')
    expect((await test.saveDocuments(person, 'natural-2', {})).code).toBe('kyc.documents_missing')
    expect((await test.saveFields(person, 'natural-2', level2Fields())).status).toBe(200)
    expect((await test.saveDocuments(person, 'natural-2', {})).code).toBe('kyc.documents_missing')
    expect(await itemsOf(person, 'natural-2')).toEqual({ accepted: 2, staged: 1 })
    expect(await renewalOf(person, 2)).toMatchObject({ state: 'open' })

    const other = await verifiedTo(2)
    await ask(other, 'natural-2')
    expect((await test.saveDocuments(other, 'natural-2', await proof())).code).toBe('kyc.fields_missing')
    expect(await itemsOf(other, 'natural-2')).toEqual({ accepted: 2 })
    expect(await renewalOf(other, 2)).toMatchObject({ state: 'open' })
  })

  it('with both it is under review as a whole, and ends when both were accepted', async () => {
    const person = await verifiedTo(2)
    await ask(person, 'natural-2')
    await test.saveFields(person, 'natural-2', level2Fields({ homeAddress: 'Calle 26 # 1-2' }))
    expect((await test.saveDocuments(person, 'natural-2', await proof())).body.state).toBe('sent')
    expect(await itemsOf(person, 'natural-2')).toEqual({ replaced: 2, pending: 2 })
    const declined = (await test.documents(person)).find(({ slot }) => slot === 'proofResidence').id
    await test.decline(newOfficer(), [declined])
    await test.accept(newOfficer(), await pendingOf(person))
    expect(await renewalOf(person, 2)).toMatchObject({ state: 'declined', declined: [{ slot: 'proofResidence' }] })
    // A correction brings the declined items, and those accepted in this renewal remain valid.
    expect((await test.saveDocuments(person, 'natural-2', {})).code).toBe('kyc.documents_missing')
    const again = await test.saveDocuments(person, 'natural-2', await proof())
    expect(again.body.state).toBe('sent')
    await test.accept(newOfficer(), await pendingOf(person))
    expect(await renewalOf(person, 2)).toBeNull()
  })

  it('two concurrent tabs send it once', async () => {
    const person = await verifiedTo(2)
    await ask(person, 'natural-2')
    await test.saveFields(person, 'natural-2', level2Fields())
    const tabs = await Promise.all([
      test.saveDocuments(person, 'natural-2', await proof()),
      test.saveDocuments(person, 'natural-2', await proof()),
    ])
    expect(tabs.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'kyc.form_sent'])
    expect(await itemsOf(person, 'natural-2')).toEqual({ replaced: 2, pending: 2 })
  })

  it('of another person is neither opened nor sent by it', async () => {
    const [person, other] = [await verifiedTo(2), await verifiedTo(2)]
    await ask(person, 'natural-2')
    expect((await test.saveFields(other, 'natural-2', level2Fields())).code).toBe('kyc.form_sent')
    expect((await test.saveDocuments(other, 'natural-2', await proof())).code).toBe('kyc.form_sent')
    expect(await itemsOf(other, 'natural-2')).toEqual({ accepted: 2 })
    expect(await itemsOf(person, 'natural-2')).toEqual({ accepted: 2 })
  })
})

it('KYC-11 level 3 needs its three documents again, not one of them', async () => {
  const person = await verifiedTo(3)
  await ask(person, 'natural-3')
  expect((await test.saveDocuments(person, 'natural-3', { documents: [pdf()] })).code).toBe('kyc.documents_missing')
  expect(await itemsOf(person, 'natural-3')).toEqual({ accepted: 3 })
  expect((await test.saveDocuments(person, 'natural-3', await filesOf('natural-3'))).body.state).toBe('sent')
  expect(await itemsOf(person, 'natural-3')).toEqual({ replaced: 3, pending: 3 })
})

describe('a company', () => {
  const today = () => bogotaDay(test.platform.clock.now())
  async function company(): Promise<string> {
    const account = newId()
    await test.call(account, 'PUT', '/kyc/users/person-type', { personType: 'legal' })
    const most = SLOTS['legal-1'].financialStatements.maximum
    const full = { ...(await filesOf('legal-1')), financialStatements: Array.from({ length: most }, pdf) }
    expect((await test.saveDocuments(account, 'legal-1', full)).status).toBe(200)
    expect((await test.saveFields(account, 'legal-1', companyFields(today()))).body.state).toBe('sent')
    expect((await test.nameRepresentatives(account)).status).toBe(200)
    expect((await test.verify(account, 2)).status).toBe(200)
    return account
  }

  it('KYC-12 former files take no room in a slot, and level 2 is not sent without its document', async () => {
    const account = await company()
    await ask(account, 'legal-1')
    expect((await test.saveDocuments(account, 'legal-1', { financialStatements: [pdf()] })).code).toBe('kyc.documents_missing')
    expect((await test.saveDocuments(account, 'legal-1', await filesOf('legal-1'))).status).toBe(200)
    expect((await test.saveFields(account, 'legal-1', companyFields(today()))).body.state).toBe('sent')
    expect((await test.nameRepresentatives(account, undefined, { from: 1 })).status).toBe(200)
    await test.accept(newOfficer(), await pendingOf(account))
    expect(await renewalOf(account, 1)).toBeNull()

    await test.send(account, 'legal-2')
    await test.accept(newOfficer(), await pendingOf(account))
    await test.agreeLevel(account, 3)
    await ask(account, 'legal-2')
    expect((await test.saveDocuments(account, 'legal-2', {})).code).toBe('kyc.documents_missing')
    expect(await itemsOf(account, 'legal-2')).toEqual({ accepted: 1 })
    expect((await test.send(account, 'legal-2')).body.state).toBe('sent')
  })
})
