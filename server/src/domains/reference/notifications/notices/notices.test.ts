import type { Notice, Preferences } from '@tunjo/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import type { Events, EventType } from '../../../../events.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Schedule } from '../../../../platform/jobs/jobs.ts'
import { createNotifications, type NoticeRequest, type Notifications } from '../index.ts'
import { scheduleNoticePurge } from './notice-purge.ts'

const DAY_MS = 86_400_000
const EVERY_MAIL: Preferences = { mailDeposits: true, mailWithdrawals: true, mailTrades: true }

let database: TestDatabase
let platform: TestPlatform
let notifications: Notifications
let server: TestServer
const languages = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  notifications = createNotifications(platform)
  notifications.useAddressBook(async (id) => ({ email: mailboxOf(id), langKey: languages.get(id) ?? 'es' }))
  // The bearer token is the account id: authentication belongs to identity.
  server = await startTestServer(platform, notifications.routes, async ({ headers }) => {
    const accountId = headers.authorization?.slice('Bearer '.length)
    return accountId ? { accountId, sessionId: accountId, authorities: ['ROLE_USER'] } : null
  })
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

const mailboxOf = (accountId: string) => `${accountId}@correo.example`
const notify = (request: NoticeRequest) => inTransaction(database.db, (tx) => notifications.notify(tx, request))
const emit = <T extends EventType>(type: T, payload: Events[T]) =>
  inTransaction(database.db, (tx) => platform.outbox.emit(tx, type, payload))
const deposit = (accountId: string, amount = '$ 50.000') =>
  ({ accountId, kind: 'payments.deposit_credited', values: { amount } }) satisfies NoticeRequest

async function call(accountId: string | null, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(accountId ? { authorization: `Bearer ${accountId}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, code: response.headers.get('app-error'), text, body: response.ok ? JSON.parse(text) : null }
}
interface Page {
  results: Notice[]
  unread: number
  hasMore: boolean
  now: string
}
const pageOf = async (accountId: string, query = '', headers = {}): Promise<Page> =>
  (await call(accountId, 'GET', `/api/notices${query}`, undefined, headers)).body

interface Mail {
  to: string
  subject: string
  text: string
  html: string
}
async function mailsOf(accountId: string): Promise<Mail[]> {
  await platform.jobs.drain()
  return (await fetch(`${server.url}/dev/mail/messages?to=${mailboxOf(accountId)}`)).json() as Promise<Mail[]>
}

describe('the bell', () => {
  it("shows a person's own notices, newest first, and no other account's", async () => {
    const [mine, other] = [newId(), newId()]
    await notify(deposit(mine, '$ 1'))
    platform.clock.advance(1_000)
    await notify(deposit(mine, '$ 2'))
    await notify(deposit(other, '$ 3'))
    const page = await pageOf(mine)
    expect(page.results.map(({ text }) => text)).toEqual(
      ['$ 2', '$ 1'].map((amount) => `${amount} entraron a tu saldo. Ya puedes usarlos.`),
    )
    expect(page).toMatchObject({ unread: 2, hasMore: false })
    expect(page.results[0]).toMatchObject({ kind: 'payments.deposit_credited', readAt: null, url: '/application/record' })
    const [theirs] = (await pageOf(other)).results
    expect((await call(mine, 'POST', '/api/notices/read', { ids: [theirs?.id] })).body).toEqual({ unread: 2 })
    expect((await pageOf(other)).unread).toBe(1)
    for (const [method, path] of [
      ['GET', '/api/notices'],
      ['POST', '/api/notices/read'],
      ['GET', '/api/notices/preferences'],
      ['PUT', '/api/notices/preferences'],
    ] as const)
      expect((await call(null, method, path, method === 'GET' ? undefined : {})).status, path).toBe(401)
  })

  it('uses the language of the reader', async () => {
    const mine = newId()
    await notify(deposit(mine))
    expect((await pageOf(mine, '', { 'accept-language': 'en' })).results[0]?.title).toBe('Your deposit arrived')
    expect((await pageOf(mine, '', { 'accept-language': 'es' })).results[0]?.title).toBe('Recibimos tu depósito')
  })

  it('pages lose and repeat nothing, even where many notices have the same instant', async () => {
    const mine = newId()
    for (let index = 0; index < 12; index++) {
      if (index % 4 === 0) platform.clock.advance(1_000)
      await notify(deposit(mine, `#${index}`))
    }
    const seen: string[] = []
    let query = '?size=3'
    for (let pages = 0; pages < 10; pages++) {
      const page = await pageOf(mine, query)
      expect(page.unread).toBe(12)
      seen.push(...page.results.map(({ id }) => id))
      if (!page.hasMore) break
      query = `?size=3&before=${page.results.at(-1)?.at}`
    }
    expect(seen).toHaveLength(12)
    expect(new Set(seen).size).toBe(12)
    for (const wrong of ['?size=51', '?size=0', '?before=ayer'])
      expect((await call(mine, 'GET', `/api/notices${wrong}`)).code).toBe('request.invalid')
  })

  it('counts the unread correctly while many windows read concurrently', async () => {
    const mine = newId()
    for (let index = 0; index < 20; index++) await notify(deposit(mine))
    const ids = (await pageOf(mine)).results.map(({ id }) => id)
    const some = ids.slice(0, 8)
    const answers = await Promise.all([...some, ...some].map((id) => call(mine, 'POST', '/api/notices/read', { ids: [id] })))
    for (const { body } of answers) expect(body.unread).toBeGreaterThanOrEqual(12)
    expect(Math.min(...answers.map(({ body }) => body.unread))).toBe(12)
    const readAt = (await pageOf(mine)).results.map((notice) => notice.readAt)
    platform.clock.advance(1_000)
    expect((await call(mine, 'POST', '/api/notices/read', {})).body).toEqual({ unread: 0 })
    const after = (await pageOf(mine)).results
    // The first time of reading stays, any number of times it is read again.
    expect(after.slice(0, 8).map((notice) => notice.readAt)).toEqual(readAt.slice(0, 8))
    expect(after.every((notice) => notice.readAt !== null)).toBe(true)
  })

  it('a rolled back notice was never sent; a repeated one is one notice, one event and one mail', async () => {
    const mine = newId()
    const once = { ...deposit(mine), once: 'deposit 1', mailTo: mailboxOf(mine) }
    await inTransaction(database.db, async (tx) => {
      await notifications.notify(tx, once)
      throw new Error('rolled back')
    }).catch(() => undefined)
    expect((await pageOf(mine)).unread).toBe(0)
    await Promise.all(Array.from({ length: 10 }, () => notify(once)))
    expect((await pageOf(mine)).results).toHaveLength(1)
    expect(await mailsOf(mine)).toHaveLength(1)
    const events = await sql<{ payload: object }>`SELECT payload FROM platform.event
      WHERE type = 'notifications.notice_added' AND account_id = ${mine}`.execute(database.db)
    const [notice] = (await pageOf(mine)).results
    expect(events.rows).toEqual([{ payload: { accountId: mine, noticeId: notice?.id } }])
    const other = newId()
    await notify({ ...deposit(other), once: 'deposit 1' })
    expect((await pageOf(other)).unread).toBe(1)
  })

  it('purges notices after a year', async () => {
    const mine = newId()
    const schedules: Schedule[] = []
    scheduleNoticePurge({ ...platform, jobs: { ...platform.jobs, schedule: (given) => void schedules.push(given) } })
    const forget = async () => {
      for (const schedule of schedules) await schedule.run(platform)
    }
    await notify(deposit(mine, 'viejo'))
    platform.clock.advance(364 * DAY_MS)
    await notify(deposit(mine, 'nuevo'))
    await forget()
    expect((await pageOf(mine)).results).toHaveLength(2)
    platform.clock.advance(2 * DAY_MS)
    await forget()
    expect((await pageOf(mine)).results.map(({ text }) => text)).toEqual(['nuevo entraron a tu saldo. Ya puedes usarlos.'])
  })
})

describe('mails of notices', () => {
  it('R31 SEC-67 security is mailed whatever the person chose, to one address, with links of the product, whatever host a caller names', async () => {
    const mine = newId()
    const off = { mailDeposits: false, mailWithdrawals: false, mailTrades: false }
    expect((await call(mine, 'PUT', '/api/notices/preferences', off, { host: 'mal.example' })).body).toEqual(off)
    const freezeUrl = 'http://localhost:8080/users/freeze/secreto'
    const name = 'llave\r\nBcc: otra@mal.example\r\n\r\n<script>alert(1)</script>'
    const values = { name, when: 'hoy', until: 'mañana' }
    await notify({ accountId: mine, kind: 'identity.passkey_added', values, mailTo: mailboxOf(mine), freezeUrl })
    const [mail, ...more] = await mailsOf(mine)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Agregaste una llave de acceso · Tunjo')
    expect(mail?.text).toContain('«llave Bcc: otra@mal.example <script>alert(1)</script>»')
    expect(mail?.html).not.toContain('<script')
    expect(mail?.text).toContain(freezeUrl)
    expect(mail?.html).not.toMatch(/href="(?!http:\/\/localhost:8080\/)/)
    const bell = await call(mine, 'GET', '/api/notices', undefined, { host: 'mal.example' })
    expect(bell.text).not.toMatch(/secreto|mal\.example\/|localhost/)
    await expect(notify({ ...deposit(mine), mailTo: `${mailboxOf(mine)}\r\nBcc: otra@mal.example` })).rejects.toThrow('exactly one address')
    expect((await pageOf(mine)).unread).toBe(1)
    const kept = await sql<{ row: string }>`SELECT mail::text AS row FROM notifications.mail`.execute(database.db)
    expect(kept.rows.map(({ row }) => row).join()).not.toContain('secreto')
  })

  it('the others as the person chose', async () => {
    const mine = newId()
    expect((await call(mine, 'GET', '/api/notices/preferences')).body).toEqual(EVERY_MAIL)
    await emit('payments.deposit_credited', { accountId: mine, depositId: newId(), amount: '5000000' })
    expect((await mailsOf(mine)).map(({ subject }) => subject)).toEqual(['Recibimos tu depósito · Tunjo'])
    const chosen = { ...EVERY_MAIL, mailDeposits: false }
    await call(mine, 'PUT', '/api/notices/preferences', chosen)
    expect((await call(mine, 'GET', '/api/notices/preferences')).body).toEqual(chosen)
    await emit('payments.deposit_credited', { accountId: mine, depositId: newId(), amount: '7000000' })
    expect(await mailsOf(mine)).toHaveLength(1)
    expect((await pageOf(mine)).unread).toBe(2)
    expect((await call(mine, 'PUT', '/api/notices/preferences', { mailDeposits: 'no' })).code).toBe('request.invalid')
  })

  it('G5 a PSE payment that another person may have made is called a payment, and a transfer a transfer', async () => {
    const mine = newId()
    const held = { accountId: mine, amount: '5000000', reason: 'No pudimos confirmar que lo hiciste tú.' }
    for (const more of [{ method: 'PSE' }, { method: 'TRANSFER' }, {}] as const)
      await emit('payments.deposit_held', { ...held, ...more, depositId: newId() })
    const [payment, transfer] = ['Tu pago por PSE está en revisión', 'Tu transferencia está en revisión']
    const subjects = (await mailsOf(mine)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([payment, transfer, transfer].map((title) => `${title} · Tunjo`))
    const { results } = await pageOf(mine)
    expect(results.map(({ title }) => title).toSorted()).toEqual([payment, transfer, transfer])
    for (const { text } of results) expect(text).toMatch(/^Recibimos \$\s50\.000\. No pudimos confirmar que lo hiciste tú\.$/)
  })

  it('come in the language of the account', async () => {
    const mine = newId()
    languages.set(mine, 'en')
    await emit('payments.deposit_credited', { accountId: mine, depositId: newId(), amount: '5000000' })
    const [mail] = await mailsOf(mine)
    expect(mail?.subject).toBe('Your deposit arrived · Tunjo')
    expect(mail?.html).toContain('lang="en"')
  })

  it('have the reasons of other modules in the language of their reader, in the bell and in the mail', async () => {
    const mine = newId()
    languages.set(mine, 'en')
    notifications.useTranslator((text, locale) => (locale === 'en' && text === 'Cuenta cerrada' ? 'Account closed' : text))
    const returned = { accountId: mine, withdrawalId: newId(), amount: '5000000', account: 'Nómina (••5678)', reason: 'Cuenta cerrada' }
    await emit('payments.withdrawal_returned', returned)
    const [mail] = await mailsOf(mine)
    expect(mail?.text).toContain('Reason: Account closed')
    expect((await call(mine, 'GET', '/api/notices', undefined, { 'accept-language': 'en' })).text).toContain('Reason: Account closed')
    expect((await pageOf(mine)).results.map(({ text }) => text)).toEqual([expect.stringContaining('Motivo: Cuenta cerrada')])
  })
})

describe('events of other modules', () => {
  it('become a notice each, once, however many times the event arrives', async () => {
    const mine = newId()
    const [depositId, withdrawalId, tradeId] = [newId(), newId(), newId()]
    const account = 'Nómina (••5678)'
    for (let copies = 0; copies < 2; copies++) {
      await emit('payments.deposit_credited', { accountId: mine, depositId, amount: '5000000' })
      await emit('payments.withdrawal_settled', { accountId: mine, withdrawalId, amount: '1000050', account })
      await emit('payments.withdrawal_returned', { accountId: mine, withdrawalId, amount: '1000050', account, reason: 'Cuenta cerrada' })
      const tokens = { accountId: mine, asset: 'USDT', amount: '25000000' } as const
      const address = 'Ledger (0x12ab…90ef)'
      await emit('crypto.deposit_credited', { ...tokens, depositId })
      await emit('crypto.withdrawal_sent_again', { ...tokens, withdrawalId, address })
      await emit('crypto.withdrawal_settled', { ...tokens, withdrawalId, address })
      await emit('crypto.withdrawal_returned', { ...tokens, withdrawalId, address, reason: 'La red no aceptó el envío' })
      for (const isCharged of [true, false])
        await emit('crypto.found_settled', {
          ...tokens,
          asset: isCharged ? 'USDT' : 'BTC',
          transactionHash: `0x${'7'.repeat(64)}`,
          isCharged,
        })
      await emit('trading.trade_updated', { accountId: mine, tradeId, state: 'sent' })
      const swapped = { sold: { asset: 'COP', amount: '4000000' }, bought: { asset: 'BTC', amount: '12300' } } as const
      await emit('trading.trade_updated', { accountId: mine, tradeId, state: 'settled', swapped })
    }
    expect(await mailsOf(mine)).toHaveLength(10)
    const texts = (await pageOf(mine)).results.map(({ text }) => text).sort()
    expect(texts).toEqual([
      '$\u00a050.000 entraron a tu saldo. Ya puedes usarlos.',
      '25\u00a0USDT entraron a tu saldo. Ya puedes usarlos.',
      'El banco pagó $\u00a010.000,50 en la cuenta Nómina (••5678). Si no los ves, dale al banco unos minutos antes de escribirnos.',
      'Entregaste $\u00a040.000 y recibiste 0,000123\u00a0BTC. Ya están en tu saldo.',
      'Enviamos 25\u00a0USDT a la dirección Ledger (0x12ab…90ef) y la red los confirmó.',
      'La red confirmó 0,25\u00a0BTC que son tuyos en la transacción 0x777777…777777 y no estaban en tu saldo. Dos personas del equipo lo registraron. Ya puedes usarlos.',
      'La red confirmó 25\u00a0USDT que salieron por tu cuenta en la transacción 0x777777…777777 y no estaban en tu saldo. Dos personas del equipo lo registraron y el valor salió de tu saldo. Si no reconoces ese retiro, escríbenos.',
      'La red deshizo tu retiro de 25\u00a0USDT a la dirección Ledger (0x12ab…90ef), y nada llegó. Lo enviamos otra vez a la misma dirección: no tienes que hacer nada.',
      'No se enviaron 25\u00a0USDT a la dirección Ledger (0x12ab…90ef) y los devolvimos a tu saldo. Motivo: La red no aceptó el envío.',
      'No se pagaron $\u00a010.000,50 en la cuenta Nómina (••5678) y los devolvimos a tu saldo. Motivo: Cuenta cerrada.',
    ])
  })
})

it("a person's copy of their data has their notices, mails, choices and requests, and no text of a mail", async () => {
  const mine = newId()
  await notify({ ...deposit(mine), mailTo: mailboxOf(mine) })
  await mailsOf(mine)
  await call(mine, 'PUT', '/api/notices/preferences', EVERY_MAIL)
  const contact = { sender: 'ana@correo.example', subject: 'Hola', message: 'Una pregunta' }
  expect((await call(mine, 'POST', '/api/email/support/send', contact)).status).toBe(200)
  const found = await sql<{ section: string; entry: Record<string, unknown> }>`SELECT section, entry FROM notifications.personal_data
    WHERE account_id = ${mine} ORDER BY section, entry->>'template' DESC`.execute(database.db)
  expect(found.rows).toEqual([
    { section: 'contact', entry: expect.objectContaining(contact) },
    { section: 'mail_preferences', entry: { deposits: true, withdrawals: true, trades: true } },
    {
      section: 'mails',
      entry: expect.objectContaining({ template: 'notifications.notice', to: mailboxOf(mine), sentAt: expect.any(String) }),
    },
    { section: 'mails', entry: expect.objectContaining({ template: 'notifications.contact_received', to: contact.sender }) },
    { section: 'notices', entry: expect.objectContaining({ kind: 'payments.deposit_credited', values: { amount: '$ 50.000' } }) },
  ])
})
