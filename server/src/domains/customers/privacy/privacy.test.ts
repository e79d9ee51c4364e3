import { once } from 'node:events'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/route.ts'
import type { Privacy } from './create-privacy.ts'
import { createPrivacy } from './index.ts'
import { completeByOf, dueOf, extendedDueOf, soonDue } from './rules.ts'

const bogota = (text: string) => new Date(`${text}-05:00`)

describe('ADM-20 terms of Ley 1581', () => {
  it.each([
    ['a query', 'query', '2026-11-23T10:00:00', '2026-12-07'],
    ['a query at the last moment of a day', 'query', '2026-11-23T23:59:59', '2026-12-07'],
    ['a claim over a holiday, into the next month', 'correction', '2026-11-23T10:00:00', '2026-12-15'],
    ['a claim over Christmas and New Year, into the next year', 'erasure', '2026-12-18T10:00:00', '2027-01-13'],
    ['what comes on a Saturday before a holiday that was moved to Monday', 'query', '2026-11-14T10:00:00', '2026-11-30'],
    ['Holy Week', 'query', '2026-03-27T10:00:00', '2026-04-14'],
  ] as const)('%s is due at the end of its last business day', (_what, kind, from, day) => {
    const due = dueOf(kind, bogota(from))
    expect(bogotaDay(new Date(due.getTime() - 1))).toBe(day)
    expect(bogotaDay(due)).not.toBe(day)
  })

  it('an extension follows the end of the first term: 5 days of a query, 8 of a claim', () => {
    const last = (due: Date) => bogotaDay(new Date(due.getTime() - 1))
    expect(last(extendedDueOf('query', bogota('2026-11-23T10:00:00')))).toBe('2026-12-15')
    expect(last(extendedDueOf('revocation', bogota('2026-11-23T10:00:00')))).toBe('2026-12-28')
  })

  it('a term ends soon from two business days before its last one', () => {
    expect(soonDue(bogota('2026-12-03T10:00:00'))).toEqual(dueOf('query', bogota('2026-11-23T10:00:00')))
    expect(soonDue(bogota('2026-12-04T23:59:59')).getTime()).toBeGreaterThan(dueOf('query', bogota('2026-11-23T10:00:00')).getTime())
    expect(soonDue(bogota('2026-12-02T23:59:59')).getTime()).toBeLessThan(dueOf('query', bogota('2026-11-23T10:00:00')).getTime())
  })

  it('the two months to complete it end with the same day, or with the last of a shorter month', () => {
    const last = (asked: string) => bogotaDay(new Date(completeByOf(bogota(asked)).getTime() - 1))
    expect(last('2026-11-23T22:00:00')).toBe('2027-01-23')
    expect(last('2026-12-31T10:00:00')).toBe('2027-02-28')
    expect(last('2027-12-31T10:00:00')).toBe('2028-02-29')
  })
})

let database: TestDatabase
let platform: TestPlatform
let privacy: Privacy
let server: TestServer
const closed = new Set<string>()
/** Accounts whose notices fail. */
const unnotified = new Set<string>()
const notified: { accountId: string; values: object; mailTo?: string | undefined; once?: string | undefined }[] = []
const OFFICERS = [newId(), newId()] as const
const [ONE, OTHER] = OFFICERS
/** The clock of tests advances on its own. */
const MINUTE_MS = 60_000
const TEXT = 'Quiero saber qué datos míos tienen y para qué.'
const ANSWER = 'Guardamos tu nombre, tu documento y tus movimientos.'

const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const accountId = headers.authorization?.slice('Bearer '.length)
  if (!accountId) return null
  const officer = { authorities: ['ROLE_ADMIN', 'ROLE_USER'], permissions: ['privacy.read', 'privacy.answer'] } as const
  const isOfficer = OFFICERS.some((id) => id === accountId)
  return { accountId, sessionId: accountId, authorities: ['ROLE_USER'], ...(isOfficer ? officer : {}) }
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  const identity = {
    person: async (id: string) => ({
      id,
      email: `${id}@correo.example`,
      isActive: true,
      createdAt: new Date(0),
      state: closed.has(id) ? (4 as const) : (2 as const),
    }),
  }
  const notifications = {
    async notify(_tx: unknown, notice: (typeof notified)[number]) {
      if (unnotified.has(notice.accountId)) throw new Error('no notice')
      notified.push(notice)
    },
  }
  privacy = createPrivacy(platform, { identity, notifications })
  server = await startTestServer(platform, privacy.routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  platform?.remove()
  await database?.drop()
})
beforeEach(() => void notified.splice(0))

/** Common fields of the answers. */
interface Answer {
  readonly status: number
  readonly code: string | null
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  readonly body: any
}
async function call(who: string, method: string, path: string, body?: object, files: readonly Blob[] | null = null): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${who}` }
  let content: FormData | string | null = null
  if (files !== null) {
    const form = new FormData()
    form.set('data', JSON.stringify(body))
    for (const file of files) form.append('files', file, 'soporte.pdf')
    content = form
  } else if (body) {
    headers['content-type'] = 'application/json'
    content = JSON.stringify(body)
  }
  const response = await fetch(server.url + path, { method, headers, body: content })
  const text = await response.text()
  return { status: response.status, code: response.headers.get('app-error'), body: text.startsWith('{') ? JSON.parse(text) : text }
}
const file = (who: string, kind = 'query', text = TEXT, requestId = newId()) =>
  call(who, 'POST', '/api/data-requests', { requestId, kind, text }, [])
const act = (who: string, id: string, what: string, body: object) =>
  call(who, 'POST', `/api/administrative/data-requests/${id}/${what}`, body)
const decide = (who: string, id: string, body: object) =>
  call(who, 'POST', `/api/administrative/data-requests/${id}/decide`, { outcome: 'answered', text: ANSWER, ...body }, [])
const read = async (id: string, who = ONE) => (await call(who, 'GET', `/api/administrative/data-requests/${id}`)).body
/** Filed and taken. */
async function taken(kind = 'query'): Promise<{ person: string; id: string }> {
  const person = newId()
  const { body } = await file(person, kind)
  expect((await act(ONE, body.id, 'take', { version: 0 })).status).toBe(200)
  return { person, id: body.id }
}
const pass = (until: string) => platform.clock.advance(new Date(until).getTime() - platform.clock.now().getTime())

describe('ADM-20 SEC-75 a request', () => {
  it('is filed with a number and a term, notified by mail, sealed, and read by its person only', async () => {
    const person = newId()
    const { status, body } = await file(person, 'correction')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'correction',
      state: 'received',
      isOverdue: false,
      isExtended: false,
      completeBy: null,
      endedAt: null,
    })
    expect(body.number).toMatch(/^HD-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(body.dueAt).toBe(dueOf('correction', new Date(body.filedAt)).toISOString())
    expect(notified).toMatchObject([
      { accountId: person, values: { number: body.number, step: 'received' }, mailTo: `${person}@correo.example` },
    ])
    const thread = await call(person, 'GET', `/api/data-requests/${body.id}`)
    expect(thread.body.entries).toMatchObject([{ author: 'customer', kind: 'filed', text: TEXT }])
    expect((await call(newId(), 'GET', `/api/data-requests/${body.id}`)).code).toBe('request.not_found')
    expect((await call(person, 'GET', '/api/data-requests')).body.results).toHaveLength(1)
    const kept = await sql<{ sealed: Buffer }>`SELECT sealed FROM privacy.entry WHERE request_id = ${body.id}`.execute(database.owner)
    expect(kept.rows[0]?.sealed.toString('latin1')).not.toContain('datos')
  })

  it('sent twice is one request; another text under its id, or another person under it, is refused', async () => {
    const [person, requestId] = [newId(), newId()]
    const [first, second] = await Promise.all([file(person, 'query', TEXT, requestId), file(person, 'query', TEXT, requestId)])
    expect([first.status, second.status, first.body.number]).toEqual([200, 200, second.body.number])
    expect((await file(person, 'query', `${TEXT} Y más.`, requestId)).code).toBe('request.idempotency_key_reused')
    expect((await file(newId(), 'query', TEXT, requestId)).code).toBe('request.idempotency_key_reused')
  })

  it('is limited to five a day for one account', async () => {
    const person = newId()
    for (let count = 0; count < 5; count += 1) expect((await file(person)).status).toBe(200)
    expect((await file(person)).code).toBe('privacy.too_many')
    expect((await file(newId())).status).toBe(200)
  })

  it('inspects files a limited number of times a day, and not at all for a request that cannot be completed', async () => {
    const person = newId()
    const wrong = new Blob(['#!/bin/sh'])
    const send = (path: string, body: object) => call(person, 'POST', path, body, [wrong])
    const { body } = await file(person)
    const complete = `/api/data-requests/${body.id}/complete`
    expect((await send(complete, { text: TEXT })).code).toBe('privacy.not_possible')
    expect((await send(`/api/data-requests/${newId()}/complete`, { text: TEXT })).code).toBe('request.not_found')
    const codes = new Set<string | null>()
    for (let count = 0; count < 40; count += 1)
      codes.add((await send('/api/data-requests', { requestId: newId(), kind: 'query', text: TEXT })).code)
    expect([...codes]).toEqual(['files.type_not_allowed', 'privacy.too_many'])
  })

  it('includes its files, sealed with the key of the person', async () => {
    const person = newId()
    const picture = await pdf()
    const { body, status } = await call(person, 'POST', '/api/data-requests', { requestId: newId(), kind: 'update', text: TEXT }, [picture])
    expect(status).toBe(200)
    const { entries } = (await call(person, 'GET', `/api/data-requests/${body.id}`)).body
    expect(entries[0].files).toMatchObject([{ name: 'soporte.pdf', kind: 'pdf' }])
  })

  it('is kept, answered and notified when the account was closed', async () => {
    const { person, id } = await taken()
    expect(await read(id)).toMatchObject({ isClosed: false, mayAskCompletion: true })
    closed.add(person)
    // They could not complete it, and would have desisted because we asked.
    expect(await read(id)).toMatchObject({ isClosed: true, mayAskCompletion: false })
    expect((await act(ONE, id, 'ask-completion', { version: 1, text: 'Dinos qué dato es.' })).code).toBe('privacy.not_possible')
    expect((await decide(ONE, id, { version: 1 })).body).toMatchObject({ state: 'answered', dueAt: null })
    expect(notified.at(-1)).toMatchObject({ accountId: person, values: { step: 'answered' }, mailTo: `${person}@correo.example` })
  })
})

describe('ADM-20 SEC-75 officers', () => {
  it('take, answer: the person reads the words in Tunjo, the mail has none of them; the audit trail has the officer and no words', async () => {
    const { person, id } = await taken()
    const { number } = await read(id)
    expect((await decide(ONE, id, { version: 1 })).body).toMatchObject({ state: 'answered', isMine: true })
    expect(notified.map(({ values }) => values)).toMatchObject([{ step: 'received' }, { step: 'in_review' }, { number, step: 'answered' }])
    expect(JSON.stringify(notified)).not.toContain('Guardamos')
    const { entries } = (await call(person, 'GET', `/api/data-requests/${id}`)).body
    expect(entries.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      ['filed', TEXT],
      ['answered', ANSWER],
    ])
    const { rows } = await sql<{ action: string; after: object }>`SELECT action, after FROM platform.audit_entry
      WHERE object_id = ${id} ORDER BY recorded_at, id`.execute(database.owner)
    expect(rows.map(({ action }) => action)).toEqual(['privacy.request_taken', 'privacy.request_decided'])
    expect(JSON.stringify(rows)).not.toContain('Guardamos')
    expect((await decide(ONE, id, { version: 2 })).code).toBe('privacy.not_possible')
  })

  it('of two concurrent officers one has it; on an old version nothing is decided; the officer who took it over decides', async () => {
    const { body } = await file(newId())
    const both = await Promise.all(OFFICERS.map((who) => act(who, body.id, 'take', { version: 0 })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.code).toBe('privacy.changed_meanwhile')
    const [winner, loser] = both[0]?.status === 200 ? [ONE, OTHER] : [OTHER, ONE]
    expect((await decide(loser, body.id, { version: 1 })).code).toBe('privacy.not_taken')
    expect((await act(loser, body.id, 'take', { version: 1 })).body).toMatchObject({ isMine: true, version: 2 })
    expect((await decide(winner, body.id, { version: 1 })).code).toBe('privacy.changed_meanwhile')
    const decided = await Promise.all([decide(loser, body.id, { version: 2 }), decide(loser, body.id, { version: 2, outcome: 'rejected' })])
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(body.id)).entries.filter(({ kind }: { kind: string }) => ['answered', 'rejected'].includes(kind))).toHaveLength(1)
  })

  it('the term is extended once, with a reason that the person reads, and only before its end', async () => {
    const { person, id } = await taken('correction')
    const first = await read(id)
    expect(first.mayExtend).toBe(true)
    const extended = await act(ONE, id, 'extend', { version: 1, text: 'Esperamos un certificado de otra entidad.' })
    expect(extended.body).toMatchObject({ isExtended: true, dueAt: extendedDueOf('correction', new Date(first.filedAt)).toISOString() })
    expect((await call(person, 'GET', `/api/data-requests/${id}`)).body.entries.at(-1)).toMatchObject({
      kind: 'extended',
      author: 'officer',
    })
    expect((await act(ONE, id, 'extend', { version: 2, text: 'Necesitamos todavía más tiempo.' })).code).toBe('privacy.not_possible')
    const late = await taken('query')
    const { dueAt } = await read(late.id)
    pass(dueAt)
    expect(await read(late.id)).toMatchObject({ isOverdue: true, mayExtend: false })
    expect((await act(ONE, late.id, 'extend', { version: 1, text: 'Necesitamos más tiempo.' })).code).toBe('privacy.not_possible')
    // Late, and answered nevertheless.
    expect((await decide(ONE, late.id, { version: 1 })).status).toBe(200)
  })

  it('the last minute of the term still extends it', async () => {
    const { id } = await taken('query')
    const { dueAt } = await read(id)
    pass(new Date(new Date(dueAt).getTime() - MINUTE_MS).toISOString())
    expect((await act(ONE, id, 'extend', { version: 1, text: 'Necesitamos más tiempo.' })).status).toBe(200)
  })

  it('asks to complete it within five business days, once; completed, its term begins again', async () => {
    const { person, id } = await taken('erasure')
    expect((await read(id)).mayAskCompletion).toBe(true)
    const asked = await act(ONE, id, 'ask-completion', { version: 1, text: 'Dinos qué dato quieres que borremos.' })
    expect(asked.body).toMatchObject({ state: 'incomplete', dueAt: null, completeBy: completeByOf(platform.clock.now()).toISOString() })
    expect((await call(newId(), 'POST', `/api/data-requests/${id}/complete`, { text: TEXT }, [])).code).toBe('request.not_found')
    platform.clock.advance(3 * 86_400_000)
    const completed = await call(person, 'POST', `/api/data-requests/${id}/complete`, { text: 'Mi teléfono anterior.' }, [])
    expect(completed.body).toMatchObject({
      state: 'received',
      dueAt: dueOf('erasure', platform.clock.now()).toISOString(),
      completeBy: null,
    })
    expect((await act(ONE, id, 'take', { version: 3 })).status).toBe(200)
    expect((await act(ONE, id, 'ask-completion', { version: 4, text: 'Dinos algo más.' })).code).toBe('privacy.not_possible')
    const late = await taken('erasure')
    platform.clock.advance(12 * 86_400_000)
    expect((await act(ONE, late.id, 'ask-completion', { version: 1, text: 'Dinos qué dato es.' })).code).toBe('privacy.not_possible')
  })

  it('two months without an answer end it: at their end and not before, once, with any number of runs', async () => {
    const { person, id } = await taken('update')
    const { body } = await act(ONE, id, 'ask-completion', { version: 1, text: 'Dinos qué dato cambió.' })
    pass(new Date(new Date(body.completeBy).getTime() - MINUTE_MS).toISOString())
    await privacy.desistOverdue()
    expect((await read(id)).state).toBe('incomplete')
    pass(body.completeBy)
    expect((await call(person, 'POST', `/api/data-requests/${id}/complete`, { text: TEXT }, [])).code).toBe('privacy.not_possible')
    notified.splice(0)
    await Promise.all([privacy.desistOverdue(), privacy.desistOverdue()])
    expect(await read(id)).toMatchObject({ state: 'desisted', completeBy: null })
    expect(notified.map(({ values }) => values)).toMatchObject([{ step: 'desisted' }])
  })

  it('a failing one does not prevent the others, and the job reports it', async () => {
    const [stuck, free] = [await taken('update'), await taken('update')]
    const asked = []
    for (const { id } of [stuck, free])
      asked.push((await act(ONE, id, 'ask-completion', { version: 1, text: 'Dinos qué dato cambió.' })).body)
    pass(asked[1].completeBy)
    unnotified.add(stuck.person)
    await expect(privacy.desistOverdue()).rejects.toThrow('could not be ended')
    expect([(await read(stuck.id)).state, (await read(free.id)).state]).toEqual(['incomplete', 'desisted'])
    unnotified.clear()
    await privacy.desistOverdue()
    expect((await read(stuck.id)).state).toBe('desisted')
  })

  it('a process killed while it ends them leaves each open or ended, and the next one ends the others, each notified once', async () => {
    const people = [await taken('update'), await taken('update')]
    for (const { id } of people) await act(ONE, id, 'ask-completion', { version: 1, text: 'Dinos qué dato cambió.' })
    const { completeBy } = await read(people[1]?.id ?? '')
    const offsetMs = new Date(completeBy).getTime() - Date.now() + MINUTE_MS
    const look = (env: Record<string, string> = {}) =>
      runTypeScript(new URL('./desist-process.testing.ts', import.meta.url), [JSON.stringify(database.connection), String(offsetMs)], env)
    const killedAt = async (name: string) => {
      const { child, nextLine } = look({ FAULT_AT: name })
      const ended = once(child, 'exit')
      await expect(nextLine()).rejects.toThrow()
      expect(await ended).toEqual([null, 'SIGKILL'])
      await afterKill(database.owner)
    }
    const standing = async () =>
      (
        await sql<object>`SELECT state, (SELECT count(*)::int FROM privacy.entry WHERE request_id = request.id AND kind = 'desisted') AS entries,
            (SELECT count(*)::int FROM notifications.notice WHERE notice.account_id = request.account_id) AS told
          FROM privacy.data_request request WHERE id = ANY(${people.map(({ id }) => id)}::uuid[]) ORDER BY filed_at`.execute(database.owner)
      ).rows
    const [waits, ended] = [
      { state: 'incomplete', entries: 0, told: 0 },
      { state: 'desisted', entries: 1, told: 1 },
    ]
    await killedAt('privacy.desisting')
    expect(await standing()).toEqual([waits, waits])
    await killedAt('privacy.desisted')
    expect(await standing()).toEqual([ended, waits])
    expect(await look().nextLine()).toBe('done')
    expect(await standing()).toEqual([ended, ended])
  })

  it('an officer who has a request takes it again and changes nothing', async () => {
    const { id } = await taken()
    expect((await act(ONE, id, 'take', { version: 1 })).status).toBe(200)
    const { rows } = await sql`SELECT 1 FROM platform.audit_entry WHERE object_id = ${id} AND action = 'privacy.request_taken'`.execute(
      database.owner,
    )
    expect(rows).toHaveLength(1)
  })

  it('tipping-off words are refused, and no officer decides about themselves', async () => {
    const { id } = await taken()
    const refused = await decide(ONE, id, { version: 1, text: 'Te reportamos a la UIAF por operaciones sospechosas.' })
    expect(refused.code).toBe('request.tipping_off')
    const own = await file(ONE)
    expect((await act(ONE, own.body.id, 'take', { version: 0 })).code).toBe('compliance.own_account')
    expect((await call(ONE, 'GET', `/kyc/administrative/users/data-requests?userId=${ONE.toUpperCase()}`)).code).toBe(
      'compliance.own_account',
    )
    const { results } = (await call(ONE, 'GET', '/api/administrative/data-requests?show=open')).body
    expect(results.every(({ userId }: { userId: string }) => userId !== ONE)).toBe(true)
    expect((await call(newId(), 'GET', '/api/administrative/data-requests')).status).toBe(403)
  })

  it('the queue has the first term first; metrics count overdue ones; an open claim marks the person', async () => {
    const person = newId()
    await file(person, 'query')
    const reads = () => call(ONE, 'GET', `/kyc/administrative/users/data-requests?userId=${person}`)
    expect((await reads()).body).toMatchObject({ hasClaimUnderWay: false })
    const claim = await file(person, 'revocation')
    expect((await reads()).body.hasClaimUnderWay).toBe(true)
    const { results, open, overdue } = (await call(ONE, 'GET', '/api/administrative/data-requests?show=open')).body
    const dues = results.map(({ dueAt }: { dueAt: string }) => dueAt)
    expect(dues).toEqual([...dues].sort())
    const figures = await privacy.figures.read()
    // The officer's own request is in the metrics and not in their queue.
    expect(figures).toEqual({ open: open + 1, overdue: expect.any(Number), due_soon: expect.any(Number) })
    pass(claim.body.dueAt)
    expect((await privacy.figures.read()).overdue).toBeGreaterThanOrEqual(overdue + 1)
    await act(ONE, claim.body.id, 'take', { version: 0 })
    await decide(ONE, claim.body.id, { version: 1, outcome: 'rejected', text: 'La ley nos pide conservarlos por diez años.' })
    expect((await reads()).body.hasClaimUnderWay).toBe(false)
  })

  it('the metrics warn before a term ends, and are red after it', async () => {
    await sql`UPDATE privacy.data_request SET state = 'answered', due_at = NULL, complete_by = NULL, ended_at = now()`.execute(
      database.owner,
    )
    const { body } = await file(newId(), 'correction')
    expect(await privacy.figures.read()).toEqual({ open: 1, due_soon: 0, overdue: 0 })
    pass(new Date(new Date(body.dueAt).getTime() - MINUTE_MS).toISOString())
    expect(await privacy.figures.read()).toEqual({ open: 1, due_soon: 1, overdue: 0 })
    pass(body.dueAt)
    expect(await privacy.figures.read()).toEqual({ open: 1, due_soon: 0, overdue: 1 })
  })

  it('any number of later requests hides no open claim, from the officer or from the person', async () => {
    const person = newId()
    const { body: claim } = await file(person, 'correction')
    await sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, ended_at)
      SELECT gen_random_uuid(), 'HD-' || n || ${person}, ${person}, 'query', 'answered', 2, ${claim.filedAt}::timestamptz + n * interval '1 minute',
        ${claim.filedAt}, ${claim.filedAt} FROM generate_series(1, 150) n`.execute(database.owner)
    const { hasClaimUnderWay, results } = (await call(ONE, 'GET', `/kyc/administrative/users/data-requests?userId=${person}`)).body
    expect([hasClaimUnderWay, results[0].id, results.length]).toEqual([true, claim.id, 151])
    expect((await call(person, 'GET', '/api/data-requests')).body.results[0].id).toBe(claim.id)
    await sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, due_at)
      SELECT gen_random_uuid(), 'HD-o' || n || ${person}, ${person}, 'query', 'received', 0, ${claim.filedAt}::timestamptz + n * interval '1 minute',
        ${claim.filedAt}, ${claim.dueAt} FROM generate_series(1, 150) n`.execute(database.owner)
    expect((await call(ONE, 'GET', `/kyc/administrative/users/data-requests?userId=${person}`)).body.hasClaimUnderWay).toBe(true)
  })
})

async function pdf(): Promise<Blob> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.addPage()
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
}
