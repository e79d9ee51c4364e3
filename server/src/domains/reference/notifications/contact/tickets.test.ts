import { client } from '@tunjo/contract/client'
import { notifications } from '@tunjo/contract/notifications'
import { tickets as contract } from '@tunjo/contract/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { createNotifications } from '../index.ts'

const HOUR_MS = 3_600_000
const OFFICER: Caller = { accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: ['support.tickets'] }

let database: TestDatabase
let platform: TestPlatform
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const authenticate = async ({ headers }: { headers: { authorization?: string } }) =>
    headers.authorization === 'Bearer officer'
      ? OFFICER
      : headers.authorization
        ? { ...OFFICER, authorities: ['ROLE_USER' as const] }
        : null
  server = await startTestServer(platform, createNotifications(platform).routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})

const send = (token?: string) => (path: string, init?: RequestInit) =>
  fetch(server.url + path, { ...init, headers: { ...init?.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) } })
const anyone = client({ ...contract, contact: notifications.contact }, send())
const officer = client(contract, send('officer'))

let written = 0
/** Later than the previous ones, and from another sender, since five an hour are accepted. */
async function newTicket(): Promise<{ ticket: string; token: string }> {
  platform.clock.advance(HOUR_MS)
  const body = { sender: `persona${++written}@correo.example`, subject: `Asunto ${written}`, message: 'Abonaron ayer.' }
  const { ticket, statusPath } = await anyone.contact({ body })
  return { ticket, token: statusPath.replace('/contact-us/ticket/', '') }
}
const status = (token: string) => anyone.status({ body: { token } })
const mark = (number: string, state: 'in_progress' | 'answered') => officer.mark({ params: { number }, body: { state } })

describe('PUB-02 a ticket', () => {
  it('PUB-02 is shown to the holder of its link, with its steps and nothing of what was typed', async () => {
    const { ticket, token } = await newTicket()
    expect(token).toMatch(/^[\w-]{43}$/)
    const received = await status(token)
    expect(received).toMatchObject({ ticket, state: 'received', steps: [{ state: 'received' }] })
    expect(JSON.stringify(received)).not.toMatch(/persona|Asunto|Abonaron/)
    platform.clock.advance(HOUR_MS)
    await mark(ticket, 'in_progress')
    platform.clock.advance(HOUR_MS)
    await mark(ticket, 'answered')
    const { state, steps } = await status(token)
    expect([state, steps.map((step) => step.state)]).toEqual(['answered', ['received', 'in_progress', 'answered']])
    expect(steps.map(({ at }) => Date.parse(at))).toEqual([...steps.map(({ at }) => Date.parse(at))].sort((one, other) => one - other))
  })

  it('PUB-02 marked twice, also concurrently, takes one step; answered, it can be opened again', async () => {
    const { ticket, token } = await newTicket()
    await mark(ticket, 'answered')
    await mark(ticket, 'answered')
    await mark(ticket, 'in_progress')
    expect((await status(token)).steps.map(({ state }) => state)).toEqual(['received', 'answered', 'in_progress'])
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => mark(ticket, 'answered')))
    expect(outcomes.map(({ state }) => state)).toEqual(Array(8).fill('answered'))
    expect((await status(token)).steps.map(({ state }) => state)).toEqual(['received', 'answered', 'in_progress', 'answered'])
    const trail = await auditTrail(platform.db, { objectId: ticket })
    expect(trail).toMatchObject(
      [
        ['received', 'answered'],
        ['answered', 'in_progress'],
        ['in_progress', 'answered'],
      ].map(([before, after]) => ({
        action: 'support.ticket_state_changed',
        actor: { accountId: OFFICER.accountId, sessionId: OFFICER.sessionId },
        before,
        after,
      })),
    )
    expect(trail).toHaveLength(3)
  })

  it.each(['', 'x', 'A'.repeat(43)])('PUB-02 is not found by the link %j', async (token) => {
    await expect(status(token)).rejects.toMatchObject({ status: 404, problem: { code: 'notifications.ticket_not_found' } })
  })

  it('PUB-02 is listed for officers, newest first, by state and page', async () => {
    const [one, two, three] = [await newTicket(), await newTicket(), await newTicket()]
    await mark(two.ticket, 'answered')
    const first = await officer.list({ query: { size: 2 } })
    expect(first).toMatchObject({
      hasMore: true,
      results: [
        { number: three.ticket, state: 'received' },
        { number: two.ticket, state: 'answered' },
      ],
    })
    const next = await officer.list({ query: { size: 1, before: two.ticket } })
    expect(next.results).toMatchObject([{ number: one.ticket, accountId: null, message: 'Abonaron ayer.' }])
    const waiting = await officer.list({ query: { state: 'received' } })
    expect(waiting.results.slice(0, 2).map(({ number }) => number)).toEqual([three.ticket, one.ticket])
    await expect(mark('TJ-00000000', 'answered')).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    [undefined, 401],
    ['customer', 403],
  ])('R22 is listed and marked for no other role (%s)', async (token, wanted) => {
    const { ticket } = await newTicket()
    const other = client(contract, send(token))
    await expect(other.list({})).rejects.toMatchObject({ status: wanted })
    await expect(other.mark({ params: { number: ticket }, body: { state: 'answered' } })).rejects.toMatchObject({ status: wanted })
  })
})
