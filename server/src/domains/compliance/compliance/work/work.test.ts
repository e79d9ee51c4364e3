/** Work queues of officers over the real database and HTTP: the list, take next, release. */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'
import { decideVersion } from '../../../reference/configuration/testing.ts'
import type { ComplianceContext } from '../context.ts'
import { assignWork } from './assign-work.ts'
import { endWork } from './end-work.ts'

vi.setConfig({ testTimeout: 120_000 })

const WORK = '/kyc/administrative/work'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())
/** A Monday at noon, without a holiday in its weeks. */
const NOON = new Date('2027-02-01T12:00:00-05:00').getTime()
const ago = (hours: number) => new Date(NOON - hours * 3_600_000)
beforeEach(async () => {
  test.platform.clock.startAt(NOON - Date.now())
  await sql`TRUNCATE compliance.due_diligence, compliance.nature_review, screening.hit, screening.state_history, kyc.form, kyc.item, compliance.assignment, compliance.work_assignment,
    compliance.review_lease, compliance.absence, alerts.episode, payments.withdrawal, payments.state_history, conversations.conversation, privacy.data_request,
    regulatory.match, platform.approval_request CASCADE`.execute(test.database.owner)
})

function newWorker(role: 'analyst' | 'lead' = 'lead'): string {
  const officer = newOfficer()
  test.reviewers.add(idOfOfficer(officer))
  if (role === 'analyst') test.analysts.add(idOfOfficer(officer))
  return officer
}
const id = idOfOfficer
async function customer(): Promise<string> {
  const account = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${account}, ${`${account}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', now(), now())`.execute(test.database.owner)
  return account
}
async function alertOf(person: string, severity: 'critical' | 'high' | 'medium' | 'low', at = ago(0)): Promise<string> {
  const raised = await inTransaction(test.database.db, (tx) =>
    test.alerts.raise(tx, { accountId: person, kind: 17, typeId: null }, { at, actor: SYSTEM, comment: 'VOLUMEN v1.', severity }),
  )
  expect(raised).toBeDefined()
  const found = await sql<{ id: string }>`SELECT id FROM alerts.episode WHERE account_id = ${person}`.execute(test.database.owner)
  return found.rows[0]?.id ?? ''
}
async function hitOf(person: string, at = ago(0), isSeen = true): Promise<string> {
  const hit = newId()
  await sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at, seen_at)
    VALUES (${hit}, ${person}, 'un', ${hit}, 'x', 0.9, 'review', 'open', '{}', ${at}, ${isSeen ? at : null})`.execute(test.database.owner)
  return hit
}
async function documentsOf(person: string, at = ago(0)): Promise<void> {
  const { owner } = test.database
  await sql`INSERT INTO kyc.customer (account_id, person_type, current_level, is_verified, updated_at) VALUES (${person}, 'natural', 1, true, now()) ON CONFLICT DO NOTHING`.execute(
    owner,
  )
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${person}, 'natural-2', 'sent', '{}', 1, ${at}, ${at})`.execute(owner)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
    VALUES (${newId()}, ${person}, 'natural-2', 'fields', '{}', 'pending', ${at}, ${at})`.execute(owner)
}
async function withdrawalOf(person: string, at = ago(0)): Promise<string> {
  const { owner } = test.database
  const withdrawal = newId()
  await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payee, state, pay_after, created_at)
    VALUES (${withdrawal}, ${person}, 'x', ${newId()}, 1, 'Nómina', 9, '123456', 100, '{}', 'IN_REVIEW', ${at}, ${at})`.execute(owner)
  await sql`INSERT INTO payments.state_history (id, machine, subject_id, from_state, to_state, at, actor)
    VALUES (${newId()}, 'payments.withdrawal', ${withdrawal}, 'HELD', 'IN_REVIEW', ${at}, 'system')`.execute(owner)
  return withdrawal
}
async function conversationOf(person: string): Promise<string> {
  const conversation = newId()
  await sql`INSERT INTO conversations.conversation (id, account_id, topic, subject, state, opened_at, last_at, answer_due_at, unanswered_since, asks)
    VALUES (${conversation}, ${person}, 'deposit', ${newId()}, 'open', ${ago(1)}, ${ago(1)}, ${ago(-4)}, ${ago(1)}, false)`.execute(
    test.database.owner,
  )
  return conversation
}
/** An approved record with its review in half a year. */
async function diligenceOf(person: string): Promise<string> {
  const [record, officer] = [newId(), newId()]
  const { owner } = test.database
  await sql`INSERT INTO risk.standing (account_id, is_pep, risk, updated_at) VALUES (${person}, true, 'medium', now())`.execute(owner)
  await sql`INSERT INTO compliance.due_diligence (id, account_id, number, state, version, created_by, created_at)
    VALUES (${record}, ${person}, 1, 'approved', 1, ${officer}, ${ago(0)})`.execute(owner)
  await sql`INSERT INTO compliance.due_diligence_approval (diligence_id, seal, account_id, version, content_sha256, cause, conclusion, next_review_on,
      maker_id, checker_id, request_id, approved_at)
    VALUES (${record}, '', ${person}, 1, '', 'pep_own', 'continue', ${bogotaDay(ago(-24 * 180))}, ${officer}, ${newId()}, ${newId()}, ${ago(0)})`.execute(
    owner,
  )
  return record
}
async function proposedBy(officer: string, kind: string, params: object): Promise<void> {
  await sql`INSERT INTO platform.approval_request (id, kind, target, params, facts_hash, changes, permission, maker_id, maker_session, reason,
      proposed_at, expires_at, state)
    VALUES (${newId()}, ${kind}, ${newId()}, ${JSON.stringify(params)}, 'x', '[]', 'screening.decide', ${id(officer)}, ${newId()}, 'Es otra persona.',
      ${ago(0)}, ${ago(-48)}, 'proposed')`.execute(test.database.owner)
}

const list = async (officer: string, filters = '') => (await test.call(officer, 'GET', `${WORK}${filters}`)).body
const ids = async (officer: string, filters = ''): Promise<string[]> =>
  (await list(officer, filters)).results.map((row: { id: string }) => row.id)
const next = async (officer: string, queue: string | null = null) =>
  (await test.call(officer, 'POST', `${WORK}/next`, { queue })).body.taken
const take = (officer: string, queue: string, work: string) => test.call(officer, 'POST', `${WORK}/take`, { queue, id: work })
const release = (officer: string, queue: string, work: string) => test.call(officer, 'POST', `${WORK}/release`, { queue, id: work })
const trail = (action: 'compliance.work_taken' | 'compliance.work_released' | 'kyc.review_assigned', objectId: string) =>
  auditTrail(test.platform.db, { action, objectId })

/** Where the customer is the work item, the trail has a salted hash that only that customer's salt can reproduce. */
const hidden = (personId: string) => inTransaction(test.platform.db, (tx) => test.platform.audit.redacted(tx, personId, personId))

/** Context of the job, which no call starts. */
const contextOf = ({ platform, kyc, configuration, reviewers }: KycTest): ComplianceContext =>
  ({
    ...platform,
    kyc,
    configuration,
    identity: { person: async () => null, staff: { officersWith: async () => [...reviewers] } },
    notifications: { notify: async () => undefined },
  }) as unknown as ComplianceContext

describe('the list', () => {
  it('ADM-13 has all kinds of work by deadline, overdue first, each once', async () => {
    const [a, b, c, d, e] = [await customer(), await customer(), await customer(), await customer(), await customer()]
    const medium = await alertOf(a, 'medium')
    const late = await withdrawalOf(b, ago(72))
    const unseen = await hitOf(c, ago(0), false)
    await documentsOf(d)
    const asked = await conversationOf(e)
    const answer = await list(newWorker())
    expect(answer.results.map((row: { queue: string; id: string; due: string }) => [row.queue, row.id, row.due])).toEqual([
      ['withdrawals', late, 'overdue'],
      ['lists', unseen, 'in_time'],
      ['documents', d, 'in_time'],
      ['conversations', asked, 'in_time'],
      ['alerts', medium, 'in_time'],
    ])
    expect(answer.results[0]).toMatchObject({ userId: b, rail: 'bank', email: `${b}@correo.example`, assignee: null, proposed: null })
    expect(answer.results[1]).toMatchObject({ kind: 'hit_look' })
    expect(answer.results[4]).toMatchObject({ severity: 'medium' })
    expect(answer.queues).toContainEqual({ queue: 'withdrawals', total: 1, overdue: 1 })
    expect(answer.queues).toContainEqual({ queue: 'lists', total: 1, overdue: 0 })
  })

  it('ADM-13 shows an analyst only what an analyst may do, and no officer what is about themselves', async () => {
    const [analyst, other] = [newWorker('analyst'), await customer()]
    await hitOf(other)
    await withdrawalOf(other)
    const high = await alertOf(other, 'high')
    await alertOf(id(analyst), 'critical')
    const answer = await list(analyst)
    expect(answer.results.map((row: { id: string }) => row.id)).toEqual([high])
    expect(answer.queues.map(({ queue }: { queue: string }) => queue).sort()).toEqual([
      'alerts',
      'conversations',
      'documents',
      'nature',
      'refresh',
    ])
    expect(answer.queues).toContainEqual({ queue: 'alerts', total: 1, overdue: 0 })
    expect(await next(analyst)).toMatchObject({ id: high })
    expect(await next(analyst)).toBeNull()
  })

  it('has a renewal from its day on', async () => {
    const [due, later, officer] = [await customer(), await customer(), newWorker()]
    const { owner } = test.database
    const accepted = (person: string, hours: number) =>
      sql`UPDATE reports.person SET verified_level = 1, accepted_at = (${ago(hours)}::timestamptz AT TIME ZONE 'UTC' - interval '24 months')
        AT TIME ZONE 'UTC' WHERE account_id = ${person}`.execute(owner)
    await accepted(due, 1)
    await accepted(later, -1)
    const answer = await list(officer)
    expect(answer.results).toMatchObject([{ queue: 'refresh', id: due }])
    expect(answer.queues).toContainEqual({ queue: 'refresh', total: 1, overdue: 0 })
    expect(await next(officer)).toMatchObject({ id: due })
    expect(await next(officer)).toBeNull()
    // Renewed, it is free, and no work for years.
    await accepted(due, -1)
    await endWork({ ...test.platform, configuration: test.configuration })
    expect((await sql`SELECT FROM compliance.work_assignment`.execute(owner)).rows).toEqual([])
    await sql`UPDATE reports.person SET accepted_at = NULL, verified_level = 0`.execute(owner)
  })

  it('filters by queue, severity, deadline and holder; pages of 25', async () => {
    const [one, two, officer] = [await customer(), await customer(), newWorker()]
    const low = await alertOf(one, 'low')
    const late = await alertOf(two, 'high', ago(24 * 7))
    const hit = await hitOf(one)
    expect(await ids(officer, '?queue=lists')).toEqual([hit])
    expect(await ids(officer, '?severity=low')).toEqual([low])
    expect(await ids(officer, '?due=overdue')).toEqual([late])
    await take(officer, 'alerts', low)
    expect(await ids(officer, '?whose=mine')).toEqual([low])
    expect((await ids(officer, '?whose=free')).sort()).toEqual([late, hit].sort())
    for (let index = 0; index < 26; index++) await hitOf(two, ago(1))
    const first = await list(officer, '?queue=lists')
    expect([first.results.length, first.total]).toEqual([25, 27])
    const second = await list(officer, '?queue=lists&pageIndex=1')
    expect([second.results.length, second.total]).toEqual([2, 27])
  })

  it('shows the kind of an alert, and its type where the kind has types', async () => {
    const [person, officer] = [await customer(), newWorker()]
    const key = { accountId: person, kind: 7, typeId: 712 }
    await inTransaction(test.database.db, (tx) => test.alerts.raise(tx, key, { at: ago(0), actor: SYSTEM, comment: 'DISPOSITIVO v1.' }))
    const { results } = await list(officer, '?queue=alerts')
    expect(results).toMatchObject([{ alertKind: 7, alertType: 'Dispositivo que comparten varias cuentas' }])
    const volume = await alertOf(await customer(), 'high')
    const found = (await list(officer, '?queue=alerts')).results.find(({ id: work }: { id: string }) => work === volume)
    expect(found).toMatchObject({ alertKind: 17, alertType: null })
  })

  it('D9 has the alert of a closed account, which no list of customers has any more', async () => {
    const [person, officer] = [await customer(), newWorker()]
    const alert = await alertOf(person, 'high')
    await sql`UPDATE identity.account SET state = ${ACCOUNT_STATE.closed}, closed_at = now() WHERE id = ${person}`.execute(
      test.database.owner,
    )
    expect((await list(officer, '?queue=alerts')).results).toMatchObject([{ id: alert, userId: person }])
  })

  it('has reportable matches and data requests for the officers who answer them', async () => {
    const [person, officer, analyst] = [await customer(), newWorker(), newWorker('analyst')]
    const { owner } = test.database
    const [match, request] = [newId(), newId()]
    await sql`INSERT INTO regulatory.match (id, account_id, list, entry_id, hit_id, about, confirmed_at, due_at)
      VALUES (${match}, ${person}, 'un', 'x', ${newId()}, 'self', ${ago(1)}, ${ago(-2)})`.execute(owner)
    await sql`INSERT INTO privacy.data_request (id, number, account_id, kind, state, version, filed_at, term_from, due_at, taken_by)
      VALUES (${request}, 'x', ${person}, 'query', 'in_review', 0, ${ago(1)}, ${ago(1)}, ${ago(-24)}, ${id(officer)})`.execute(owner)
    expect(await ids(officer)).toEqual([match, request])
    expect((await list(officer)).results[1].assignee).toMatchObject({ isMine: true })
    expect(await ids(analyst)).toEqual([])
    expect(await next(officer)).toMatchObject({ id: match })
    // Taken where it is answered.
    expect(await next(officer)).toBeNull()
    expect((await take(officer, 'data_requests', request)).code).toBe('compliance.work_gone')
  })
})

describe('take next', () => {
  it('ADM-13 takes the most urgent free item, and it is audited', async () => {
    const [one, two, officer] = [await customer(), await customer(), newWorker()]
    await alertOf(one, 'low')
    const late = await withdrawalOf(two, ago(72))
    expect(await next(officer)).toMatchObject({ queue: 'withdrawals', id: late, assignee: { officerId: id(officer), isMine: true } })
    expect(await trail('compliance.work_taken', late)).toMatchObject([{ after: { queue: 'withdrawals', officerId: id(officer) } }])
    // An officer who reads the trail and is a customer too finds no entry about themselves.
    expect(await trail('compliance.work_taken', two)).toEqual([])
    expect(await next(newWorker(), 'withdrawals')).toBeNull()
    expect(await ids(newWorker(), '?whose=free')).not.toContain(late)
  })

  it('ADM-13 each of twenty concurrent officers gets another item', async () => {
    const expected: string[] = []
    for (let index = 0; index < 7; index++) {
      const person = await customer()
      expected.push(await hitOf(person), await withdrawalOf(person), person)
      await documentsOf(person)
    }
    const officers = Array.from({ length: 20 }, () => newWorker())
    const taken = await Promise.all(officers.map((officer) => next(officer)))
    const got = taken.map((work) => `${work.queue} ${work.id}`)
    expect(new Set(got).size).toBe(20)
    for (const { id: work } of taken) expect(expected).toContain(work)
    expect(await next(newWorker())).not.toBeNull()
    expect(await next(newWorker())).toBeNull()
  })

  it('a case of documents taken here is the same assignment as in its own list', async () => {
    const [person, officer] = [await customer(), newWorker()]
    await documentsOf(person)
    expect(await next(officer)).toMatchObject({ queue: 'documents', id: person })
    const held = await sql<{ officer: string }>`SELECT officer_id AS officer FROM compliance.assignment`.execute(test.platform.db)
    expect(held.rows).toEqual([{ officer: id(officer) }])
    expect(await trail('kyc.review_assigned', person)).toHaveLength(1)
    const claimed = await test.call(newWorker(), 'POST', '/kyc/administrative/users/review/claim', { userId: person, isMine: true })
    expect(claimed.code).toBe('compliance.assigned_meanwhile')
    expect((await release(officer, 'documents', person)).body).toEqual({ released: true })
    expect((await sql`SELECT FROM compliance.assignment`.execute(test.platform.db)).rows).toEqual([])
  })

  it('skips a case that is being decided', async () => {
    const [person, other, officer] = [await customer(), await customer(), newWorker()]
    await documentsOf(person, ago(1))
    const hit = await hitOf(other)
    await sql`UPDATE screening.hit SET found_at = ${ago(0)}, seen_at = ${ago(0)}`.execute(test.database.owner)
    const { db } = test.platform
    let taking: ReturnType<typeof next> | undefined
    await inTransaction(db, async (tx) => {
      // As a decision does up to this step.
      await sql`SELECT FROM kyc.customer WHERE account_id = ${person} FOR UPDATE`.execute(tx)
      await sql`UPDATE kyc.item SET state = 'accepted' WHERE account_id = ${person}`.execute(tx)
      taking = next(officer)
      const waits = async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)).rows.length
      await Promise.race([taking, expect.poll(waits, { timeout: 30_000 }).toBe(1)])
    })
    expect(await taking).toMatchObject({ id: hit })
    expect((await sql`SELECT FROM compliance.assignment`.execute(db)).rows).toEqual([])
  })

  it("skips documents under another officer's review", async () => {
    const [person, busy, officer] = [await customer(), newWorker(), newWorker()]
    await documentsOf(person)
    await sql`INSERT INTO compliance.review_lease (account_id, officer_id, taken_at, until)
      VALUES (${person}, ${id(busy)}, ${ago(0)}, ${ago(-1)})`.execute(test.database.owner)
    expect(await next(officer)).toBeNull()
    expect(await next(busy)).toMatchObject({ id: person })
  })

  it('ADM-13 assigns to no officer what they proposed and another one decides', async () => {
    const [person, maker, other] = [await customer(), newWorker(), newWorker()]
    const [hit, withdrawal] = [await hitOf(person), await withdrawalOf(person)]
    await proposedBy(maker, 'screening.discard_hit', { hitId: hit, accountId: person })
    await proposedBy(maker, 'payments.withdrawal_review', { withdrawalIds: [withdrawal], owners: [person], decision: 'approve' })
    expect((await list(maker)).results.map(({ proposed }: { proposed: string }) => proposed)).toEqual(['mine', 'mine'])
    expect(await next(maker)).toBeNull()
    expect((await take(maker, 'lists', hit)).code).toBe('compliance.own_proposal')
    expect(await next(other)).toMatchObject({ id: hit, proposed: 'other' })
  })

  it('ADM-13 assigns the review of a due diligence near its day, and not to the maker of the next one', async () => {
    const [person, maker, other] = [await customer(), newWorker(), newWorker()]
    const { owner } = test.database
    const diligence = await diligenceOf(person)
    expect((await list(maker)).results).toEqual([])
    const soon = bogotaDay(ago(-24))
    await sql`UPDATE compliance.due_diligence_approval SET next_review_on = ${soon}`.execute(owner)
    expect((await list(maker)).results).toMatchObject([{ id: diligence, queue: 'refresh', kind: 'diligence', proposed: null }])
    await proposedBy(maker, 'compliance.due_diligence', { accountId: person, id: newId(), version: 1 })
    expect(await next(maker)).toBeNull()
    expect(await next(other)).toMatchObject({ id: diligence, proposed: 'other' })
  })
})

describe('ADM-12 reviews of the nature of operations', () => {
  const NATURE = '/kyc/administrative/users/user-documents/nature-operations'
  it('one is listed with its day from its creation until its decision, and has no holder then', async () => {
    const [person, maker, other, lead] = [await customer(), newWorker(), newWorker('analyst'), newWorker()]
    const body = { userId: person, reviewLabel: 900, dueOn: '2027-02-15' }
    const { reviewId } = (await test.call(maker, 'POST', `${NATURE}/reviews`, body)).body
    const listed = { id: reviewId, queue: 'nature', kind: 'nature', userId: person, dueAt: '2027-02-16T05:00:00.000Z', due: 'in_time' }
    expect((await list(lead)).results).toMatchObject([listed])
    expect(await next(other)).toMatchObject({ id: reviewId })
    expect((await take(lead, 'nature', reviewId)).code).toBe('compliance.assigned_meanwhile')
    expect((await list(other)).results).toMatchObject([{ ...listed, assignee: { isMine: true } }])
    test.platform.clock.startAt(new Date('2027-02-16T12:00:00-05:00').getTime() - Date.now())
    expect((await list(lead)).results).toMatchObject([{ ...listed, due: 'overdue' }])
    const decision = { userId: person, reviewId, outcome: 'declined', reason: 'No envió los extractos que se le pidieron.' }
    expect((await test.call(other, 'POST', `${NATURE}/decide`, decision)).status).toBe(200)
    expect((await list(lead)).results).toEqual([])
    await endWork({ ...test.platform, configuration: test.configuration })
    expect((await sql`SELECT FROM compliance.work_assignment`.execute(test.database.owner)).rows).toEqual([])
  })
})

describe('take and release', () => {
  it('belongs to one officer until released; a lead releases what others hold', async () => {
    const [person, one, two, lead] = [await customer(), newWorker('analyst'), newWorker('analyst'), newWorker()]
    const alert = await alertOf(person, 'high')
    expect((await take(one, 'alerts', alert)).status).toBe(200)
    expect((await take(one, 'alerts', alert)).status).toBe(200)
    expect(await trail('compliance.work_taken', alert)).toHaveLength(1)
    expect((await take(two, 'alerts', alert)).code).toBe('compliance.assigned_meanwhile')
    expect((await release(two, 'alerts', alert)).code).toBe('compliance.assigned_meanwhile')
    expect((await release(lead, 'alerts', alert)).body).toEqual({ released: true })
    expect((await release(lead, 'alerts', alert)).body).toEqual({ released: false })
    expect(await trail('compliance.work_released', alert)).toMatchObject([{ before: { officerId: id(one) } }])
    expect((await take(two, 'alerts', alert)).status).toBe(200)
  })

  it('refuses work about oneself, without the permission, or that no longer waits', async () => {
    const [person, lead, analyst] = [await customer(), newWorker(), newWorker('analyst')]
    const own = await alertOf(id(lead), 'high')
    const hit = await hitOf(person)
    expect((await take(lead, 'alerts', own)).code).toBe('compliance.work_gone')
    // Held or not, the person it is about gets the same answer.
    const before = await release(lead, 'alerts', own)
    await take(newWorker(), 'alerts', own)
    expect(await release(lead, 'alerts', own)).toEqual(before)
    expect(await release(lead, 'alerts', own)).toMatchObject({ status: 200, body: { released: false } })
    expect((await take(analyst, 'lists', hit)).code).toBe('compliance.work_gone')
    await sql`UPDATE screening.hit SET state = 'discarded'`.execute(test.database.owner)
    expect((await take(lead, 'lists', hit)).code).toBe('compliance.work_gone')
  })

  it('work of an officer who lost the permission is free', async () => {
    const [person, formerOfficer, officer] = [await customer(), newWorker(), newWorker()]
    const hit = await hitOf(person)
    await take(formerOfficer, 'lists', hit)
    expect(await next(officer)).toBeNull()
    test.reviewers.delete(id(formerOfficer))
    expect(await next(officer)).toMatchObject({ id: hit })
  })

  it('work that no longer waits has no holder, and waiting work keeps its holder', async () => {
    const [person, officer] = [await customer(), newWorker()]
    const [hit, asked] = [await hitOf(person), await conversationOf(person)]
    await take(officer, 'lists', hit)
    await take(officer, 'conversations', asked)
    await sql`UPDATE screening.hit SET state = 'discarded'`.execute(test.database.owner)
    await endWork({ ...test.platform, configuration: test.configuration })
    const held = await sql<{ id: string }>`SELECT work_id AS id FROM compliance.work_assignment`.execute(test.platform.db)
    expect(held.rows).toEqual([{ id: asked }])
  })
})

describe('out of the office', () => {
  const leave = (officer: string, untilDay: string | null) => test.call(officer, 'POST', `${WORK}/absence`, { untilDay })

  it("releases the officer's work, and assigns none to them until the day has ended", async () => {
    const [person, other, away, present] = [await customer(), await customer(), newWorker(), newWorker()]
    const hit = await hitOf(person)
    await documentsOf(other)
    await take(away, 'lists', hit)
    await take(away, 'documents', other)
    expect(await leave(away, '2027-02-03')).toMatchObject({ status: 200, body: { absentUntil: '2027-02-03' } })
    expect((await list(away)).absentUntil).toBe('2027-02-03')
    expect(await ids(present, '?whose=free')).toHaveLength(2)
    expect(await trail('compliance.work_released', hit)).toMatchObject([{ before: { queue: 'lists', officerId: id(away) } }])
    expect([await trail('compliance.work_released', other), await trail('compliance.work_released', await hidden(other))]).toMatchObject([
      [],
      [{}],
    ])
    expect((await test.call(away, 'POST', `${WORK}/next`, { queue: null })).code).toBe('compliance.out_of_office')
    expect((await take(away, 'lists', hit)).code).toBe('compliance.out_of_office')
    const assigned = { userId: other, officerId: id(away), from: null }
    expect((await test.call(present, 'POST', '/kyc/administrative/users/review/assign', assigned)).code).toBe('compliance.out_of_office')
    // The last minute of the day, and the first of the next.
    test.platform.clock.startAt(new Date('2027-02-03T23:59:00-05:00').getTime() - Date.now())
    expect((await take(away, 'lists', hit)).code).toBe('compliance.out_of_office')
    test.platform.clock.startAt(new Date('2027-02-04T00:00:01-05:00').getTime() - Date.now())
    expect((await take(away, 'lists', hit)).status).toBe(200)
    expect((await list(away)).absentUntil).toBeNull()
  })

  it('ends early on request, within its bounds, and each change is audited once', async () => {
    const away = newWorker()
    for (const day of ['2027-01-31', '2027-05-01']) expect((await leave(away, day)).code).toBe('compliance.absence_out_of_bounds')
    for (const day of ['2027-02-01', '2027-02-01', null, null]) expect((await leave(away, day)).status).toBe(200)
    const audited = await auditTrail(test.platform.db, { action: 'compliance.absence_changed', objectId: id(away) })
    expect(audited).toHaveLength(2)
  })
})

describe('automatic assignment', () => {
  const context = () => contextOf(test)
  const capacityOf = (capacity: number) => decideVersion(test.platform, 'queues', { numbers: { capacity: String(capacity) } })
  const holders = async () =>
    (
      await sql<{ id: string; officerId: string }>`SELECT work_id AS id, officer_id AS "officerId"
        FROM compliance.assigned_work ORDER BY officer_id, work_id`.execute(test.platform.db)
    ).rows
  const only = (...officers: string[]) => {
    test.reviewers.clear()
    for (const officer of officers) test.reviewers.add(id(officer))
  }
  beforeEach(() => sql`TRUNCATE configuration.version CASCADE`.execute(test.database.owner))

  it('ADM-13 is off until the configuration sets a number', async () => {
    only(newWorker())
    await hitOf(await customer())
    await assignWork(context())
    expect(await holders()).toEqual([])
  })

  it('ADM-13 assigns work to the least loaded officer present, up to that number, documents as case assignments', async () => {
    const [one, two, away] = [newWorker(), newWorker(), newWorker()]
    only(one, two, away)
    await capacityOf(2)
    await test.call(away, 'POST', `${WORK}/absence`, { untilDay: '2027-02-02' })
    const first = await hitOf(await customer(), ago(3))
    await take(one, 'lists', first)
    const person = await customer()
    await documentsOf(person, ago(1))
    for (let index = 0; index < 3; index++) await hitOf(await customer())
    await assignWork(context())
    const held = await holders()
    expect(held.map(({ officerId }) => officerId).sort()).toEqual([id(one), id(one), id(two), id(two)].sort())
    expect((await sql`SELECT FROM compliance.assignment`.execute(test.platform.db)).rows).toHaveLength(1)
    const by = await sql<{ by: string | null }>`SELECT assigned_by AS by FROM compliance.assignment`.execute(test.platform.db)
    expect(by.rows).toEqual([{ by: null }])
    expect(await trail('compliance.work_taken', await hidden(person))).toHaveLength(1)
    // The next run has nothing to assign.
    await assignWork(context())
    expect(await holders()).toEqual(held)
  })

  it('ADM-13 three concurrent runs assign each item once, evenly, and never to its maker or to the person it is about', async () => {
    const officers = [newWorker(), newWorker(), newWorker()]
    only(...officers)
    await capacityOf(50)
    const [maker = ''] = officers
    const proposed = await hitOf(await customer())
    await proposedBy(maker, 'screening.discard_hit', { hitId: proposed, accountId: newId() })
    const own = await alertOf(id(maker), 'critical')
    for (let index = 0; index < 28; index++) await hitOf(await customer())
    await Promise.all([assignWork(context()), assignWork(context()), assignWork(context())])
    const held = await holders()
    expect(held).toHaveLength(30)
    for (const officer of officers) expect(held.filter(({ officerId }) => officerId === id(officer))).toHaveLength(10)
    for (const work of [proposed, own]) expect(held.find(({ id: one }) => one === work)?.officerId).not.toBe(id(maker))
    const audited = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM platform.audit_entry
      WHERE action = 'compliance.work_taken' AND object_id = ANY(${held.map(({ id: work }) => work)})`.execute(test.platform.db)
    expect(audited.rows).toEqual([{ count: 30 }])
  })
})
