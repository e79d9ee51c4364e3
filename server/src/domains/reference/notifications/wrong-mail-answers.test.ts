/**
 * Every call to the mail server with every wrong answer: a mail is never recorded as sent when it was not, none is lost, a repeat has the
 * Message-ID of the first, other work continues, the gauges report it within a minute, and normal operation returns within a minute of the
 * right answers.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import { shortenTimeLimits } from '../../../../../dev/testing/wrong-answers.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createMailer } from '../../../platform/mail/mail.ts'
import { createNotifications, type Notifications } from './index.ts'
import { type ReceivedMail, startTestSmtp, type TestSmtp, WRONG_REPLIES } from './smtp.testing.ts'

const SECOND_MS = 1_000
const ENOUGH_MS = 250
const CALLS = ['greeting', 'EHLO', 'HELO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'body']
const REFUSED = '550 with a reason'
/** Places of a lane of jobs (platform/jobs/lanes.ts). */
const MAIL_PLACES = 8

let limits: ReturnType<typeof shortenTimeLimits>
let smtp: TestSmtp
let database: TestDatabase
let platform: TestPlatform
let notifications: Notifications
beforeAll(async () => {
  limits = shortenTimeLimits()
  limits.toMs = ENOUGH_MS
  smtp = await startTestSmtp()
  database = await createTestDatabase()
  platform = createTestPlatform(database, { mailUrl: smtp.url })
  notifications = createNotifications(platform)
})
afterEach(() => {
  smtp.wrong = () => null
  smtp.received.length = 0
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
  await smtp.close()
  limits.restore()
})

const ask = async (to: string) => {
  const values = { signInUrl: 'https://tunjo.example/login' }
  await inTransaction(database.db, (tx) => notifications.sendMail(tx, { to, template: 'identity.already_registered', values }))
}
const pass = async (ms: number) => {
  platform.clock.advance(ms)
  await platform.jobs.drain()
}
const receivedBy = (to: string) => smtp.received.filter((mail) => mail.to === to)
const messageId = ({ content }: ReceivedMail) => /^Message-ID: (.+)$/im.exec(content)?.[1]
const figures = () => notifications.figures.read()
const NONE_WAITS = { waiting: 0, oldest_age_seconds: 0, refused: 0 }

describe('wrong answers to the sending of one mail', () => {
  const mailer = () =>
    createMailer({ profile: 'production', mailUrl: smtp.url, mailFrom: 'Tunjo <no-responder@tunjo.example>', dataDir: '' })
  const message = () => ({ id: newId(), to: 'ana@correo.example', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' })

  it.each(CALLS)('%s: it is not recorded as sent, within the time limit, and no connection stays', async (call) => {
    for (const [name, wrong] of Object.entries(WRONG_REPLIES)) {
      // HELO is sent to a server without EHLO.
      smtp.wrong = (asked) => (asked === call ? wrong : asked === 'EHLO' && call === 'HELO' ? (WRONG_REPLIES[REFUSED] ?? null) : null)
      const said = await mailer()
        .send(message())
        .then(
          () => 'sent',
          () => 'failed',
        )
      const isTaken = call === 'EHLO' && smtp.received.length > 0
      expect([name, said]).toEqual([name, isTaken ? 'sent' : 'failed'])
      smtp.received.length = 0
    }
    await expect.poll(() => smtp.open(), { interval: 5 }).toBe(0)
    smtp.wrong = () => null
    await mailer().send(message())
    expect(smtp.received).toHaveLength(1)
  })

  it('a repeat has the Message-ID of the first', async () => {
    const same = message()
    await mailer().send(same)
    await mailer().send(same)
    expect(smtp.received.map(messageId)).toEqual(Array(2).fill(`<${same.id}@tunjo.example>`))
  })
})

describe('wrong answers of the mail server while others work', () => {
  it.each(['greeting', 'AUTH'])('to %s of all mails: they are reported, and sent within a minute', async (call) => {
    for (const name of ['the connection is refused', 'greylisted with 450', REFUSED, 'no answer', 'nonsense']) {
      const to = `${newId()}@correo.example`
      smtp.wrong = (asked) => (asked === call ? (WRONG_REPLIES[name] ?? null) : null)
      await ask(to)
      for (let part = 0; part < 4; part++) await pass(15 * SECOND_MS)
      expect(await figures()).toEqual({ waiting: 1, oldest_age_seconds: expect.toSatisfy((age) => age >= 60), refused: 0 })
      smtp.wrong = () => null
      for (let part = 0; part < 2; part++) await pass(30 * SECOND_MS)
      expect([name, receivedBy(to).length]).toEqual([name, 1])
      expect(await figures()).toEqual(NONE_WAITS)
    }
  })

  it.each(['RCPT', 'DATA', 'body'])('to %s of some mails: the others are sent immediately, and these within a minute', async (call) => {
    const wrong = Object.keys(WRONG_REPLIES).map((name) => ({ name, to: `${newId()}@correo.example` }))
    smtp.wrong = (asked, to) => {
      const one = wrong.find((mail) => mail.to === to)
      return asked === call && one ? (WRONG_REPLIES[one.name] ?? null) : null
    }
    for (const { to } of wrong) await ask(to)
    await ask('otra@correo.example')
    for (let part = 0; part < 4; part++) await pass(15 * SECOND_MS)
    expect(new Set(receivedBy('otra@correo.example').map(messageId)).size).toBe(1)
    expect((await figures()).oldest_age_seconds).toBeGreaterThanOrEqual(60)
    smtp.wrong = () => null
    smtp.received.length = 0
    for (let part = 0; part < 2; part++) await pass(30 * SECOND_MS)
    expect(wrong.map(({ name, to }) => [name, new Set(receivedBy(to).map(messageId)).size])).toEqual(wrong.map(({ name }) => [name, 1]))
    expect(await figures()).toEqual(NONE_WAITS)
  })

  it('none is lost while the server accepts none for ten hours', async () => {
    const to = `${newId()}@correo.example`
    smtp.wrong = (asked) => (asked === 'RCPT' ? (WRONG_REPLIES[REFUSED] ?? null) : null)
    await ask(to)
    for (let minute = 0; minute < 600; minute += 5) await pass(5 * 60 * SECOND_MS)
    smtp.wrong = () => null
    await pass(30 * SECOND_MS)
    expect(receivedBy(to)).toHaveLength(1)
  })

  it.each([REFUSED, 'greylisted with 450'])(
    '%s, while others are accepted: it is retried with growing delays, and then reported',
    async (name) => {
      const to = `${newId()}@correo.example`
      let tries = 0
      smtp.wrong = (asked, whose) => {
        if (asked !== 'RCPT' || whose !== to) return null
        tries += 1
        return WRONG_REPLIES[name] ?? null
      }
      await ask(to)
      await ask('otra@correo.example')
      for (let minute = 0; minute < 600; minute++) await pass(60 * SECOND_MS)
      // The first may arrive before the other one is accepted.
      expect([100, 101]).toContain(tries)
      expect(await figures()).toEqual({ ...NONE_WAITS, refused: 1 })
      await sql`DELETE FROM platform.job WHERE dead_at IS NOT NULL`.execute(database.db)
    },
  )

  it('other jobs run while no mail is answered, and the mails hold no more than the places of their lane', async () => {
    limits.toMs = 3 * SECOND_MS
    smtp.wrong = (asked) => (asked === 'greeting' ? (WRONG_REPLIES['no answer'] ?? null) : null)
    const run: number[] = []
    platform.jobs.handle({ name: 'test.other_work', run: async () => void run.push(smtp.open()) })
    const others = Array.from({ length: 40 }, () => `${newId()}@correo.example`)
    for (const to of others) await ask(to)
    platform.jobs.start()
    await expect.poll(() => smtp.open(), { interval: 5 }).toBe(MAIL_PLACES)
    for (let job = 0; job < 20; job++)
      await inTransaction(database.db, (tx) => platform.jobs.enqueue(tx, { name: 'test.other_work', key: newId(), payload: {} }))
    await expect.poll(() => run.length, { interval: 5, timeout: 2 * SECOND_MS }).toBe(20)
    expect(run).toEqual(Array(20).fill(MAIL_PLACES))
    smtp.wrong = () => null
    await platform.jobs.stop()
    limits.toMs = ENOUGH_MS
    for (let part = 0; part < 2; part++) await pass(30 * SECOND_MS)
    expect(others.filter((to) => receivedBy(to).length === 0)).toEqual([])
  })

  it('makes no call without a case', () => {
    expect([...smtp.asked].toSorted()).toEqual(CALLS.toSorted())
    expect(limits.longestMs).toBe(30 * SECOND_MS)
  })
})
