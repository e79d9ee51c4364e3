import type { LiveEvent } from '@tunjo/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import type { Events, EventType } from '../../../events.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/route.ts'
import { createNotifications, type Notifications } from './index.ts'

let database: TestDatabase
let platform: TestPlatform
let notifications: Notifications
let server: TestServer
const ended = new Set<string>()

/** The bearer token is the account id: authentication belongs to identity. */
const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const accountId = headers.authorization?.slice('Bearer '.length)
  return accountId && !ended.has(accountId) ? { accountId, sessionId: accountId, authorities: ['ROLE_USER'] } : null
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  notifications = createNotifications(platform)
  server = await startTestServer(platform, notifications.routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

const emit = <T extends EventType>(type: T, payload: Events[T]) =>
  inTransaction(database.db, (tx) => platform.outbox.emit(tx, type, payload))

interface OpenedStream {
  response: Response
  events: LiveEvent[]
  over: Promise<void>
  close(): void
}
async function openStream(accountId: string): Promise<OpenedStream> {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${accountId}`, accept: 'text/event-stream' }
  const response = await fetch(`${server.url}/api/notifications/stream`, { headers, signal: abort.signal })
  const events: LiveEvent[] = []
  return { response, events, over: response.ok ? read(response, events) : Promise.resolve(), close: () => abort.abort() }
}
async function read(response: Response, events: LiveEvent[]): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body ?? []) {
      for (const line of decoder.decode(chunk).split('\n')) {
        if (line.startsWith('data: {"id"')) events.push(JSON.parse(line.slice('data: '.length)) as LiveEvent)
      }
    }
  } catch {
    // The test closed the connection.
  }
}

describe('live events', () => {
  it('a person receives their own events and prices, by name only', async () => {
    const mine = newId()
    const stream = await openStream(mine)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    const depositId = newId()
    await emit('payments.deposit_credited', { accountId: newId(), depositId: newId(), amount: '900' })
    await emit('identity.account_created', { accountId: mine })
    await emit('payments.deposit_credited', { accountId: mine, depositId, amount: '500000' })
    await emit('pricing.price_updated', { pair: 'BTCUSDT' })
    await expect.poll(() => stream.events.length, { interval: 20 }).toBe(2)
    // Later event: all before it were checked, also a second time.
    await emit('pricing.price_updated', { pair: 'COPUSDT' })
    await expect.poll(() => stream.events.some(({ refs }) => refs.pair === 'COPUSDT'), { interval: 20 }).toBe(true)
    const common = { id: expect.any(String), at: expect.stringMatching(/Z$/) }
    expect(stream.events).toEqual([
      { ...common, type: 'payments.deposit_credited', refs: { depositId } },
      { ...common, type: 'pricing.price_updated', refs: { pair: 'BTCUSDT' } },
      { ...common, type: 'pricing.price_updated', refs: { pair: 'COPUSDT' } },
    ])
    stream.close()
  })

  it('an event that commits after younger ones is still delivered', async () => {
    const mine = newId()
    const stream = await openStream(mine)
    await inTransaction(database.db, async (tx) => {
      await platform.outbox.emit(tx, 'trading.trade_updated', { accountId: mine, tradeId: 'slow', state: 'pending' })
      await emit('trading.trade_updated', { accountId: mine, tradeId: 'quick', state: 'pending' })
      await expect.poll(() => stream.events.length).toBe(1)
    })
    await expect.poll(() => stream.events.map(({ refs }) => refs.tradeId)).toEqual(['quick', 'slow'])
    stream.close()
  })

  it('no stream opens without a session, and a stream ends with it', async () => {
    expect((await fetch(`${server.url}/api/notifications/stream`)).status).toBe(401)
    const mine = newId()
    const stream = await openStream(mine)
    ended.add(mine)
    await stream.over
  })

  it('one account has at most six streams, and gets a place back', async () => {
    const mine = newId()
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(mine)))
    const seventh = await openStream(mine)
    expect([seventh.response.status, seventh.response.headers.get('app-error')]).toEqual([429, 'notifications.too_many_streams'])
    const other = await openStream(newId())
    expect(other.response.status).toBe(200)
    streams[0]?.close()
    await expect
      .poll(async () => {
        const again = await openStream(mine)
        streams.push(again)
        return again.response.status
      })
      .toBe(200)
    for (const stream of [...streams, other]) stream.close()
  })

  it('a server that stops ends its streams instead of waiting for them', async () => {
    const stopping = await startTestServer(platform, createNotifications(createTestPlatform(database)).routes, authenticate)
    const response = await fetch(`${stopping.url}/api/notifications/stream`, { headers: { authorization: `Bearer ${newId()}` } })
    const over = read(response, [])
    await stopping.close()
    await over
  })
})

describe('mail', () => {
  const html = async (path: string) => (await fetch(server.url + path)).text()

  it('is sent when the transaction commits, once, and then erases its links', async () => {
    const to = 'ana@correo.example'
    const url = 'https://tunjo.example/users/activate/secreto'
    await inTransaction(database.db, (tx) =>
      notifications.sendMail(tx, { to, template: 'identity.activate', values: { url, hours: 24, when: 'hoy', ip: '190.24.1.7' } }),
    )
    await inTransaction(database.db, async (tx) => {
      await notifications.sendMail(tx, { to, template: 'identity.activate', values: { url, hours: 24, when: 'hoy', ip: '190.24.1.7' } })
      throw new Error('rolled back')
    }).catch(() => undefined)
    await platform.jobs.drain()
    await sql`UPDATE platform.job SET done_at = NULL`.execute(database.db)
    await platform.jobs.drain()
    const messages = (await (await fetch(`${server.url}/dev/mail/messages?to=${to}`)).json()) as { id: string; text: string }[]
    expect(messages).toHaveLength(1)
    expect(messages[0]?.text).toContain(url)
    const kept = await sql<{ row: string }>`SELECT mail::text AS row FROM notifications.mail`.execute(database.db)
    expect(kept.rows.map(({ row }) => row).join()).not.toContain('secreto')
  })

  it('the mailbox shows messages with links that can be clicked, and no script gets through', async () => {
    const url = 'https://tunjo.example/login?a=1&b="><script>alert(1)</script>'
    const to = 'otra@correo.example'
    await notifications.sendMail(database.db, { to, template: 'identity.already_registered', values: { signInUrl: url } })
    await platform.jobs.drain()
    const list = await html('/dev/mail')
    expect(list).toContain('Ya tienes una cuenta de Tunjo')
    const path = /\/dev\/mail\/[\w-]+/.exec(list)?.[0] ?? ''
    const message = await html(path)
    expect(message).toContain('href="https://tunjo.example/login?a=1&amp;b=&quot;&gt;&lt;script&gt;')
    expect(message).not.toContain('<script')
    expect((await fetch(`${server.url}/dev/mail/no-existe`)).status).toBe(404)
  })

  it('R31 goes to exactly one address', async () => {
    for (const to of ['a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', 'Ana <a@b.example>', 'a b@c.example']) {
      const request = { to, template: 'identity.already_registered', values: { signInUrl: '' } } as const
      await expect(notifications.sendMail(database.db, request)).rejects.toThrow('exactly one address')
    }
  })

  it('a mail is retried while the mail server is away', async () => {
    const failing = createTestPlatform(database)
    let sent = 0
    const mail = {
      inbox: async () => null,
      async send() {
        sent += 1
        if (sent === 1) throw new Error('the mail server is away')
      },
    }
    const module = createNotifications({ ...failing, mail })
    await module.sendMail(database.db, { to: 'a@b.example', template: 'identity.already_registered', values: { signInUrl: '' } })
    await failing.jobs.drain()
    expect(sent).toBe(1)
    failing.clock.advance(1_000)
    await failing.jobs.drain()
    expect(sent).toBe(2)
    failing.remove()
  })
})
