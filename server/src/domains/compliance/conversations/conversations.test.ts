import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import type { Events, EventType } from '../../../events.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ERASED_NAME } from '../../../platform/files/index.ts'
import { plainDocument } from '../../../platform/uploads/samples.testing.ts'
import { idOfOfficer, type KycTest, level1Fields, newOfficer, picture, startKycTest } from '../../customers/kyc/testing.ts'
import { conversationFigures } from './figures.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const MINE = '/api/conversations'
const ADMIN = '/kyc/administrative/conversations'
const RISK = '/kyc/administrative/users'
const REASON = 'Se ve borrosa la fecha.'
let test: KycTest
/** An operation that was held before the module existed. */
const before = newId()
beforeAll(async () => {
  test = await startKycTest()
  await inTransaction(test.platform.db, (tx) =>
    test.platform.outbox.emit(tx, 'payments.deposit_held', { accountId: before, depositId: newId(), amount: '1' }),
  )
  // A new consumer receives the events after its first poll.
  await settle()
})
afterAll(() => test.stop())

const settle = () => test.platform.jobs.drain()

async function happens<T extends EventType>(type: T, payload: Events[T]): Promise<void> {
  await inTransaction(test.platform.db, (tx) => test.platform.outbox.emit(tx, type, payload))
  await settle()
}

function formOf(data: object, files: readonly (readonly [Uint8Array, string])[]): FormData {
  const form = new FormData()
  form.append('data', JSON.stringify(data))
  for (const [content, name] of files) form.append('files', new Blob([new Uint8Array(content)]), name)
  return form
}
interface Request {
  readonly messageId?: string
  readonly text?: string
  readonly knowsRestricted?: boolean
  readonly files?: readonly (readonly [Uint8Array, string])[]
}
const write = (person: string, id: string, { files = [], ...wish }: Request = {}) =>
  test.call(person, 'POST', `${MINE}/${id}/messages`, formOf({ messageId: newId(), text: 'Ya la tomé de nuevo.', ...wish }, files))
const answer = (officer: string, id: string, { files = [], ...wish }: Request = {}) =>
  test.call(officer, 'POST', `${ADMIN}/${id}/messages`, formOf({ messageId: newId(), text: 'Gracias, la revisamos.', ...wish }, files))
const read = async (person: string, id: string) => (await test.call(person, 'GET', `${MINE}/${id}`)).body
const mine = async (person: string) => (await test.call(person, 'GET', MINE)).body
const readByOfficer = (id: string, officer = newOfficer()) => test.call(officer, 'GET', `${ADMIN}/${id}`)
const setState = (id: string, state: string, officer = newOfficer()) => test.call(officer, 'POST', `${ADMIN}/${id}/state`, { state })
const notified = (person: string) => test.notices.filter(({ accountId }) => accountId === person).map(({ kind }) => kind)

/** Sent and declined: the first document, or all of them, so that no document is under review any more. */
async function declined(isWhole = false): Promise<{ person: string; id: string }> {
  const person = newId()
  expect((await test.send(person, 'natural-1', level1Fields())).status).toBe(200)
  await settle()
  const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente')
  expect((await test.decline(newOfficer(), isWhole ? pending.map(({ id }) => id) : [pending[0].id], REASON)).status).toBe(200)
  await settle()
  return { person, id: (await mine(person)).results[0].id }
}
async function verified(): Promise<string> {
  const person = newId()
  await test.send(person, 'natural-1', level1Fields())
  expect((await test.verify(person, 2)).status).toBe(200)
  await settle()
  return person
}

describe('the customer sees the reason and the deadline, and may answer', () => {
  it('an operation held before the module existed opens no conversation', async () => expect((await mine(before)).results).toEqual([]))

  it('KYC-17 a form under review has a deadline in office hours; a declined document is requested again, with the reason', async () => {
    const person = newId()
    expect((await mine(person)).results).toEqual([])
    await test.send(person, 'natural-1', level1Fields())
    await settle()
    const [begun] = (await mine(person)).results
    expect(begun).toMatchObject({ topic: 'verification', state: 'open', asks: false, unread: 1, isOverdue: false })
    const waits = await test.call(newOfficer(), 'GET', `/kyc/administrative/users/review?userId=${person}`)
    expect(waits.status).toBe(200)
    expect(new Date(begun.dueAt).getTime()).toBeGreaterThan(test.platform.clock.now().getTime())
    const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente')
    await test.decline(
      newOfficer(),
      pending.map(({ id }) => id),
      REASON,
    )
    await settle()
    const thread = await read(person, begun.id)
    expect(thread).toMatchObject({ asks: true, dueAt: null, unread: 2 })
    expect(thread.entries).toMatchObject([
      { author: 'system', kind: 'review_begun', text: null },
      { author: 'system', kind: 'declined', reason: REASON },
    ])
  })

  it('ADM-17 answers with a picture; an officer reads it and answers; notice and mail have no content; both see unread entries', async () => {
    const { person, id } = await declined()
    const officer = newOfficer()
    const sent = await write(person, id, {
      files: [
        [await picture(), 'cedula.jpg'],
        [await plainDocument(1), 'recibo.pdf'],
      ],
    })
    expect(sent.status).toBe(200)
    const queue = (await test.call(officer, 'GET', ADMIN)).body
    const waiting = queue.results.find((row: { id: string }) => row.id === id)
    expect(waiting).toMatchObject({ userId: person, email: `${person}@correo.example`, topic: 'verification' })
    expect(waiting.unansweredSince).toBe(sent.body.at)
    expect(queue.unanswered).toBeGreaterThan(0)

    const seen = (await readByOfficer(id, officer)).body
    expect(seen).toMatchObject({ isRestricted: false, before: null })
    const message = seen.entries.at(-1)
    expect(message).toMatchObject({ author: 'customer', text: 'Ya la tomé de nuevo.', officer: null })
    expect(message.files).toMatchObject([
      { name: 'cedula.jpg', kind: 'image' },
      { name: 'recibo.pdf', kind: 'pdf' },
    ])
    const opened = await fetch(test.server.url + message.files[0].fileUrl, { headers: { authorization: `Bearer ${officer}` } })
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    expect((await answer(officer, id)).status).toBe(200)
    expect(notified(person).filter((kind) => kind === 'conversations.answered')).toHaveLength(1)
    const notice = test.notices.find(({ accountId, kind }) => accountId === person && kind === 'conversations.answered')
    expect(notice).toMatchObject({ values: {}, mailTo: `${person}@correo.example`, url: `/application/messages/${id}` })
    const thread = await read(person, id)
    expect(thread).toMatchObject({ dueAt: null })
    expect(thread.entries.at(-1)).toMatchObject({ author: 'officer', text: 'Gracias, la revisamos.' })
    // The identity of the officer is not disclosed.
    expect(JSON.stringify(thread)).not.toContain(idOfOfficer(officer))
    expect((await readByOfficer(id)).body.entries.at(-1)).toMatchObject({ officer: `${idOfOfficer(officer)}@correo.example` })
    expect((await mine(person)).unread).toBe(3)
    const last = thread.entries.at(-1).id
    expect((await test.call(person, 'POST', `${MINE}/${id}/seen`, { entryId: last })).body).toEqual({ unread: 0 })
    await test.call(person, 'POST', `${MINE}/${id}/seen`, { entryId: thread.entries[0].id })
    expect((await mine(person)).unread).toBe(0)
    const queueAfter = (await test.call(officer, 'GET', ADMIN)).body
    expect(queueAfter.results.map((row: { id: string }) => row.id)).not.toContain(id)
    const ofPerson = await test.call(officer, 'GET', `/kyc/administrative/users/conversations?userId=${person}`)
    expect(ofPerson.body.results).toMatchObject([{ id, unansweredSince: null }])
  })

  it('the end of a matter is reported and closes it; a waiting customer keeps it open; writing opens it again', async () => {
    const { person, id } = await declined(true)
    await write(person, id)
    await happens('kyc.level_changed', { accountId: person, verifiedLevel: '1', officerId: newId() })
    expect(await read(person, id)).toMatchObject({ state: 'open' })
    expect((await setState(id, 'closed')).code).toBe('conversations.unanswered')
    await answer(newOfficer(), id)
    expect((await mine(person)).results).toHaveLength(1)
    expect((await setState(id, 'closed')).body).toMatchObject({ state: 'closed', unansweredSince: null })
    expect((await test.call(person, 'GET', `${MINE}?state=open`)).body.results).toEqual([])
    expect((await setState(id, 'closed')).status).toBe(200)
    expect((await write(person, id, { text: 'Una pregunta más' })).status).toBe(200)
    expect(await read(person, id)).toMatchObject({ state: 'open' })
    await answer(newOfficer(), id)
    await setState(id, 'closed')
    expect((await setState(id, 'open')).body).toMatchObject({ state: 'open' })
    const states = (await auditTrail(test.platform.db, { objectId: id, action: 'conversations.state_changed' })).map(({ after }) => after)
    expect(states).toEqual(['closed', 'closed', 'open'])
  })

  it('ADM-01 a document sent again in a renewal is under review, and the matter ends when it is accepted', async () => {
    const person = await verified()
    await settle()
    const asked = { userId: person, subjects: ['natural-1'], reason: 'Su documento cambia este mes.' }
    expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/users/renewals', asked)).status).toBe(200)
    expect((await test.send(person, 'natural-1', level1Fields())).status).toBe(200)
    await settle()
    const [row] = (await mine(person)).results
    const kinds = async () => (await read(person, row.id)).entries.map(({ kind }: { kind: string }) => kind)
    expect((await kinds()).at(-1)).toBe('review_begun')
    const pending = (await test.documents(person)).filter(({ state }) => state === 'Pendiente')
    const ids = pending.map(({ id }) => id)
    expect((await test.accept(newOfficer(), ids)).status).toBe(200)
    await settle()
    expect((await kinds()).at(-1)).toBe('resolved')
  })

  it('ADM-17 a message of thanks needs no answer: the queue and the alarm ignore it, but not messages written since it was read', async () => {
    const { person, id } = await declined(true)
    await happens('kyc.level_changed', { accountId: person, verifiedLevel: '1', officerId: newId() })
    await write(person, id, { text: 'Muchas gracias' })
    const newestOf = async () => (await read(person, id)).entries.at(-1).id
    const noAnswer = (entryId: string, officer = newOfficer()) => test.call(officer, 'POST', `${ADMIN}/${id}/no-answer`, { entryId })
    const figures = async () => (await conversationFigures(test.platform).read()).unanswered ?? 0
    const [seen, before] = [await newestOf(), await figures()]
    await write(person, id, { text: 'Ah, y otra cosa: ¿cuándo puedo retirar?' })
    expect((await noAnswer(seen)).code).toBe('conversations.written_meanwhile')
    expect((await noAnswer(await newestOf(), `officer:${person}`)).code).toBe('compliance.own_account')
    const entryId = await newestOf()
    const twice = await Promise.all([noAnswer(entryId), noAnswer(entryId)])
    for (const { body } of twice) expect(body).toMatchObject({ state: 'closed', unansweredSince: null, dueAt: null })
    expect(await figures()).toBe(before - 1)
    expect((await read(person, id)).unread).toBe((await mine(person)).unread)
    const trail = await auditTrail(test.platform.db, { objectId: id, action: 'conversations.no_answer_needed' })
    expect(trail).toMatchObject([{ after: { entryId, state: 'closed' } }])
    // They may always write again.
    expect((await write(person, id, { text: '¿Y entonces?' })).status).toBe(200)
    expect(await figures()).toBe(before)
    await noAnswer(await newestOf())
  })

  it('a message that needs no answer leaves an open matter open', async () => {
    const { person, id } = await declined()
    await write(person, id, { text: 'Listo' })
    const { entries, asks } = await read(person, id)
    const said = await test.call(newOfficer(), 'POST', `${ADMIN}/${id}/no-answer`, { entryId: entries.at(-1).id })
    expect(said.body).toMatchObject({ state: 'open', unansweredSince: null, asks })
  })
})

describe('held money', () => {
  it('ADM-17 a deposit has its reason and amount once, for any number of deliveries of the event, and closes when it is decided', async () => {
    const [person, depositId] = [newId(), newId()]
    const held = { accountId: person, depositId, amount: '5000000', reason: 'Salió de una cuenta que no está a tu nombre.' }
    await happens('payments.deposit_held', held)
    await test.platform.outbox.replay('conversations', new Date(0))
    await settle()
    const [row, ...others] = (await mine(person)).results
    expect(others).toEqual([])
    expect(row).toMatchObject({ topic: 'deposit', state: 'open', unread: 1 })
    expect((await read(person, row.id)).entries).toMatchObject([{ kind: 'held', reason: held.reason, amount: '$\u00a050.000' }])
    await happens('payments.deposit_updated', { accountId: person, depositId, state: 'COMPLETED' })
    const closed = await read(person, row.id)
    expect(closed).toMatchObject({ state: 'closed', dueAt: null })
    expect(closed.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['held', 'resolved'])
  })

  it('ADM-17 an open matter cannot be closed by an officer, and one that is not decided in time is in the queue and in the alarm', async () => {
    const [person, depositId] = [newId(), newId()]
    await happens('payments.deposit_held', { accountId: person, depositId, amount: '5000000' })
    const [row] = (await mine(person)).results
    expect((await setState(row.id, 'closed')).code).toBe('conversations.under_way')
    const waiting = async () => (await test.call(newOfficer(), 'GET', ADMIN)).body.results.map(({ id }: { id: string }) => id)
    const overdue = async () => (await conversationFigures(test.platform).read()).overdue ?? 0
    const [inTime, before] = [await waiting(), await overdue()]
    expect(inTime).not.toContain(row.id)
    test.platform.clock.advance(new Date(row.dueAt).getTime() - test.platform.clock.now().getTime() + 1)
    expect(await waiting()).toContain(row.id)
    expect(await overdue()).toBeGreaterThan(before)
    await happens('payments.deposit_updated', { accountId: person, depositId, state: 'COMPLETED' })
    expect(await waiting()).not.toContain(row.id)
  })

  it('an event that was a dead letter until its matter was decided opens no conversation', async () => {
    const [person, depositId, withdrawalId] = [newId(), newId(), newId()]
    const { owner } = test.database
    await sql`ALTER TABLE conversations.conversation ADD CONSTRAINT broken CHECK (account_id <> ${sql.lit(person)}) NOT VALID`.execute(
      owner,
    )
    await happens('payments.deposit_held', { accountId: person, depositId, amount: '5000000' })
    await happens('crypto.withdrawal_updated', { accountId: person, withdrawalId, state: 'IN_REVIEW' })
    for (let event = 0; event < 2; event++) {
      await sql`UPDATE platform.event_retry SET attempts = 19 WHERE consumer = 'conversations' AND dead_at IS NULL`.execute(owner)
      test.platform.clock.advance(3_600_000)
      await settle()
    }
    await happens('payments.deposit_updated', { accountId: person, depositId, state: 'COMPLETED' })
    await happens('crypto.withdrawal_updated', { accountId: person, withdrawalId, state: 'CONFIRMED' })
    await sql`ALTER TABLE conversations.conversation DROP CONSTRAINT broken`.execute(owner)
    test.platform.clock.advance(2 * 3_600_000)
    await settle()
    expect((await sql`SELECT FROM platform.event_retry WHERE consumer = 'conversations'`.execute(owner)).rows).toEqual([])
    expect((await mine(person)).results).toEqual([])
  })

  it('ends with the account: neither messages nor held operations wait any more', async () => {
    const { person, id } = await declined()
    await write(person, id)
    await happens('payments.deposit_held', { accountId: person, depositId: newId(), amount: '5000000' })
    test.states.set(person, 4)
    await happens('identity.account_closed', { accountId: person })
    const left = await sql`SELECT FROM conversations.conversation WHERE account_id = ${person} AND state = 'open'`.execute(test.platform.db)
    expect(left.rows).toEqual([])
    const kept = await sql`SELECT FROM conversations.conversation WHERE account_id = ${person} AND unanswered_since IS NULL
      AND matter_due_at IS NULL AND NOT asks`.execute(test.platform.db)
    expect(kept.rows).toHaveLength(2)
  })

  it('ADM-17 a token withdrawal in review has one too; one that never was in review has none', async () => {
    const [person, withdrawalId] = [newId(), newId()]
    await happens('crypto.withdrawal_updated', { accountId: person, withdrawalId: newId(), state: 'CONFIRMED' })
    await happens('crypto.withdrawal_updated', { accountId: person, withdrawalId, state: 'IN_REVIEW' })
    expect((await mine(person)).results).toMatchObject([{ topic: 'withdrawal', state: 'open' }])
    expect(notified(person)).toEqual(['conversations.opened'])
    await happens('payments.withdrawal_in_review', { accountId: person, withdrawalId: newId(), amount: '100', account: 'Nómina' })
    expect((await mine(person)).results).toHaveLength(2)
  })
})

describe('no disclosure of suspicions (tipping off)', () => {
  const flag = async (person: string) => {
    const flagged = await test.call(newOfficer(), 'POST', `${RISK}/flag-list`, { userId: person, reason: 'Coincide en una lista.' })
    expect(flagged.status).toBe(200)
    await settle()
  }
  const pauseByRisk = async (person: string) => {
    const set = await test.call(newOfficer(), 'POST', `${RISK}/set-risk-level`, {
      userId: person,
      riskLevel: 'high',
      reason: 'Volumen inusual.',
    })
    expect(set.status).toBe(200)
    await settle()
  }

  it('ADM-17 a listed customer sees the same texts and deadlines as one paused for another cause', async () => {
    const [listed, risky] = [await verified(), await verified()]
    await flag(listed)
    await pauseByRisk(risky)
    const seenBy = async (person: string) => {
      const row = (await mine(person)).results.find(({ topic }: { topic: string }) => topic === 'account')
      const { entries, ...thread } = await read(person, row.id)
      return {
        ...thread,
        id: '',
        openedAt: '',
        lastAt: '',
        dueAt: thread.dueAt !== null,
        entries: entries.map(({ kind, reason, text, amount }: Record<string, unknown>) => ({ kind, reason, text, amount })),
      }
    }
    expect(await seenBy(listed)).toEqual(await seenBy(risky))
    // Silence must not disclose it either.
    expect(notified(listed)).toEqual(notified(risky))
    expect(notified(listed)).toContain('risk.paused')
    expect(await seenBy(listed)).toMatchObject({ entries: [{ kind: 'paused', reason: null, text: null, amount: null }], dueAt: true })
  })

  it('the officer must confirm the warning; tipping-off terms are refused for every customer', async () => {
    const person = await verified()
    await flag(person)
    const { id } = (await mine(person)).results.find(({ topic }: { topic: string }) => topic === 'account')
    expect((await readByOfficer(id)).body.isRestricted).toBe(true)
    expect((await answer(newOfficer(), id)).code).toBe('conversations.restricted_matter')
    expect((await answer(newOfficer(), id, { knowsRestricted: true })).status).toBe(200)
    const free = await declined()
    for (const text of [
      'Hicimos un ROS sobre ti.',
      'Apareces en la lista Ofac.',
      'Lo pide la UIAF',
      'Es una operación sospechosa',
      'Estás en una lista restrictiva',
      'Es una operación\nsospechosa',
      'Lo pide la ＵＩＡＦ',
      'Estás en listas internacionales de sanciones',
      'You are on a sanctions list',
    ])
      for (const to of [id, free.id])
        expect((await answer(newOfficer(), to, { text, knowsRestricted: true })).code, text).toBe('request.tipping_off')
    for (const text of ['Los rostros no se ven bien.', 'La lista de documentos está en Verificación.'])
      expect((await answer(newOfficer(), free.id, { text })).status, text).toBe(200)
    const named = await answer(newOfficer(), free.id, { files: [[await plainDocument(1), 'reporte_UIAF.pdf']] })
    expect(named.code).toBe('request.tipping_off')
    const [trail] = await auditTrail(test.platform.db, { objectId: id, action: 'conversations.answered' })
    expect(trail?.after).toMatchObject({ restricted: true })
  })

  it('KYC-17 the reason of a declined document cannot contain such a term either', async () => {
    const person = newId()
    await test.send(person, 'natural-1', level1Fields())
    const [pending] = (await test.documents(person)).filter(({ state }) => state === 'Pendiente')
    const refused = await test.decline(newOfficer(), [pending.id], 'Tenemos que reportarte a la UIAF.')
    expect([refused.status, refused.code]).toEqual([400, 'request.tipping_off'])
  })

  it('a new permission ends the pause, and a new level during the pause is reported', async () => {
    const person = await verified()
    await pauseByRisk(person)
    await happens('kyc.level_changed', { accountId: person, verifiedLevel: '1', officerId: newId() })
    const row = (await mine(person)).results.find(({ topic }: { topic: string }) => topic === 'account')
    expect((await read(person, row.id)).entries).toHaveLength(1)
    const lower = await test.call(newOfficer(), 'POST', `${RISK}/set-risk-level`, {
      userId: person,
      riskLevel: 'low',
      reason: 'Se aclaró todo.',
    })
    await test.call(newOfficer(), 'POST', `/api/administrative/approvals/${lower.body.approvalRequestId}/approve`, { note: '' })
    await settle()
    const { entries, ...thread } = await read(person, row.id)
    expect([thread.state, entries.map(({ kind }: { kind: string }) => kind)]).toEqual(['closed', ['paused', 'resolved']])
  })
})

describe('access of others', () => {
  it('R21 another customer gets the answer of an unknown id, and nothing is written', async () => {
    const { person, id } = await declined()
    const other = newId()
    for (const wanted of [id, newId(), 'x']) {
      expect((await test.call(other, 'GET', `${MINE}/${wanted}`)).status).toBe(404)
      expect((await write(other, wanted)).status).toBe(404)
      expect((await test.call(other, 'POST', `${MINE}/${wanted}/seen`, { entryId: newId() })).status).toBe(404)
    }
    expect((await mine(other)).results).toEqual([])
    expect((await read(person, id)).entries).toHaveLength(2)
    expect((await test.call(null, 'GET', MINE)).status).toBe(401)
    expect((await test.call(person, 'GET', ADMIN)).status).toBe(403)
    expect((await test.call(person, 'GET', `${ADMIN}/${id}`)).status).toBe(403)
  })

  it('R11 an officer cannot answer, read or close their own, and it is not in their queue', async () => {
    const { person, id } = await declined()
    await write(person, id)
    const self = `officer:${person}`
    for (const refused of [
      await readByOfficer(id, self),
      await answer(self, id),
      await setState(id, 'closed', self),
      await test.call(self, 'GET', `/kyc/administrative/users/conversations?userId=${person.toUpperCase()}`),
    ])
      expect([refused.status, refused.code]).toEqual([403, 'compliance.own_account'])
    const queue = (await test.call(self, 'GET', ADMIN)).body
    expect(queue.results.map((row: { id: string }) => row.id)).not.toContain(id)
  })

  it('ADM-14 readers and writers are in the audit trail, without the text', async () => {
    const { person, id } = await declined()
    const officer = newOfficer()
    await write(person, id, { text: 'Secreto del cliente' })
    await readByOfficer(id, officer)
    await answer(officer, id, { text: 'Secreto del oficial' })
    const ofPerson = await auditTrail(test.platform.db, { objectId: person })
    expect(ofPerson.some(({ action, after }) => action === 'kyc.person_viewed' && JSON.stringify(after).includes('conversations'))).toBe(
      true,
    )
    const trail = await auditTrail(test.platform.db, { objectId: id })
    expect(trail.map(({ action }) => action)).toEqual(['conversations.customer_wrote', 'conversations.answered'])
    expect(JSON.stringify([...trail, ...ofPerson])).not.toMatch(/Secreto/)
    for (const change of [sql`UPDATE conversations.message SET kind = 'held'`, sql`DELETE FROM conversations.message`])
      await expect(change.execute(test.platform.db)).rejects.toThrow(/permission denied/)
  })
})

describe('idempotency, concurrency and atomicity', () => {
  it('SEC-45 the same id again is the same message; with another text it is refused', async () => {
    const { person, id } = await declined()
    const messageId = newId()
    const pdf = await plainDocument(1)
    const first = await write(person, id, { messageId, files: [[pdf, 'a.pdf']] })
    const again = await write(person, id, { messageId, files: [[pdf, 'a.pdf']] })
    expect(again.body).toEqual(first.body)
    expect((await write(person, id, { messageId, text: 'Otra cosa' })).code).toBe('request.idempotency_key_reused')
    const other = await write(person, id, { messageId, files: [[await plainDocument(2), 'b.pdf']] })
    expect(other.code).toBe('request.idempotency_key_reused')
    expect((await read(person, id)).entries.filter(({ author }: { author: string }) => author === 'customer')).toHaveLength(1)
    const officer = newOfficer()
    const both = [await answer(officer, id, { messageId }), await answer(officer, id, { messageId })]
    expect(both[0]?.body).toEqual(both[1]?.body)
    expect(notified(person).filter((kind) => kind === 'conversations.answered')).toHaveLength(1)
  })

  it('twenty concurrent copies are one message with its files, and different ones keep their order', async () => {
    const { person, id } = await declined()
    const messageId = newId()
    const pdf = await plainDocument(1)
    const copies = await Promise.all(Array.from({ length: 20 }, () => write(person, id, { messageId, files: [[pdf, 'a.pdf']] })))
    expect(new Set(copies.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1)
    expect(copies.every(({ status }) => [200, 429, 503].includes(status))).toBe(true)
    const customers = async () => (await read(person, id)).entries.filter(({ author }: { author: string }) => author === 'customer')
    expect(await customers()).toMatchObject([{ files: [{ name: 'a.pdf' }] }])
    await Promise.all([answer(newOfficer(), id), answer(newOfficer(), id, { text: 'Otra respuesta' })])
    const ids = (await read(person, id)).entries.map((entry: { id: string }) => entry.id)
    expect(ids).toEqual([...ids].sort())
  })

  it('R25 an invalid file, a long, invisible or empty text leaves nothing; twenty messages an hour', async () => {
    const { person, id } = await declined()
    const refusals = [
      await write(person, id, { files: [[Buffer.from('<html>no</html>'), 'foto.jpg']] }),
      await write(person, id, { text: 'a'.repeat(2_001) }),
      await write(person, id, { text: 'Hola \u202eodnum' }),
      await write(person, id, { text: '  ' }),
      await write(person, id, { messageId: 'no' }),
    ]
    for (const { status } of refusals) expect(status).toBeGreaterThanOrEqual(400)
    expect((await read(person, id)).entries).toHaveLength(2)
    for (let sent = 0; sent < 20; sent++) await write(person, id, { text: `Mensaje ${sent}` })
    expect((await write(person, id)).code).toBe('conversations.too_many')
    expect((await answer(newOfficer(), id)).status).toBe(200)
  })

  it('has pages of older entries, and no content once the key of the customer is destroyed', async () => {
    const { person, id } = await declined()
    await write(person, id, { files: [[await picture(), 'Ana Rojas Peña.jpg']] })
    for (let sent = 0; sent < 60; sent++) await answer(newOfficer(), id, { text: `Respuesta ${sent}` })
    const newest = await read(person, id)
    expect([newest.entries.length, newest.entries.at(-1).text]).toEqual([50, 'Respuesta 59'])
    const older = (await test.call(person, 'GET', `${MINE}/${id}?before=${newest.before}`)).body
    expect([older.entries.length, older.before, older.entries.at(-1).text]).toEqual([13, null, 'Respuesta 9'])
    const stored = await sql<{ sealed: Buffer }>`SELECT sealed FROM conversations.message WHERE conversation_id = ${id}`.execute(
      test.database.owner,
    )
    expect(stored.rows.some(({ sealed }) => sealed.includes('Respuesta'))).toBe(false)
    await test.platform.files.eraseOwner(person)
    expect((await read(person, id)).entries.every(({ text, reason }: Record<string, unknown>) => text === null && reason === null)).toBe(
      true,
    )
    const { entries } = (await test.call(person, 'GET', `${MINE}/${id}?before=${newest.before}`)).body
    expect(entries.flatMap(({ files }: { files?: object[] }) => files ?? [])).toMatchObject([{ name: ERASED_NAME }])
    test.states.set(person, 4)
    expect((await answer(newOfficer(), id)).status).toBe(404)
    await happens('kyc.level_changed', { accountId: person, verifiedLevel: '1', officerId: newId() })
    expect(await test.platform.files.openerOf(person)).toBeNull()
  })
})
