/** Appeals over real accounts, mails, approvals and database: a customer without access writes to us, and only they can. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditTrail, TEST_ACTOR } from '../../../../../dev/testing/audit.ts'
import { approvalsOf, newStaff, type OfficerAnswer, serveOfficers } from '../../../../../dev/testing/officers.ts'
import { platformOfFile } from '../../../../../dev/testing/platform-of-file.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createIdentity, type Identity } from '../../customers/identity/index.ts'
import { OPEN_ENTRY } from '../../customers/identity/open-entry.testing.ts'
import { createPolicies } from '../../customers/policies/index.ts'
import { testConfiguration } from '../../reference/configuration/testing.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createAccountAccess } from '../compliance/index.ts'
import { createConversations } from './index.ts'

const REASON = 'Su cédula aparece en otra cuenta.'
const TEXT = 'Soy yo: la otra cuenta es de mi hermano.'
const PASSWORD = 'tres gatos en la ventana'
const NEVER = 'x'.repeat(43)
const file = platformOfFile()

let identity: Identity
let call: (officer: string, method: string, path: string, body?: object) => Promise<OfficerAnswer>
let [url, maker, checker, person, email] = ['', '', '', '', '']
let close: () => Promise<void>
let isListed = false
beforeAll(async () => {
  const { platform } = file
  const notifications = createNotifications(platform)
  identity = createIdentity(platform, { notifications, policies: createPolicies(platform), entry: OPEN_ENTRY })
  notifications.useAddressBook(identity.addressOf)
  const approvals = approvalsOf(platform, identity)
  const kyc = { person: async () => null, listReviewItems: async () => [] }
  const access = createAccountAccess(platform, { identity, kyc, alerts: { openFacts: async () => [] }, approvals })
  const conversations = createConversations(platform, {
    identity,
    kyc,
    risk: { profile: async () => ({ isListed }), mayTransact: async () => false },
    alerts: { open: async () => [] },
    configuration: testConfiguration(platform),
    notifications,
  })
  const served = await serveOfficers(platform, identity, [
    ...identity.routes,
    ...access.routes,
    ...approvals.routes,
    ...conversations.routes,
  ])
  call = served.call
  url = served.url
  close = served.close
  maker = await newStaff(identity, 'compliance_officer')
  checker = await newStaff(identity, 'compliance_officer')
})
afterAll(() => close())
beforeEach(async () => {
  isListed = false
  await sql`TRUNCATE platform.rate_limit`.execute(file.database.owner)
  ;[person, email] = await newCustomer()
})

async function newCustomer(): Promise<[id: string, email: string]> {
  const address = `${newId()}@correo.example`
  const account = { email: address, password: PASSWORD, state: ACCOUNT_STATE.verified, activated: true, langKey: 'es' }
  return [await identity.ensureAccount({ ...account, authorities: ['ROLE_USER'] }), address]
}
async function ask(path: string, init: RequestInit): Promise<OfficerAnswer> {
  const response = await fetch(url + path, init)
  return { status: response.status, code: response.headers.get('app-error'), body: await response.json().catch(() => null) }
}
const post = (path: string, body: object) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
/** Conversations as officers read them. */
const conversationsAt = async (path: string) =>
  (await ask(`/kyc/administrative/${path}`, { headers: { authorization: checker } })).body.results
const act = (what: string, id = person) => call(maker, 'POST', `accounts/${id}/${what}`, { reason: REASON })
async function unblock(id = person): Promise<void> {
  const { body } = await act('unblock', id)
  expect((await call(checker, 'POST', `approvals/${body.approvalRequestId}/approve`, { note: 'Hablé con la persona.' })).status).toBe(200)
}
async function mailsTo(to: string) {
  await file.platform.jobs.drain()
  return ((await file.platform.mail.inbox(1_000)) ?? []).filter((mail) => mail.to === to)
}
/** The token of each mail that has one. */
const tokensTo = async (to: string): Promise<string[]> =>
  (await mailsTo(to)).flatMap(({ text }) => /\/users\/appeal\/([\w-]{43})/.exec(text)?.[1] ?? [])
async function suspended(): Promise<string> {
  expect((await act('block')).status).toBe(200)
  const [token = ''] = await tokensTo(email)
  expect(token).toHaveLength(43)
  return token
}
const write = (token: string, text = TEXT, messageId = newId()) => post('/api/appeals/messages', { token, messageId, text })
const read = (token: string) => post('/api/appeals/thread', { token })
const ofOfficer = (id = person) => conversationsAt(`users/conversations?userId=${id}`)
function answer(id: string, text: string, knowsRestricted = false): Promise<OfficerAnswer> {
  const form = new FormData()
  form.append('data', JSON.stringify({ messageId: newId(), text, knowsRestricted }))
  return ask(`/kyc/administrative/conversations/${id}/messages`, { method: 'POST', headers: { authorization: checker }, body: form })
}
const askLink = (address: string) => post('/api/appeals/request', { email: address })

describe('ADM-17 an appeal', () => {
  it('is written by the link of the mail, read and answered by officers, and the answer is mailed with a link', async () => {
    const token = await suspended()
    expect((await read(token)).body).toEqual({ state: null, dueAt: null, isOverdue: false, entries: [], before: null })
    expect((await write(token)).status).toBe(200)
    const [row, ...others] = await ofOfficer()
    expect(others).toEqual([])
    expect(row).toMatchObject({ topic: 'access', state: 'open', userId: person, email })
    expect(row.unansweredSince).not.toBeNull()
    expect(await conversationsAt('conversations')).toContainEqual(expect.objectContaining({ id: row.id }))
    expect((await read(token)).body).toMatchObject({
      state: 'open',
      dueAt: expect.any(String),
      entries: [{ author: 'customer', text: TEXT }],
    })

    expect((await answer(row.id, 'Envíanos una foto de tu cédula cuando puedas entrar.')).status).toBe(200)
    const mails = await mailsTo(email)
    const answerMail = mails.find(({ subject }) => subject.includes('Te respondimos'))
    expect(answerMail?.text).not.toContain('foto de tu cédula')
    const fresh = /\/users\/appeal\/([\w-]{43})/.exec(answerMail?.text ?? '')?.[1] ?? ''
    expect(fresh).not.toBe(token)
    // Both show the same text, and neither discloses which officer wrote it.
    for (const one of [token, fresh]) {
      const { body } = await read(one)
      expect(body.entries.map(({ author }: { author: string }) => author)).toEqual(['customer', 'officer'])
      expect(JSON.stringify(body)).not.toContain(checker)
    }
    const [wrote] = await auditTrail(file.platform.db, { action: 'conversations.customer_wrote', objectId: row.id })
    expect(wrote).toMatchObject({ actor: { accountId: person, sessionId: null } })
    expect(JSON.stringify(wrote)).not.toContain('hermano')
  })

  it('the mail of a suspension has no reason, and the one of a freeze is the same', async () => {
    await suspended()
    const [mail] = await mailsTo(email)
    expect(mail?.text).not.toContain('cédula')
    const [other, address] = await newCustomer()
    expect((await act('freeze', other)).status).toBe(200)
    const [token = ''] = await tokensTo(address)
    expect((await write(token)).status).toBe(200)
    expect(await ofOfficer(other)).toMatchObject([{ topic: 'access' }])
  })

  it('ends with the suspension: the link is refused, the message still waits for its answer and is read with a session', async () => {
    const token = await suspended()
    await write(token)
    await unblock()
    expect((await read(token)).code).toBe('identity.appeal_expired')
    expect((await write(token)).code).toBe('identity.appeal_expired')
    const [row] = await ofOfficer()
    expect((await answer(row.id, 'Ya puedes entrar.')).status).toBe(200)
    const kinds = await sql<{ kind: string; url: string }>`SELECT kind, url FROM notifications.notice
      WHERE account_id = ${person} AND kind LIKE 'conversations.%'`.execute(file.platform.db)
    expect(kinds.rows).toEqual([{ kind: 'conversations.answered', url: `/application/messages/${row.id}` }])
    // Suspended again: earlier links stay invalid, the conversation is the same one.
    await act('block')
    expect((await read(token)).code).toBe('identity.appeal_expired')
    const alive = await Promise.all((await tokensTo(email)).map(async (one) => (await read(one)).status))
    expect(alive.filter((status) => status === 200)).toHaveLength(1)
    expect(await ofOfficer()).toHaveLength(1)
  })

  it('ends with the password reset after a freeze, and with a closed account', async () => {
    expect((await act('freeze')).status).toBe(200)
    const [token = ''] = await tokensTo(email)
    expect((await read(token)).status).toBe(200)
    const reset = (await mailsTo(email)).flatMap(({ text }) => /\/users\/reset-password\/([\w-]{43})/.exec(text)?.[1] ?? [])[0]
    expect((await post('/api/password/reset', { token: reset, password: 'cinco perros en el patio' })).status).toBe(200)
    expect((await read(token)).code).toBe('identity.appeal_expired')

    const [other, address] = await newCustomer()
    await act('block', other)
    const [theirs = ''] = await tokensTo(address)
    await inTransaction(file.platform.db, (tx) =>
      identity.setState(tx, { accountId: other, state: ACCOUNT_STATE.closed, actor: TEST_ACTOR }),
    )
    expect((await write(theirs)).code).toBe('identity.appeal_expired')
  })

  it('sent twice is one message, concurrent ones are one conversation, and a flood is refused', async () => {
    const token = await suspended()
    const id = newId()
    const same = await Promise.all([write(token, TEXT, id), write(token, TEXT, id), write(token, TEXT, id)])
    expect(new Set(same.map(({ body }) => body.id)).size).toBe(1)
    expect((await write(token, 'Otra cosa', id)).code).toBe('request.idempotency_key_reused')
    const many = await Promise.all(Array.from({ length: 25 }, (_, n) => write(token, `Mensaje ${n}`)))
    expect(new Set(many.map(({ code }) => code))).toEqual(new Set([null, 'conversations.too_many']))
    expect(await ofOfficer()).toHaveLength(1)
  })

  it('an officer must confirm the warning about the prohibited disclosure here too', async () => {
    const token = await suspended()
    await write(token)
    isListed = true
    const [row] = await ofOfficer()
    expect((await answer(row.id, 'La estamos revisando.')).code).toBe('conversations.restricted_matter')
    expect((await answer(row.id, 'Estás en una lista de sanciones.', true)).code).toBe('request.tipping_off')
    expect((await answer(row.id, 'La estamos revisando.', true)).status).toBe(200)
  })
})

describe("R31 SEC-78 only the account's owner can write", () => {
  it('an unknown token, one of another purpose and an expired one are refused alike', async () => {
    const token = await suspended()
    await act('block', (await newCustomer())[0])
    await sql`INSERT INTO identity.link (token_hash, purpose, account_id, created_at, expires_at)
      SELECT encode(sha256(${NEVER}::bytea), 'hex'), 'freeze', ${person}, now(), now() + interval '1 day'`.execute(file.database.owner)
    for (const one of [NEVER, 'y'.repeat(43), '', token.toLowerCase()]) {
      expect((await read(one)).code).toBe('identity.appeal_expired')
      expect((await write(one)).code).toBe('identity.appeal_expired')
    }
    await sql`UPDATE identity.link SET expires_at = created_at WHERE account_id = ${person} AND purpose = 'appeal'`.execute(
      file.database.owner,
    )
    expect((await read(token)).code).toBe('identity.appeal_expired')
  })

  it('guesses from a network are limited, while the holder of a link continues', async () => {
    const token = await suspended()
    for (let guess = 0; guess < 300; guess += 50)
      await Promise.all(Array.from({ length: 50 }, (_, n) => read(`${guess + n}`.padEnd(43, 'z'))))
    expect((await read('z'.repeat(43))).code).toBe('identity.too_many_attempts')
    await sql`TRUNCATE platform.rate_limit`.execute(file.database.owner)
    for (let times = 0; times < 5; times++) expect((await read(token)).status).toBe(200)
  })

  it('a link is mailed only to a suspended or frozen account, and the answer never differs', async () => {
    const open = (await newCustomer())[1]
    await suspended()
    const before = (await tokensTo(email)).length
    const answers = await Promise.all([askLink(email), askLink(open), askLink(`${newId()}@correo.example`)])
    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array.from({ length: 3 }, () => [200, { mailSent: true }]))
    expect((await tokensTo(email)).length).toBe(before + 1)
    expect(await mailsTo(open)).toEqual([])
    for (let times = 0; times < 4; times++) await askLink(email)
    expect((await askLink(email)).code).toBe('identity.too_many_attempts')
  })

  it('officers get no link: neither by the mail of their suspension nor on request', async () => {
    const officer = await newStaff(identity, 'analyst')
    const [first, second] = await Promise.all([newStaff(identity, 'administrator'), newStaff(identity, 'administrator')])
    expect(second).toBeTruthy()
    expect((await call(first, 'POST', `accounts/${officer}/block`, { reason: REASON })).status).toBe(200)
    const address = (await identity.person(officer))?.email ?? ''
    await askLink(address)
    expect(await tokensTo(address)).toEqual([])
    expect(await mailsTo(address)).toHaveLength(1)
  })

  it('an account that the product suspended because its address is in dispute gets no link: its mailbox proves nothing', async () => {
    await inTransaction(file.platform.db, (tx) =>
      identity.setState(tx, {
        accountId: person,
        state: ACCOUNT_STATE.suspended,
        actor: { kind: 'system', name: 'identity.restore_email' },
      }),
    )
    await askLink(email)
    expect(await tokensTo(email)).toEqual([])
  })

  it('a message that races with the restoration of access is written before or refused, never after', async () => {
    const token = await suspended()
    const { body } = await act('unblock')
    const [wrote, approved] = await Promise.all([
      write(token),
      call(checker, 'POST', `approvals/${body.approvalRequestId}/approve`, { note: 'Hablé con la persona.' }),
    ])
    expect(approved.status).toBe(200)
    expect([null, 'identity.appeal_expired']).toContain(wrote.code)
    const said = await sql<{ n: number }>`SELECT count(*)::int AS n FROM conversations.message
      JOIN conversations.conversation ON conversation.id = conversation_id WHERE account_id = ${person}`.execute(file.platform.db)
    expect(said.rows[0]?.n).toBe(wrote.code === null ? 1 : 0)
  })
})
