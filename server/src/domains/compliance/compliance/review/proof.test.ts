/** Officers' readings of a proof of residence, over the real database and HTTP. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { type KycTest, level1Fields, level2Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const DAY_MS = 86_400_000
const ago = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() - days * DAY_MS))
const PATH = '/kyc/administrative/users/review/proof-reading'
const review = async (person: string) => (await test.call(newOfficer(), 'GET', `/kyc/administrative/users/review?userId=${person}`)).body
async function living(): Promise<{ person: string; itemId: string; good: object }> {
  const person = crypto.randomUUID()
  await test.send(person, 'natural-1', level1Fields())
  const officer = newOfficer()
  const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente').map(({ id }) => id)
  await test.accept(officer, pending)
  await test.changeLevel(officer, person, 2)
  expect((await test.send(person, 'natural-2', level2Fields())).status).toBe(200)
  const itemId = (await test.documents(person)).find(({ slot }) => slot === 'proofResidence')?.id ?? ''
  const { fullName } = level1Fields()
  const { homeAddress, cityID } = level2Fields()
  return { person, itemId, good: { itemId, holderName: fullName, address: homeAddress, cityID: Number(cityID), issuedOn: ago(30) } }
}

it('ADM-07 the reading is shown next to the declaration, recorded, and the newest one counts', async () => {
  const { person, itemId, good } = await living()
  expect((await review(person)).proof).toBeNull()
  const officer = newOfficer()
  expect((await test.call(officer, 'POST', PATH, good)).body).toMatchObject({ ...good, relation: '' })
  const results = async () =>
    (await review(person)).checks.flatMap(({ name, source, result }: Record<string, string>) =>
      source === 'officer' ? [[name, result]] : [],
    )
  expect(await results()).toEqual(['proofName', 'proofAddress', 'proofCity', 'proofAge'].map((name) => [name, 'agree']))
  await test.call(officer, 'POST', PATH, { ...good, holderName: 'Luis Gómez Díaz', address: 'Calle 1 # 1-1', issuedOn: ago(200) })
  expect(await results()).toEqual([
    ['proofName', 'differs'], ['proofAddress', 'differs'], ['proofCity', 'agree'], ['proofAge', 'differs'],
  ]) // biome-ignore format: one list
  const relation = 'Arrendador, según el contrato'
  await test.call(officer, 'POST', PATH, { ...good, holderName: 'Luis Gómez Díaz', relation })
  expect((await review(person)).proof).toMatchObject({ itemId, holderName: 'Luis Gómez Díaz', relation })
  expect(await results()).toEqual(['proofName', 'proofAddress', 'proofCity', 'proofAge'].map((name) => [name, 'agree']))
  const trail = await auditTrail(test.database.db, { action: 'kyc.proof_read', objectId: person })
  expect(trail).toHaveLength(3)
  expect(JSON.stringify(trail)).not.toContain('Gómez')

  await test.platform.files.eraseOwner(person)
  const kept = await sql`SELECT FROM kyc.proof_reading WHERE account_id = ${person}`.execute(test.database.db)
  expect(kept.rows).toEqual([])
})

it("ADM-07 refuses another document, a future day, the customer, and another officer's lease", async () => {
  const { person, itemId, good } = await living()
  const officer = newOfficer()
  const code = async (body: object, by: string | null = officer) => (await test.call(by, 'POST', PATH, body)).code
  expect(await code({ ...good, issuedOn: ago(-1) })).toBe('kyc.proof_date')
  expect(await code({ ...good, issuedOn: '2001-01-01' })).toBe('kyc.proof_date')
  expect(await code({ ...good, cityID: 999_999 })).toBe('kyc.city_unknown')
  expect(await code({ itemId, holderName: 'Ana Rojas', address: 'Calle 1', issuedOn: ago(1) })).toBe('request.invalid')
  expect(await code({ ...good, itemId: crypto.randomUUID() })).toBe('request.not_found')
  const other = (await test.documents(person)).find(({ slot }) => slot === 'frontal')?.id
  expect(await code({ ...good, itemId: other })).toBe('request.not_found')
  expect(await code(good, `officer:${person}`)).toBe('compliance.own_account')
  expect(await code(good, person)).toBe('identity.not_authorized')
  await test.call(newOfficer(), 'POST', '/kyc/administrative/users/review/take', { userId: person })
  expect(await code(good)).toBe('compliance.taken')
  expect((await review(person)).proof).toBeNull()
})
