import type { PersonSignIn, UserRow } from '@tunjo/contract/reports'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anyPerson, auditTrail } from '../../../../../dev/testing/audit.ts'
import { newId } from '../../../platform/database/ids.ts'
import { IP, newPerson, PASSWORD, PHONE, Traveller } from '../../customers/identity/devices/devices.testing.ts'
import { Browser, codeOf } from '../../customers/identity/identity.testing.ts'
import { startReports } from './testing.ts'

const { database, here, officer, officerId } = await startReports()

interface Page<R> {
  results: R[]
  total: number
  pagesNumber: number
}
const get = async <R>(path: string): Promise<Page<R>> => {
  const answer = await officer.send('GET', path)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as Page<R>
}
const csv = async (path: string) => {
  const answer = await officer.send('GET', path)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  return { answer, lines: text.split('\r\n') }
}
const exports = async () => (await auditTrail(database.db, { action: 'reports.exported' })).toReversed()
const exportOf = (report: string, filter: object) => ({
  actor: anyPerson(officerId),
  object: { type: 'report', id: report },
  after: { rows: 1, filter },
})
async function signedIn(ip: string = IP.bogota) {
  const person = await newPerson(here)
  const browser = new Traveller(here.url, ip, PHONE)
  expect((await browser.signIn(person.email, PASSWORD)).status).toBe(200)
  return { ...person, browser }
}

describe('lista de usuarios', () => {
  const USERS = '/api/administrative/users'

  it('ID-08 shows id, e-mail, role, dates and state of every account', async () => {
    const person = await signedIn()
    const never = await newPerson(here)
    const { results } = await get<UserRow>(`${USERS}?size=100`)
    expect(results.find(({ id }) => id === person.accountId)).toEqual({
      id: person.accountId,
      email: person.email,
      authorities: ['ROLE_USER'],
      state: 1,
      createdAt: expect.stringMatching(/Z$/),
      lastSignInAt: expect.stringMatching(/Z$/),
    })
    expect(results.find(({ id }) => id === never.accountId)?.lastSignInAt).toBeNull()
    await person.browser.signIn(person.email, 'no es esta')
    const after = await get<UserRow>(`${USERS}?text=${person.accountId}`)
    expect(after.results[0]?.lastSignInAt).toBe(results.find(({ id }) => id === person.accountId)?.lastSignInAt)
  })

  it('ID-08 filters by role, state and text, sorts and pages', async () => {
    const people = [await newPerson(here), await newPerson(here), await newPerson(here)]
    const [first] = people
    await sql`UPDATE identity.account SET state = 3 WHERE id = ${first?.accountId}`.execute(database.db)
    expect((await get<UserRow>(`${USERS}?role=ROLE_ADMIN`)).results.map(({ id }) => id)).toEqual([officerId])
    expect((await get<UserRow>(`${USERS}?state=3`)).results.map(({ id }) => id)).toEqual([first?.accountId])
    expect((await get<UserRow>(`${USERS}?text=${first?.accountId.toUpperCase()}`)).total).toBe(1)
    expect((await get<UserRow>(`${USERS}?text=${first?.email.slice(0, -8).toUpperCase()}`)).results[0]?.id).toBe(first?.accountId)
    expect((await get<UserRow>(`${USERS}?text=%25`)).total).toBe(0)
    const emails = (await get<UserRow>(`${USERS}?sort=email&order=asc&size=100`)).results.map(({ email }) => email)
    expect(emails).toEqual([...emails].sort())
    const { total, pagesNumber } = await get<UserRow>(`${USERS}?size=2`)
    expect(pagesNumber).toBe(Math.ceil(total / 2))
    const pages = await Promise.all(Array.from({ length: pagesNumber }, (_, page) => get<UserRow>(`${USERS}?size=2&pageIndex=${page}`)))
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(total)
    const latest = await get<UserRow>(`${USERS}?sort=lastSignInAt&order=desc`)
    expect(latest.results[0]?.lastSignInAt).not.toBeNull()
  })

  it('R30 SEC-44 the CSV has Spanish headers and no live formula, and the export is recorded', async () => {
    const email = '=cmd|calc@correo.example'
    const { accountId } = await newPerson(here)
    await sql`UPDATE identity.account SET email = ${email} WHERE id = ${accountId}`.execute(database.db)
    const { answer, lines } = await csv(`${USERS}/csv?text=cmd`)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usuarios.csv"')
    expect(lines[0]).toBe('\uFEFFID;Correo;Rol;Fecha de registro;Fecha de inicio de sesión;Estado')
    expect(lines[1]).toMatch(/^[\w-]{36};'=cmd\|calc@correo\.example;Usuario;\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;;Sin verificar$/)
    expect(lines).toHaveLength(3)
    expect((await exports())[0]).toMatchObject(
      exportOf('usuarios', { text: expect.stringMatching(/^hmac-sha256:/), sort: 'createdAt', order: 'desc' }),
    )
  })
})

describe('acceso al dispositivo', () => {
  const SIGN_INS = '/api/administrative/sign-ins'

  it('ID-07 shows the sign-ins of all people with their id; filters, sorts and pages', async () => {
    const here1 = await signedIn(IP.cartagena)
    const other = await signedIn()
    await other.browser.signIn(other.email, 'no es esta')
    const all = await get<PersonSignIn>(`${SIGN_INS}?size=100`)
    expect(new Set(all.results.map(({ userId }) => userId))).toContain(here1.accountId)
    const own = await get<PersonSignIn>(`${SIGN_INS}?userId=${other.accountId}`)
    expect(own.results).toMatchObject([
      { userId: other.accountId, result: 'wrong_password', live: false },
      { userId: other.accountId, result: 'entered', live: true, place: 'Bogotá, Colombia', deviceKind: 'mobile' },
    ])
    expect((await get<PersonSignIn>(`${SIGN_INS}?text=cartagena`)).results.map(({ userId }) => userId)).toEqual([here1.accountId])
    expect((await get<PersonSignIn>(`${SIGN_INS}?userId=${other.accountId}&result=entered`)).total).toBe(1)
    expect((await get<PersonSignIn>(`${SIGN_INS}?userId=${other.accountId}&deviceKind=desktop`)).total).toBe(0)
    expect((await get<PersonSignIn>(`${SIGN_INS}?userId=${other.accountId}&order=asc&size=1`)).results[0]?.result).toBe('entered')
    await other.browser.send('POST', '/api/session/sign-out')
    expect((await get<PersonSignIn>(`${SIGN_INS}?userId=${other.accountId}&result=entered`)).results[0]?.live).toBe(false)
  })

  it('ID-07 a session is live exactly while the person could still use it', async () => {
    const { accountId, browser } = await signedIn()
    const live = async () => (await get<PersonSignIn>(`${SIGN_INS}?userId=${accountId}`)).results[0]?.live
    expect(await live()).toBe(true)
    await sql`UPDATE identity.session SET active_at = ${new Date(Date.now() - 30 * 60_000 - 1_000)} WHERE account_id = ${accountId}`.execute(
      database.db,
    )
    expect(await live()).toBe(false)
    expect((await browser.refresh()).status).toBe(401)
  })

  it('SHELL-13 the CSV files of users and of sign-ins are in English for an officer who reads English', async () => {
    const { accountId } = await signedIn()
    const inEnglish = async (path: string) =>
      (await (await officer.send('GET', path, undefined, { 'accept-language': 'en' })).text()).split('\r\n')
    const users = await inEnglish(`/api/administrative/users/csv?text=${accountId}`)
    expect(users[0]).toBe('ID;E-mail;Role;Registration date;Last sign-in;State')
    expect(users[1]).toMatch(new RegExp(`^${accountId};.+;User;`))
    const signIns = await inEnglish(`${SIGN_INS}/csv?userId=${accountId}`)
    expect(signIns[0]).toBe('User ID;Login ID;Date;IP;Place;System;Device type;Browser;Result;Session')
    expect(signIns[1]).toMatch(/;Signed in;Active$/)
  })

  it('R30 ID-07 the CSV carries the id of the person and no live formula, and is recorded', async () => {
    const { accountId } = await signedIn()
    await sql`UPDATE identity.sign_in SET place = '+57,"x"' WHERE account_id = ${accountId}`.execute(database.owner)
    const { lines } = await csv(`${SIGN_INS}/csv?userId=${accountId}`)
    expect(lines[0]).toBe('\uFEFFID de usuario;Login ID;Fecha;IP;Lugar;Tipo de sistema;Tipo de dispositivo;Navegador;Resultado;Sesión')
    expect(lines[1]).toContain(`${accountId};`)
    expect(lines[1]).toContain(`"'+57,""x"""`)
    expect((await exports())[0]).toMatchObject(exportOf('acceso-al-dispositivo', { userId: accountId, sort: 'at', order: 'desc' }))
  })
})

describe('permissions', () => {
  const PATHS = ['users', 'users/csv', 'sign-ins', 'sign-ins/csv'].map((path) => `/api/administrative/${path}`)

  it('SEC-43 only officers read about others', async () => {
    const { browser } = await signedIn()
    for (const path of PATHS) {
      expect([path, codeOf(await browser.send('GET', path))]).toEqual([path, 'identity.not_authorized'])
      expect([path, (await new Browser(here.url).send('GET', path)).status]).toEqual([path, 401])
    }
  })

  it('SEC-58 refuses unknown sorts, states and huge pages', async () => {
    for (const query of ['users?sort=password_hash', 'users?state=9', 'users?size=101', 'sign-ins?sort=search_text', 'sign-ins?from=hoy'])
      expect([query, (await officer.send('GET', `/api/administrative/${query}`)).status]).toEqual([query, 400])
  })

  it('SEC-43 an officer who searches like a program is limited; another is not', async () => {
    const answers = await Promise.all(Array.from({ length: 121 }, () => officer.send('GET', '/api/administrative/users?size=1')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    expect(answers.filter((answer) => codeOf(answer) === 'request.too_many')).toHaveLength(1)
    const other = await newPerson(here, 'ROLE_ADMIN')
    const browser = new Traveller(here.url, IP.bogota)
    await browser.signIn(other.email, PASSWORD)
    expect((await browser.send('GET', '/api/administrative/users?size=1')).status).toBe(200)
  })
})

describe('rows', () => {
  it('R30 ADM-02 the file of a longer list has 10,000 rows and reports that the list continues', async () => {
    const { accountId } = await newPerson(here)
    const id = newId().slice(0, 24)
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, vouched)
      SELECT (${id} || lpad(to_hex(n), 12, '0'))::uuid, ${accountId}, now(), '1.1.1.1', '1.1.1.1', 'x', 'x', 'other', 'x', 'x', 'refused', false
      FROM generate_series(1, 10001) AS n`.execute(database.db)
    const { lines } = await csv(`/api/administrative/sign-ins/csv?userId=${accountId}`)
    expect(lines).toHaveLength(1 + 10_000 + 1 + 1)
    expect(lines[10_001]).toMatch(/^Este archivo tiene solo las primeras 10\.000 filas: la lista sigue\./)
    expect((await exports())[0]).toMatchObject({ after: { rows: 10_000 } })
    expect((await get<PersonSignIn>(`/api/administrative/sign-ins?userId=${accountId}`)).total).toBe(10_001)
  })
})
