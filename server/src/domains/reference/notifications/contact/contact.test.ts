import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { createMailer, type StoredMail } from '../../../../platform/mail/mail.ts'
import { LOGO_PNG } from '../../../../platform/mail/mail-logo.ts'
import { readNotificationsSettings } from '../config.ts'
import { createNotifications } from '../index.ts'
import { renderMail } from '../mail/render.ts'

const SUPPORT = 'soporte@tunjo.example'
const MESSAGE = { sender: 'ana@correo.example', subject: 'No veo mi abono', message: 'Abonaron ayer.\n\nGracias.', encrypted: false }

let database: TestDatabase
let platform: TestPlatform
/** Ignores every X-Forwarded-For. */
let server: TestServer
let proxied: TestPlatform
/** Trusts that of the test, as behind a proxy; another process over the same database. */
let behindProxy: TestServer

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  server = await startTestServer(platform, createNotifications(platform).routes)
  proxied = createTestPlatform(database, { trustedProxies: ['127.0.0.1'] })
  behindProxy = await startTestServer(proxied, createNotifications(proxied).routes)
})
afterAll(async () => {
  await server?.close()
  await behindProxy?.close()
  platform?.remove()
  proxied?.remove()
  await database?.drop()
})
beforeEach(() =>
  sql`TRUNCATE platform.rate_limit, notifications.contact_ticket, notifications.state_history, notifications.mail, platform.job`.execute(
    database.owner,
  ),
)

const send = (body: object, { to = server, from, language }: { to?: TestServer; from?: string; language?: string } = {}) =>
  fetch(`${to.url}/api/email/support/send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(language ? { 'accept-language': language } : {}),
    },
    body: JSON.stringify(body),
  })
const tickets = async () =>
  (await sql<{ number: string; message: string }>`SELECT * FROM notifications.contact_ticket`.execute(database.db)).rows
async function sentMails(): Promise<StoredMail[]> {
  await platform.jobs.drain()
  return (await platform.mail.inbox()) ?? []
}

describe('PUB-02 contact form', () => {
  it('PUB-02 mails support, with the sender as Reply-To, and answers a stored ticket number', async () => {
    const response = await send(MESSAGE)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { ticket } = (await response.json()) as { ticket: string }
    expect(ticket).toMatch(/^TJ-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(await tickets()).toMatchObject([{ number: ticket, sender: MESSAGE.sender, subject: MESSAGE.subject, message: MESSAGE.message }])
    const mails = await sentMails()
    const toSupport = mails.find(({ to }) => to === SUPPORT)
    expect(toSupport).toMatchObject({ replyTo: MESSAGE.sender, subject: `[${ticket}] ${MESSAGE.subject}` })
    expect(toSupport?.text).toContain('Abonaron ayer.\n\nGracias.')
  })

  it('PUB-02 R31 the mail to the typed address contains nothing of what was typed', async () => {
    const before = (await sentMails()).length
    const typed = { sender: 'victima@correo.example', subject: 'Tu cuenta está bloqueada', message: 'Llama ya al 300 000 0000' }
    const { ticket, statusPath } = (await (await send(typed)).json()) as { ticket: string; statusPath: string }
    const mails = await sentMails()
    expect(mails).toHaveLength(before + 2)
    const mail = mails.find(({ to }) => to === typed.sender)
    expect(mail?.subject).toBe(`Recibimos tu solicitud ${ticket}`)
    expect(mail?.text).toContain(`http://localhost:8080${statusPath}`)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/bloqueada|300 000/)
  })

  it('PUB-02 SHELL-13 the receipt is in the language of the visitor, and the mail to support in the default language', async () => {
    const { ticket } = (await (await send(MESSAGE, { language: 'en-GB,en;q=0.9' })).json()) as { ticket: string }
    const mails = await sentMails()
    const receipt = mails.find(({ to, subject }) => to === MESSAGE.sender && subject.includes(ticket))
    expect(receipt?.subject).toBe(`We received your request ${ticket}`)
    expect(receipt?.html).toContain('lang="en"')
    expect(mails.find(({ to, subject }) => to === SUPPORT && subject.includes(ticket))?.html).toContain('lang="es"')
  })

  it.each([
    ['no sender', { sender: '' }, 'notifications.contact_sender_invalid'],
    ['a sender that is no e-mail', { sender: 'ana@correo' }, 'notifications.contact_sender_invalid'],
    ['two senders', { sender: 'a@b.example, c@d.example' }, 'notifications.contact_sender_invalid'],
    ['R31 a line break after the sender', { sender: 'ana@correo.example\r\n' }, 'notifications.contact_sender_invalid'],
    ['R31 another header in the sender', { sender: 'ana@correo.example\r\nBcc: b@d.example' }, 'notifications.contact_sender_invalid'],
    ['a sender too long', { sender: `${'a'.repeat(64)}@${'b'.repeat(190)}.example` }, 'notifications.contact_sender_invalid'],
    ['no subject', { subject: '  ' }, 'notifications.contact_subject_invalid'],
    ['R31 a line break in the subject', { subject: 'Hola\nBcc: b@d.example' }, 'notifications.contact_subject_invalid'],
    ['R31 a line separator in the subject', { subject: 'Hola\u2028Bcc: b@d.example' }, 'notifications.contact_subject_invalid'],
    ['a subject too long', { subject: 'a'.repeat(121) }, 'notifications.contact_subject_invalid'],
    ['R31 letters turned round in the subject', { subject: 'Hola \u202eoidem' }, 'request.text_unseen'],
    ['a zero width space in the message', { message: 'Me bloquea\u200bron' }, 'request.text_unseen'],
    ['no message', { message: '\n \t' }, 'notifications.contact_message_invalid'],
    ['a message too long', { message: 'a'.repeat(5_001) }, 'notifications.contact_message_invalid'],
    ['a field missing', { subject: undefined }, 'request.invalid'],
    ['a field of another type', { message: 7 }, 'request.invalid'],
  ])('PUB-02 refuses %s with a sentence, and stores nothing', async (_, change, code) => {
    const response = await send({ ...MESSAGE, ...change })
    expect([response.status, response.headers.get('app-error')]).toEqual([400, code])
    expect(await response.text()).toMatch(/^[A-ZÑÁÉÍÓÚ].+\.$/)
    expect(await tickets()).toEqual([])
  })

  it('counts characters as a person does, and accepts control characters of a word processor', async () => {
    expect((await send({ ...MESSAGE, subject: '😀'.repeat(120), message: 'uno\r\ndos\u000btres\u0000' })).status).toBe(200)
    expect((await tickets())[0]?.message).toBe('uno\ndos tres')
  })

  it('shows text of an outsider as text in the mail and in the mailbox', async () => {
    await send({ ...MESSAGE, subject: '<img src=x onerror=alert(1)>', message: '<script>alert(1)</script>\nfin' })
    const mail = (await sentMails()).find(({ to }) => to === SUPPORT)
    expect(mail?.html).not.toMatch(/<script|<img src=x/)
    expect(mail?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>fin')
    const page = await (await fetch(`${server.url}/dev/mail/${mail?.id}`)).text()
    expect(page).not.toMatch(/<script|<img src=x/)
  })

  const NETWORK_MAX = 60

  it('SEC-63 PUB-02 R31 sixty an hour for a network, whatever X-Forwarded-For says', async () => {
    const statuses: number[] = []
    for (let i = 0; i < NETWORK_MAX + 2; i++)
      statuses.push((await send({ ...MESSAGE, sender: `persona${i}@correo.example` }, { from: `203.0.113.${i}` })).status)
    expect(statuses).toEqual([...Array(NETWORK_MAX).fill(200), 429, 429])
    const refused = await send(MESSAGE)
    expect(refused.headers.get('app-error')).toBe('notifications.too_many_contacts')
    expect(await refused.text()).toContain('Podrás enviar otro en 60 minutos.')
    expect(await tickets()).toHaveLength(NETWORK_MAX)
  })

  it('PUB-02 one person who continues after the limit does not close the form for the neighbours', async () => {
    for (let i = 0; i < NETWORK_MAX + 5; i++) await send(MESSAGE)
    expect(await tickets()).toHaveLength(5)
    expect((await send({ ...MESSAGE, sender: 'vecina@correo.example' })).status).toBe(200)
  })

  it('PUB-02 a network that is refused uses no allowance of an address', async () => {
    await Promise.all(Array.from({ length: NETWORK_MAX }, (_, i) => send({ ...MESSAGE, sender: `persona${i}@correo.example` })))
    for (let i = 0; i < 6; i++) expect((await send(MESSAGE)).status).toBe(429)
    expect((await send(MESSAGE, { to: behindProxy, from: '198.51.100.7' })).status).toBe(200)
  })

  it('PUB-02 five an hour for an address from one network, however it is written', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await send({ ...MESSAGE, sender: `${i % 2 ? 'ana' : 'ANA'}@correo.example` }, { to: behindProxy, from: '198.51.100.1' })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it("PUB-02 R31 outsiders cannot close the form for another person's address, nor flood it with answers", async () => {
    const before = (await sentMails()).length
    for (let i = 0; i < 7; i++) await send(MESSAGE, { to: behindProxy, from: `198.51.100.${i}` })
    const response = await send(MESSAGE, { to: behindProxy, from: '190.24.1.7' })
    expect(response.status).toBe(200)
    const { ticket, mailed } = (await response.json()) as { ticket: string; mailed: boolean }
    expect(mailed).toBe(false)
    const mails = (await sentMails()).slice(0, -before || undefined)
    expect(mails.filter(({ to }) => to === MESSAGE.sender)).toHaveLength(5)
    expect(mails.filter(({ to }) => to === SUPPORT)).toHaveLength(8)
    expect(mails.some(({ to, subject }) => to === SUPPORT && subject.includes(ticket))).toBe(true)
  })

  it('PUB-02 a /64 is one network', async () => {
    const ask = (i: number, from: string) => send({ ...MESSAGE, sender: `p${i}@correo.example` }, { to: behindProxy, from })
    const first = await Promise.all(Array.from({ length: NETWORK_MAX }, (_, i) => ask(i, `2001:db8:1:2::${i + 1}`)))
    expect(first.every(({ status }) => status === 200)).toBe(true)
    expect((await ask(NETWORK_MAX, '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await ask(NETWORK_MAX + 1, '2001:db8:1:3::1')).status).toBe(200)
  })

  it('PUB-02 parallel messages at two processes do not pass together, and an hour later the form accepts again', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => send(MESSAGE, { to: i % 2 ? server : behindProxy })))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await tickets()).toHaveLength(5)
    platform.clock.advance(60 * 60_000 + 1_000)
    expect((await send(MESSAGE)).status).toBe(200)
  })
})

describe('mail server', () => {
  it('SEC-63 R31 gets our From, one recipient and the Reply-To', async () => {
    const received: string[] = []
    const smtp = createServer((socket) => {
      socket.write('220 test\r\n')
      let isData = false
      socket.on('data', (chunk) => {
        const text = chunk.toString()
        received.push(text)
        if (isData) {
          isData = !text.endsWith('\r\n.\r\n')
          if (!isData) socket.write('250 ok\r\n')
        } else if (/^DATA/i.test(text)) {
          isData = true
          socket.write('354 go\r\n')
        } else socket.write(/^QUIT/i.test(text) ? '221 bye\r\n' : '250 ok\r\n')
      })
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const address = smtp.address()
    const port = typeof address === 'object' ? address?.port : 0
    const mailer = createMailer({
      profile: 'production',
      mailUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      mailFrom: 'Tunjo <no-responder@tunjo.example>',
      dataDir: '',
    })
    const rendered = renderMail({ template: 'identity.already_registered', values: { signInUrl: 'https://tunjo.example/login' } })
    await mailer.send({ id: newId(), to: SUPPORT, replyTo: 'ana@correo.example', ...rendered })
    smtp.close()
    const wire = received.join('')
    expect(wire).toMatch(/^From: Tunjo <no-responder@tunjo\.example>\r$/m)
    expect(wire).toMatch(/^Reply-To: ana@correo\.example\r$/m)
    expect(wire.match(/RCPT TO/gi)).toHaveLength(1)
    // The logo travels inside, so that no reader has to load anything.
    expect(rendered.html).toContain('src="cid:mark@tunjo"')
    expect(rendered.html).not.toMatch(/src="(?!cid:)/)
    expect(wire).toMatch(/^Content-Id: <mark@tunjo>\r$/im)
    expect(wire.replaceAll('\r\n', '')).toContain(LOGO_PNG.toString('base64'))
  })

  it('the mailbox of the demo shows the logo of a mail', async () => {
    await send(MESSAGE)
    const [mail] = await sentMails()
    const response = await fetch(`${server.url}/dev/mail/${mail?.id}`)
    expect(response.headers.get('content-security-policy')).toContain('img-src')
    expect(await response.text()).toContain(`src="data:image/png;base64,${LOGO_PNG.toString('base64')}"`)
  })
})

it('production requires the mailbox of the contact form', () => {
  expect(() => readNotificationsSettings({}, { profile: 'production' })).toThrow('SUPPORT_EMAIL')
  expect(() => readNotificationsSettings({ SUPPORT_EMAIL: 'nadie' }, { profile: 'demo' })).toThrow('SUPPORT_EMAIL')
  expect(readNotificationsSettings({ SUPPORT_EMAIL: 'a@b.example' }, { profile: 'production' })).toEqual({ supportEmail: 'a@b.example' })
})
