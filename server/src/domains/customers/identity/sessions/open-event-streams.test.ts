/** Open event streams of people with real sessions: they get no events of others, and none after the session has ended. */

import { notifications as contract } from '@tunjo/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_ACTOR } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { PASSWORD, People, type SignedInPerson } from '../credentials/people.testing.ts'
import { codeOf } from '../identity.testing.ts'

const FELT_WITHIN_MS = 5_000

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())

interface Screen {
  text(): string
  /** Resolves when the server ended it. */
  over: Promise<void>
  close(): void
}
/** At the process that does not know the other one's change yet. */
async function openScreen({ browser }: SignedInPerson): Promise<Screen> {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${browser.token}`, accept: 'text/event-stream' }
  const response = await fetch(people.there.url + contract.stream.path, { headers, signal: abort.signal })
  expect(response.status).toBe(200)
  let received = ''
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of response.body ?? []) received += decoder.decode(chunk)
  }
  return { text: () => received, over: read().catch(() => undefined), close: () => abort.abort() }
}
const emit = (accountId: string) =>
  inTransaction(people.database.db, (tx) =>
    people.here.platform.outbox.emit(tx, 'identity.account_changed', { accountId, change: 'profile' }),
  )
const setState = ({ accountId }: SignedInPerson) =>
  inTransaction(people.database.db, (tx) => people.here.identity.setState(tx, { accountId: accountId, state: 3, actor: TEST_ACTOR }))
const setRole = ({ accountId }: SignedInPerson) =>
  inTransaction(people.database.db, (tx) => people.here.identity.setAuthorities(tx, accountId, ['ROLE_ADMIN'], TEST_ACTOR))
const signOut = ({ browser }: SignedInPerson) => browser.send('POST', '/api/session/sign-out')
const close = ({ browser }: SignedInPerson) => browser.send('POST', '/api/account/close', { password: PASSWORD })

describe('R12 an open screen', () => {
  it.each([
    ['sign-out', signOut],
    ['block', setState],
    ['closing', close],
    ['new role', setRole],
  ])('ends within five seconds of a %s at another process, and gets no events after', async (_, end) => {
    const person = await people.signedIn()
    const screen = await openScreen(person)
    await emit(person.accountId)
    await expect.poll(screen.text, { interval: 50 }).toContain('identity.account_changed')
    await end(person)
    const startedMs = performance.now()
    await screen.over
    expect(performance.now() - startedMs).toBeLessThan(FELT_WITHIN_MS)
    const headers = { authorization: `Bearer ${person.browser.token}` }
    expect(codeOf(await fetch(people.there.url + contract.stream.path, { headers }))).toBe('identity.session_expired')
  })

  it('R21 gets no events of another person', async () => {
    const [one, other] = [await people.signedIn(), await people.signedIn()]
    const screen = await openScreen(one)
    await emit(other.accountId)
    await emit(one.accountId)
    await expect.poll(screen.text, { interval: 50 }).toContain('identity.account_changed')
    const ids = [...screen.text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id)
    const received = await sql<{ accountId: string }>`SELECT DISTINCT account_id AS "accountId" FROM platform.event
      WHERE id = ANY(${ids}::uuid[])`.execute(people.database.db)
    expect(received.rows).toEqual([{ accountId: one.accountId }])
    screen.close()
  })
})
