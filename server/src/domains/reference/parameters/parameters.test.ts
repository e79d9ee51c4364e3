import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createParameters } from './index.ts'

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
const parameters = createParameters()
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const accountId = newId()
  server = await startTestServer(platform, parameters.routes, async () => ({ accountId, sessionId: accountId, authorities: ['ROLE_USER'] }))
})
afterAll(async () => {
  await server.close()
  await database.drop()
  platform.remove()
})

interface Item {
  id: number
  name: string
  code: string | null
}
const list = async (path: string) => (await (await fetch(`${server.url}${path}`)).json()) as Item[]
const codes = (id: number) => list(`/api/parameters/codes-admon/?id=${id}`)

describe('code lists', () => {
  it('KYC-16 identification types, occupations and activities hold the defaults of the form', async () => {
    expect((await codes(2)).find(({ id }) => id === 7)).toMatchObject({ name: 'Cédula de Ciudadanía', code: 'CC' })
    expect((await codes(4)).map(({ id }) => id)).toContain(11)
    const activities = await codes(5)
    expect(activities).toHaveLength(507)
    expect(activities.find(({ id }) => id === 29)).toMatchObject({ code: '0010', name: 'Asalariados' })
    expect(new Set(activities.map(({ code }) => code)).size).toBe(507)
  })

  it('KYC-16 has the 33 departments and 1,122 municipalities of DIVIPOLA, the default first', async () => {
    const departments = await list('/api/parameters/departments')
    expect(departments).toHaveLength(33)
    expect(departments[0]).toEqual({ id: 1, name: 'Bogotá, D.C.' })
    const cities = await Promise.all(departments.map(({ id }) => list(`/api/parameters/department/cities?id=${id}`)))
    expect(cities.flat()).toHaveLength(1122)
    expect(new Set(cities.flat().map(({ id }) => id)).size).toBe(1122)
    expect(cities[0]?.[0]).toEqual({ id: 1, name: 'Bogotá, D.C.' })
    expect(parameters.city(1)).toMatchObject({ code: '11001', departmentId: 1 })
  })

  it('countries are in Spanish and in alphabetical order', async () => {
    const countries = (await list('/api/parameters/countries')) as unknown as { code: string; name: string }[]
    expect(countries.find(({ code }) => code === 'CO')?.name).toBe('Colombia')
    expect(countries.length).toBeGreaterThan(240)
    const names = countries.map(({ name }) => name)
    expect(names).toEqual([...names].sort(new Intl.Collator('es-CO', { sensitivity: 'base' }).compare))
  })

  it.each([
    ['/api/parameters/codes-admon/?id=6', 404],
    ['/api/parameters/department/cities?id=99', 404],
    ['/api/parameters/codes-admon/?id=uno', 400],
  ])('%s answers %i', async (path, status) => {
    expect((await fetch(`${server.url}${path}`)).status).toBe(status)
  })
})

describe('formats of documents', () => {
  it.each([
    [7, '1099888777', true],
    [7, '0123456', false],
    [7, '12345', false],
    [8, 'E123456', true],
    [602, 'AN123456', true],
    [602, 'AN 123', false],
    [603, '1234567', true],
  ])('type %i takes %s: %s', (id, number, isGood) => {
    expect(parameters.identificationType(id)?.pattern.test(number)).toBe(isGood)
  })
})
