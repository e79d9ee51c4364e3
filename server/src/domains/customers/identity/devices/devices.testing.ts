/** People and browsers of several networks, for the tests of devices. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { Browser, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

export const PASSWORD = 'tres gatos en la ventana'
/** Places of these addresses in the database: Bogotá twice, Cartagena, Mountain View. */
export const IP = { bogota: '190.24.1.1', bogotaToo: '200.21.1.1', cartagena: '181.49.0.10', california: '8.8.8.8' } as const
export const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36'
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Behind a trusted proxy, so that a test sets the address of a browser. */
export const startProxiedProcess = (database: TestDatabase): Promise<IdentityProcess> =>
  startIdentityProcess(database, { trustedProxies: ['127.0.0.1'] })

/** For a whole test file: two processes over one database, the second without a proxy; each test starts with full allowances. */
export async function startTwoProcesses() {
  const database = await createTestDatabase()
  const here = await startProxiedProcess(database)
  const direct = await startIdentityProcess(database)
  beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))
  afterAll(async () => {
    await here.close()
    await direct.close()
    await database.drop()
  })
  return { database, here, direct }
}

/** A browser on one network; it moves when `ip` is set. */
export class Traveller extends Browser {
  ip: string
  userAgent: string
  constructor(url: string, ip: string, userAgent: string = CHROME) {
    super(url)
    this.ip = ip
    this.userAgent = userAgent
  }
  override send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return super.send(method, path, body, { 'x-forwarded-for': this.ip, 'user-agent': this.userAgent, ...headers })
  }
}

let people = 0
export async function newPerson({ identity }: IdentityProcess, authority: 'ROLE_USER' | 'ROLE_ADMIN' = 'ROLE_USER') {
  const email = `viajera${++people}@correo.example`
  const accountId = await identity.ensureAccount({
    email,
    password: PASSWORD,
    authorities: [authority],
    state: ACCOUNT_STATE.unverified,
    activated: true,
    langKey: 'es',
    staffRoles: authority === 'ROLE_ADMIN' ? ['compliance_officer'] : [],
  })
  return { email, accountId }
}

export async function mailsTo({ platform }: IdentityProcess, email: string) {
  await platform.jobs.drain()
  return ((await platform.mail.inbox(1_000)) ?? []).filter(({ to }) => to === email)
}

/** Links of the newest mail that asks about a sign-in; empty without one. */
export async function locationLinks(process: IdentityProcess, email: string): Promise<{ confirm: string; deny: string }> {
  const mail = (await mailsTo(process, email)).find(({ text }) => text.includes('/users/deny-location/'))
  const token = (path: string) => new RegExp(`/users/${path}/([\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? ''
  return { confirm: token('confirm-location'), deny: token('deny-location') }
}

/** Person whose first sign-in was at home in Bogotá. */
export async function atHome(process: IdentityProcess) {
  const person = await newPerson(process)
  const home = new Traveller(process.url, IP.bogota)
  expect((await home.signIn(person.email, PASSWORD)).status).toBe(200)
  return { ...person, home }
}

/** Another person with the password: another browser, another country. */
export async function newSignInAt(process: IdentityProcess, email: string, ip: string = IP.california) {
  const stranger = new Traveller(process.url, ip, PHONE)
  expect((await stranger.signIn(email, PASSWORD)).status).toBe(200)
  return stranger
}

export async function questionsTo(process: IdentityProcess, email: string): Promise<number> {
  return (await mailsTo(process, email)).filter(({ text }) => text.includes('/users/deny-location/')).length
}

export async function eventsOf({ platform }: IdentityProcess, accountId: string, type: string) {
  const found = await sql<{ payload: Record<string, unknown> }>`SELECT payload FROM platform.event
    WHERE account_id = ${accountId} AND type = ${type}`.execute(platform.db)
  return found.rows
}
