/** Alert 4, Diferentes IPS, over sign-ins as identity stores them, by events and by nightly runs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from './testing.ts'

let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

interface Entry {
  readonly ip?: string
  readonly country?: string
  readonly hoursAgo?: number
  /** True for a browser that the account knows. */
  readonly isByKnownBrowser?: boolean
  readonly at?: readonly [place: string, latitude: number, longitude: number]
}

async function enter(accountId: string, entry: Entry) {
  const { ip = '190.24.1.5', country = 'CO', hoursAgo = 0, isByKnownBrowser = false, at: where = ['x', null, null] } = entry
  const id = newId()
  const at = new Date(test.platform.clock.now().getTime() - hoursAgo * 3_600_000)
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
      vouched, latitude, longitude)
    VALUES (${id}, ${accountId}, ${at}, ${ip}, ${ip}, ${country}, ${where[0]}, 'Android', 'mobile', 'Chrome', '', 'entered',
      ${isByKnownBrowser}, ${where[1]}, ${where[2]})`.execute(test.database.owner)
  await test.emit('identity.signed_in', { accountId, sessionId: newId() })
  return id
}

async function deny(accountId: string, signInId: string) {
  await sql`UPDATE identity.sign_in SET denied_at = ${test.platform.clock.now()}, vouched = false WHERE id = ${signInId}`.execute(
    test.database.owner,
  )
  await test.emit('identity.location_denied', { accountId, signInId, ip: '80.1.2.3', country: 'ES' })
}

async function confirm(accountId: string, signInId: string) {
  await sql`UPDATE identity.sign_in SET confirmed_at = ${test.platform.clock.now()}, vouched = true WHERE id = ${signInId}`.execute(
    test.database.owner,
  )
  await test.emit('identity.location_confirmed', { accountId, signInId })
}

async function alerts(accountId: string) {
  await test.platform.jobs.drain()
  return (await test.episodes(accountId)).filter(({ kind }) => kind === 4)
}

it('ADM-13 alert 4: a denied sign-in stays until an officer closes it, after any number of quiet nights', async () => {
  const person = await test.newCustomer()
  await deny(person, await enter(person, { ip: '80.1.2.3', isByKnownBrowser: true }))
  expect(await alerts(person)).toMatchObject([{ state: 'open', opening: 'INGRESOS v1: la persona negó el ingreso desde 80.1.2.0/24.' }])
  for (const days of [31, 60, 100]) {
    test.platform.clock.advance(days * DAY_MS)
    await test.runNight()
    expect(await alerts(person), `${days} days later`).toMatchObject([{ state: 'open' }])
  }
})

it('ADM-13 alert 4: a country without residence or sign-ins in 90 days, also with a known browser and from the first sign-in on', async () => {
  const [traveller, opened, resident] = [await test.newCustomer(), await test.newCustomer(0), await test.newCustomer()]
  await enter(traveller, { isByKnownBrowser: true, hoursAgo: 30 })
  expect(await alerts(traveller)).toEqual([])
  const abroad = { ip: '80.1.2.3', country: 'ES', isByKnownBrowser: true }
  await enter(traveller, { ...abroad, hoursAgo: 100 * 24 })
  const first = await enter(traveller, abroad)
  const said = [{ state: 'open', hits: 0, opening: 'INGRESOS v1: ingreso desde España, donde no vive ni había estado.' }]
  expect(await alerts(traveller)).toMatchObject(said)
  await enter(opened, { ...abroad, ip: '81.1.2.3' })
  expect(await alerts(opened)).toMatchObject(said)
  await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at, country)
    VALUES (${resident}, 'natural', 'Ana Rojas', 'CC', '1', '+57', now(), 'ES')`.execute(test.database.owner)
  await enter(resident, { ...abroad, ip: '82.1.2.3' })
  expect(await alerts(resident)).toEqual([])
  // Nightly runs find nothing new about it, also when the earlier days have moved on.
  for (let night = 0; night < 3; night++) {
    test.platform.clock.advance(9 * DAY_MS)
    await test.runNight()
    expect(await alerts(traveller)).toMatchObject(said)
  }
  await confirm(traveller, first)
  expect(await alerts(traveller)).toMatchObject([{ state: 'closed', closing: 'INGRESOS v1: la persona confirmó los ingresos por correo.' }])
})

it('ADM-13 alert 4: ten exits of a VPN in a day with a known browser; ends after 30 quiet days and not before', async () => {
  const person = await test.newCustomer()
  for (let exit = 1; exit <= 10; exit++)
    await enter(person, { ip: `190.${exit}.1.5`, isByKnownBrowser: true, hoursAgo: 24 - 2 * exit, at: ['Bogotá', 4.6, -74.1] })
  expect(await alerts(person)).toMatchObject([{ state: 'open', opening: expect.stringContaining('10 redes en 24 horas: 190.1.1.0/24') }])
  test.platform.clock.advance(29 * DAY_MS)
  await test.runNight()
  expect(await alerts(person)).toMatchObject([{ state: 'open' }])
  test.platform.clock.advance(2 * DAY_MS)
  await test.runNight()
  expect(await alerts(person)).toMatchObject([{ state: 'closed', closing: 'INGRESOS v1: 30 días sin otro ingreso así.' }])
})

it('ADM-13 alert 4: implausible travel between two cities; one confirmed link of two does not end it', async () => {
  const person = await test.newCustomer()
  await enter(person, { hoursAgo: 3, at: ['Bogotá, Colombia', 4.6, -74.1], isByKnownBrowser: true })
  const far = await enter(person, { ip: '181.1.1.1', hoursAgo: 2.5, at: ['Leticia, Colombia', -4.2, -69.9], isByKnownBrowser: true })
  const opening = 'INGRESOS v1: ingreso desde Leticia, Colombia 30 minutos después de otro desde Bogotá, Colombia, a 1084 km.'
  expect(await alerts(person)).toMatchObject([{ state: 'open', opening }])
  await confirm(person, far)
  expect(await alerts(person)).toMatchObject([{ state: 'open' }])
})
