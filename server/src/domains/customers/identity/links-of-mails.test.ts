/** R31: the links of our mails lead to our own address, for any host that a request claims. */
import { request } from 'node:http'
import { LOST_FACTOR_PATH } from '@tunjo/contract/mfa-reset'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { PASSWORD, TestPerson } from './factors/person.testing.ts'
import { type Browser, type IdentityProcess, startIdentityProcess } from './identity.testing.ts'

const PUBLIC_URL = 'https://tunjo.example'
const EVIL = 'mal.example'

let database: TestDatabase
let here: IdentityProcess
beforeAll(async () => {
  database = await createTestDatabase()
  // Also from a trusted proxy.
  here = await startIdentityProcess(database, { publicUrl: PUBLIC_URL, trustedProxies: ['127.0.0.1'] })
})
afterAll(async () => {
  await here?.close()
  await database?.drop()
})

const SPOOFED = {
  host: EVIL,
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '6666',
  'x-original-host': EVIL,
  'x-host': EVIL,
  // The user agent of `fetch`: a challenge is for the browser that got it.
  'user-agent': 'node',
  forwarded: `host=${EVIL};proto=http`,
  'content-type': 'application/json',
}
/** Request with another host, which `fetch` does not allow. */
function spoofed(path: string, body: object, browser?: Browser): Promise<number> {
  const { hostname, port } = new URL(here.url)
  const cookie = browser?.device ? { cookie: browser.device } : {}
  const headers = { ...SPOOFED, ...cookie, ...(browser?.token ? { authorization: `Bearer ${browser.token}` } : {}) }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method: 'POST', path, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    sent.once('error', reject).end(JSON.stringify(body))
  })
}

it('R31 every mail that a request with another Host leads to links to PUBLIC_URL only', async () => {
  const person = await TestPerson.signedIn(here)
  await person.addTotp()
  const { browser, asked } = await person.beginSignIn()
  const before = ((await here.platform.mail.inbox(1_000)) ?? []).length
  const calls: [string, object, Browser?][] = [
    ['/api/sign-up', { email: 'nueva@correo.example', password: PASSWORD, termsAccepted: true }],
    ['/api/sign-up', { email: person.email, password: PASSWORD, termsAccepted: true }],
    ['/api/password/reset-request', { email: person.email }],
    ['/api/email/support/send', { sender: person.email, subject: 'Hola', message: 'Una pregunta.' }],
    ['/api/lost-factor', { challenge: asked.challenge }, browser],
    ['/api/email-change', { email: 'otra@correo.example', password: PASSWORD }, person.browser],
  ]
  for (const call of calls) expect([call[0], await spoofed(...call)]).toEqual([call[0], 200])
  await here.platform.jobs.drain()
  const mails = ((await here.platform.mail.inbox(1_000)) ?? []).slice(0, -before || undefined)
  const linksOf = ({ text, html }: { text: string; html: string }) => `${text} ${html}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? []
  expect(mails.length).toBeGreaterThanOrEqual(calls.length + 2)
  for (const mail of mails) {
    expect(JSON.stringify(mail), mail.subject).not.toContain(EVIL)
    for (const link of linksOf(mail)) expect(new URL(link).origin, mail.subject).toBe(PUBLIC_URL)
  }
  const paths = mails.flatMap(linksOf).join(' ')
  for (const page of [
    '/users/activate/',
    '/users/reset-password/',
    '/users/confirm-email/',
    '/users/freeze/',
    `${LOST_FACTOR_PATH}/`,
    '/contact-us/ticket/',
  ])
    expect(paths).toContain(PUBLIC_URL + page)
})
