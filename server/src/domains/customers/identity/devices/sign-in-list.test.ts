import type { SignInRow } from '@tunjo/contract/devices'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { Browser, type IdentityProcess } from '../identity.testing.ts'
import { atHome, IP, newSignInAt, PHONE, startProxiedProcess, Traveller } from './devices.testing.ts'

let database: TestDatabase
let here: IdentityProcess

beforeAll(async () => {
  database = await createTestDatabase()
  here = await startProxiedProcess(database)
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})
beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))

describe('own history', () => {
  interface Answer {
    results: SignInRow[]
    total: number
    pagesNumber: number
  }
  const history = async (browser: Browser, query = '') => (await (await browser.send('GET', `/api/sign-ins?${query}`)).json()) as Answer

  async function withHistory() {
    const { email, accountId, home } = await atHome(here)
    await new Traveller(here.url, IP.cartagena, PHONE).signIn(email, 'no es esta')
    const phone = await newSignInAt(here, email)
    return { email, accountId, home, phone }
  }

  it('ID-06 shows every try of the account with place, system, device and session, newest first', async () => {
    const { home } = await withHistory()
    const { results, total, pagesNumber } = await history(home)
    expect([total, pagesNumber]).toEqual([3, 1])
    expect(results).toMatchObject([
      {
        result: 'entered',
        ip: IP.california,
        country: 'US',
        system: 'iOS 18',
        deviceKind: 'mobile',
        session: { live: true, current: false },
      },
      { result: 'wrong_password', place: 'Cartagena, Colombia', session: null },
      { result: 'entered', place: 'Bogotá, Colombia', deviceKind: 'desktop', browser: 'Chrome', session: { live: true, current: true } },
    ])
  })

  it('ID-06 filters, sorts and pages; accents and capitals do not count', async () => {
    const { home } = await withHistory()
    const [newest, failed, oldest] = (await history(home)).results.map(({ id }) => id)
    const idsOf = async (query: string) => (await history(home, query)).results.map(({ id }) => id)
    expect(await idsOf('result=wrong_password')).toEqual([failed])
    expect(await idsOf('deviceKind=desktop')).toEqual([oldest])
    expect(await idsOf('text=BOGOTA')).toEqual([oldest])
    expect(await idsOf(`text=${IP.california}`)).toEqual([newest])
    expect(await idsOf('text=%25')).toEqual([])
    expect(await idsOf('order=asc')).toEqual([oldest, failed, newest])
    expect(await idsOf('sort=place&order=asc')).toEqual([oldest, failed, newest])
    expect(await idsOf('sort=ip&order=asc')).toEqual([failed, oldest, newest])
    expect(await idsOf('size=1&pageIndex=1')).toEqual([failed])
    expect((await history(home, 'size=2')).pagesNumber).toBe(2)
    expect(await idsOf(`to=${new Date(0).toISOString()}`)).toEqual([])
    expect(await idsOf(`from=${new Date(0).toISOString()}&result=entered`)).toEqual([newest, oldest])
  })

  it('SEC-58 refuses unknown sorts, huge pages and invalid dates', async () => {
    const { home } = await atHome(here)
    for (const query of ['sort=password_hash', 'sort=at;drop', 'size=101', 'size=0', 'pageIndex=-1', 'from=ayer', 'order=x'])
      expect([query, (await home.send('GET', `/api/sign-ins?${query}`)).status]).toEqual([query, 400])
  })

  it('ID-06 an ended session is no longer live', async () => {
    const { home, phone } = await withHistory()
    await phone.send('POST', '/api/session/sign-out')
    expect((await history(home)).results[0]?.session).toMatchObject({ live: false })
  })

  it("R30 the CSV has Spanish headers, no live formula, and only the person's own rows", async () => {
    const { accountId, home } = await withHistory()
    await sql`UPDATE identity.sign_in SET browser = '=HYPERLINK("http://x")', system = '@SUM(1)' WHERE account_id = ${accountId}`.execute(
      database.owner,
    )
    await sql`UPDATE identity.sign_in SET place = 'Madrid, España' WHERE account_id = ${accountId} AND result = 'wrong_password'`.execute(
      database.owner,
    )
    const english = await home.send('GET', '/api/sign-ins/csv?order=asc', undefined, { 'accept-language': 'en' })
    const written = await english.text()
    expect(written).toMatch(/^Login ID;Date;IP;Place;System;Device type;Browser;Result;Session\r\n/)
    expect(written).toContain('"Madrid, Spain"')
    const listed = await (await home.send('GET', '/api/sign-ins', undefined, { 'accept-language': 'en' })).json()
    expect(listed).toMatchObject({ results: [{}, { place: 'Madrid, Spain' }, {}] })
    expect((await history(home)).results[1]?.place).toBe('Madrid, España')
    const answer = await home.send('GET', '/api/sign-ins/csv?order=asc')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="historial-de-acceso.csv"')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('\uFEFFLogin ID;Fecha;IP;Lugar;Tipo de sistema;Tipo de dispositivo;Navegador;Resultado;Sesión')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatch(
      /^[\w-]{36};\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;190\.24\.1\.1;"Bogotá, Colombia";'@SUM\(1\);Computador;"'=HYPERLINK\(""http:\/\/x""\)";Ingresó;Activa$/,
    )
    expect(lines[2]).toMatch(/Contraseña incorrecta;$/)
  })

  it('ID-02 a try for an e-mail without an account is answered the same and leaves no row', async () => {
    const { email } = await atHome(here)
    const count = async () => (await sql<{ n: bigint }>`SELECT count(*) AS n FROM identity.sign_in`.execute(database.db)).rows[0]?.n
    const before = (await count()) ?? 0n
    const known = await new Traveller(here.url, IP.bogota).signIn(email, 'no es esta')
    const unknown = await new Traveller(here.url, IP.bogota).signIn('nadie@correo.example', 'no es esta')
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()])
    expect(await count()).toBe(before + 1n)
  })

  it('ID-06 needs a session', async () => {
    for (const path of ['/api/sign-ins', '/api/sign-ins/csv', '/api/sessions', '/api/devices'])
      expect((await new Browser(here.url).send('GET', path)).status).toBe(401)
  })
})
