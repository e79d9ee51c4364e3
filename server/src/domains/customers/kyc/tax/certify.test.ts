import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type KycTest, level1Fields, newOfficer, startKycTest } from '../testing.ts'

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test?.stop())

const PATH = '/kyc/users/tax-certification'
const COLOMBIA = { country: 'CO', tin: null, noTinReason: null }
const SPAIN = { country: 'ES', tin: '12345678-Z', noTinReason: null }

const own = async (person: string) => (await test.call(person, 'GET', PATH)).body
const certify = (person: string, residences: readonly object[], more: object = {}) =>
  test.call(person, 'POST', PATH, { from: 0, residences, statementVersion: 1, accepted: true, ...more })
const history = async (person: string) =>
  (await test.call(newOfficer(), 'GET', `/kyc/administrative/users/tax-certifications?userId=${person}`)).body.certifications

let documents = 1_017_000_000
/** A person with level 1 verified. */
async function verified(documentType: 'CC' | 'CE' = 'CC', documentNumber = String(++documents)): Promise<string> {
  const id = newId()
  await test.send(id, 'natural-1', level1Fields({ identificationNumber: String(++documents) }))
  await test.verify(id, 2)
  await sql`UPDATE kyc.dossier SET document_type = ${documentType}, document_number = ${documentNumber}
    WHERE account_id = ${id}`.execute(test.database.db)
  return id
}

describe('CARF certification of tax residence', () => {
  it('takes the number of Colombia from the verified document, and keeps every version', async () => {
    const ana = await verified('CC', '52000111')
    expect(await own(ana)).toEqual({ isOpen: true, colombianTin: '52000111', statementVersion: 1, certification: null })
    const first = await certify(ana, [COLOMBIA])
    expect(first.body).toEqual({
      version: 1,
      residences: [{ country: 'CO', tin: '52000111', noTinReason: null }],
      statementVersion: 1,
      certifiedAt: expect.any(String),
    })
    const second = await certify(ana, [COLOMBIA, SPAIN], { from: 1 })
    expect(second.body.version).toBe(2)
    expect((await own(ana)).certification).toEqual(second.body)
    expect(await history(ana)).toEqual([second.body, first.body])
  })

  it('changes nothing when the call is repeated, and refuses one that saw another version', async () => {
    const ana = await verified()
    const first = await certify(ana, [COLOMBIA])
    expect((await certify(ana, [COLOMBIA])).body).toEqual(first.body)
    expect((await certify(ana, [SPAIN])).code).toBe('kyc.tax_changed')
    expect((await certify(ana, [SPAIN], { from: 7 })).code).toBe('kyc.tax_changed')
    expect(await history(ana)).toEqual([first.body])
  })

  it('keeps one version of twenty concurrent calls', async () => {
    const ana = await verified()
    const countries = [
      'ES',
      'FR',
      'IT',
      'PE',
      'MX',
      'BR',
      'CL',
      'EC',
      'PA',
      'US',
      'DE',
      'PT',
      'CA',
      'AR',
      'UY',
      'PY',
      'BO',
      'CR',
      'GB',
      'IE',
    ]
    const answers = await Promise.all(countries.map((country) => certify(ana, [{ ...SPAIN, country }])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'kyc.tax_changed')).toHaveLength(19)
    expect(await history(ana)).toHaveLength(1)
  })

  it('is refused before level 1 is verified', async () => {
    const newcomer = newId()
    expect(await own(newcomer)).toMatchObject({ isOpen: false, colombianTin: null, certification: null })
    expect((await certify(newcomer, [COLOMBIA])).code).toBe('kyc.tax_locked')
    await test.send(newcomer, 'natural-1', level1Fields({ identificationNumber: String(++documents) }))
    expect((await certify(newcomer, [COLOMBIA])).code).toBe('kyc.tax_locked')
    expect(await own(newcomer)).toMatchObject({ isOpen: false })
  })

  it('refuses each value that is no residence, with a stable code', async () => {
    const [citizen, foreigner] = [await verified('CC', '52000222'), await verified('CE', '412345')]
    const cases: readonly [string, readonly object[], string][] = [
      [citizen, [], 'request.invalid'],
      [citizen, Array.from({ length: 9 }, () => SPAIN), 'request.invalid'],
      [citizen, [{ ...SPAIN, country: 'ZZ' }], 'kyc.country_unknown'],
      [citizen, [{ ...SPAIN, country: 'es' }], 'kyc.country_unknown'],
      [citizen, [{ ...SPAIN, country: 'ESP' }], 'request.invalid'],
      [citizen, [SPAIN, COLOMBIA, SPAIN], 'kyc.tax_country_twice'],
      [citizen, [{ ...SPAIN, tin: null }], 'kyc.tin_missing'],
      [citizen, [{ ...SPAIN, noTinReason: 'notIssued' }], 'kyc.tin_missing'],
      [citizen, [{ ...SPAIN, tin: null, noTinReason: 'lost' }], 'request.invalid'],
      [citizen, [{ ...SPAIN, tin: '7' }], 'kyc.tin_invalid'],
      [citizen, [{ ...SPAIN, tin: '' }], 'request.invalid'],
      [citizen, [{ ...SPAIN, tin: '1'.repeat(41) }], 'request.invalid'],
      [citizen, [{ ...SPAIN, tin: 'no tengo' }], 'kyc.tin_invalid'],
      [citizen, [{ ...SPAIN, tin: '12--34' }], 'kyc.tin_invalid'],
      [citizen, [{ ...SPAIN, tin: '1234ñ' }], 'kyc.tin_invalid'],
      [citizen, [{ ...SPAIN, tin: '12\u200b34' }], 'request.text_unseen'],
      [citizen, [{ ...COLOMBIA, tin: '52000223' }], 'kyc.tin_invalid'],
      [citizen, [{ ...COLOMBIA, noTinReason: 'notObtained' }], 'kyc.tin_invalid'],
      [foreigner, [COLOMBIA], 'kyc.tin_missing'],
      [foreigner, [{ ...COLOMBIA, tin: '412345' }], 'kyc.tin_invalid'],
      [foreigner, [{ ...COLOMBIA, tin: '890903938-7' }], 'kyc.tin_invalid'],
    ]
    for (const [person, residences, code] of cases)
      expect([residences, (await certify(person, residences)).code]).toEqual([residences, code])
    expect((await certify(citizen, [COLOMBIA], { accepted: false })).code).toBe('request.invalid')
    expect((await certify(citizen, [COLOMBIA], { statementVersion: 2 })).code).toBe('kyc.tax_statement_changed')
    expect((await certify(citizen, [COLOMBIA], { from: -1 })).code).toBe('request.invalid')
    expect([await history(citizen), await history(foreigner)]).toEqual([[], []])
  })

  it('keeps a typed NIT of Colombia as ten digits, and a reason instead of a number', async () => {
    const foreigner = await verified('CE', '412346')
    const typed = [
      { ...COLOMBIA, tin: ' 890.903.938-8 ' },
      { country: 'AE', tin: null, noTinReason: 'notIssued' },
    ]
    const { body } = await certify(foreigner, typed)
    expect(body.residences).toEqual([{ ...COLOMBIA, tin: '8909039388' }, typed[1]])
    expect((await own(foreigner)).colombianTin).toBeNull()
  })

  it('is about the own account only, and read by officers with an entry in the audit trail', async () => {
    const [ana, beto] = [await verified(), await verified()]
    await certify(ana, [SPAIN])
    expect((await own(beto)).certification).toBeNull()
    expect((await test.call(beto, 'GET', `/kyc/administrative/users/tax-certifications?userId=${ana}`)).status).toBe(403)
    expect((await test.call(null, 'GET', PATH)).status).toBe(401)
    expect(await history(ana)).toHaveLength(1)
    const trail = await auditTrail(test.database.db, { objectId: ana })
    expect(trail.filter(({ after }) => JSON.stringify(after)?.includes('"tax"'))).toHaveLength(1)
  })

  it('is written once: the product may neither change nor delete a version', async () => {
    const ana = await verified()
    await certify(ana, [COLOMBIA])
    for (const change of [
      sql`UPDATE kyc.tax_certification SET residences = '[{}]' WHERE account_id = ${ana}`,
      sql`UPDATE kyc.tax_certification SET version = 9 WHERE account_id = ${ana}`,
      sql`DELETE FROM kyc.tax_certification WHERE account_id = ${ana}`,
    ])
      await expect(change.execute(test.database.db)).rejects.toThrow('permission denied')
    expect(await history(ana)).toHaveLength(1)
  })

  it('is in the copy of own data, and is emptied with the key of the files', async () => {
    const ana = await verified('CC', '52000333')
    await certify(ana, [COLOMBIA])
    const copied = await sql`SELECT entry FROM kyc.personal_data WHERE account_id = ${ana}
      AND section = 'taxCertifications'`.execute(test.database.db)
    expect(copied.rows).toMatchObject([{ entry: { version: 1, statementVersion: 1, residences: [{ country: 'CO', tin: '52000333' }] } }])
    await test.platform.files.eraseOwner(ana)
    expect(await history(ana)).toMatchObject([{ version: 1, residences: [] }])
  })
})
