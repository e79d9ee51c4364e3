import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { businessHoursBefore } from '../../../../platform/time/business-days.ts'
import { idOfOfficer, type KycTest, level1Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const LIST = '/kyc/administrative/users/information'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())
// Each test has a separate queue.
beforeEach(async () => {
  await sql`UPDATE kyc.item SET state = 'replaced' WHERE state = 'pending'`.execute(test.platform.db)
  await sql`DELETE FROM compliance.review_lease`.execute(test.platform.db)
})

async function newCustomer(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', '{ROLE_USER}', 1, 'es', now(), now())`.execute(test.platform.db)
  return id
}
async function waiting(): Promise<string> {
  const person = await newCustomer()
  expect((await test.send(person, 'natural-1', level1Fields())).status).toBe(200)
  test.platform.clock.advance(1000)
  return person
}
function newReviewer(): string {
  const officer = newOfficer()
  test.reviewers.add(idOfOfficer(officer))
  return officer
}
const id = idOfOfficer
const assign = (lead: string, userId: string, to: string | null, from: string | null = null) =>
  test.call(lead, 'POST', '/kyc/administrative/users/review/assign', { userId, officerId: to && id(to), from: from && id(from) })
const claim = (officer: string, userId: string, isMine = true) =>
  test.call(officer, 'POST', '/kyc/administrative/users/review/claim', { userId, isMine })
const list = async (officer: string, filter: object) =>
  (await test.call(officer, 'POST', LIST, { itemsPerPage: 100, ...filter })).body.results
const ids = async (officer: string, filter: object): Promise<string[]> => (await list(officer, filter)).map((row: { id: string }) => row.id)
const assigneeOf = async (userId: string) => (await list(newOfficer(), { idUser: userId }))[0].assignee
const next = async (officer: string, after: string | null = null) =>
  (await test.call(officer, 'POST', '/kyc/administrative/users/review/next', { after })).body.userId
const pendingOf = async (userId: string): Promise<string[]> =>
  (await test.documents(userId)).filter(({ state }) => state === 'Pendiente').map((item) => item.id)

describe('assignment', () => {
  it('an officer cannot claim or assign their own case, nor an unknown person', async () => {
    const [person, stranger] = [await waiting(), newId()]
    test.strangers.add(stranger)
    for (const isMine of [true, false]) {
      expect((await claim(`officer:${person}`, person, isMine)).code).toBe('compliance.own_account')
      expect((await claim(newReviewer(), stranger, isMine)).code).toBe('request.not_found')
    }
  })

  it('a level that accepts the remaining items ends the case too: the next form is unassigned', async () => {
    const [person, officer] = [await waiting(), newReviewer()]
    await assign(newOfficer(), person, officer)
    expect((await test.verify(person, 2)).status).toBe(200)
    const left = await sql`SELECT FROM compliance.assignment WHERE account_id = ${person}`.execute(test.platform.db)
    expect(left.rows).toEqual([])
  })

  it('a case that is decided concurrently is not assigned: the next form is unassigned', async () => {
    const [person, officer] = [await waiting(), newReviewer()]
    const { db } = test.platform
    let answer: ReturnType<typeof assign> | undefined
    await inTransaction(db, async (tx) => {
      // As a decision does up to this step.
      await sql`SELECT FROM kyc.customer WHERE account_id = ${person} FOR UPDATE`.execute(tx)
      await sql`UPDATE kyc.item SET state = 'accepted' WHERE account_id = ${person} AND state = 'pending'`.execute(tx)
      answer = assign(newOfficer(), person, officer)
      const waits = async () =>
        (await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)).rows.length >
        0
      await Promise.race([answer, expect.poll(waits, { timeout: 30_000 }).toBe(true)])
    })
    expect(await answer).toMatchObject({ code: 'compliance.nothing_waits' })
    expect((await sql`SELECT FROM compliance.assignment WHERE account_id = ${person}`.execute(db)).rows).toEqual([])
  })

  it('a lead assigns a case, the officer is notified without data about the customer, and it is audited', async () => {
    const [person, lead, officer] = [await waiting(), newOfficer(), newReviewer()]
    const answer = await assign(lead, person, officer)
    expect(answer).toMatchObject({ status: 200, body: { assignee: { officerId: id(officer), isMine: false } } })
    expect(await assigneeOf(person)).toMatchObject({ officerId: id(officer) })
    const received = test.notices.filter(({ accountId }) => accountId === id(officer))
    expect(received).toMatchObject([
      {
        kind: 'compliance.review_assigned',
        values: { officer: `${id(lead)}@correo.example`, due: expect.any(String) },
        url: `/application/administrative/naturalUserInformation/${person}/doc/id`,
      },
    ])
    expect(JSON.stringify(received[0]?.values)).not.toContain(person)
    const entries = await auditTrail(test.platform.db, { action: 'kyc.review_assigned', objectId: person })
    expect(entries).toMatchObject([{ actor: { accountId: id(lead) }, before: { officerId: null }, after: { officerId: id(officer) } }])
    // Unassigned again.
    expect((await assign(lead, person, null, officer)).body).toEqual({ assignee: null })
    expect(await assigneeOf(person)).toBeNull()
  })

  it('the review shows its assignee, and another officer may still open it', async () => {
    const [person, officer] = [await waiting(), newReviewer()]
    await claim(officer, person)
    const read = async (who: string) => (await test.call(who, 'GET', `/kyc/administrative/users/review?userId=${person}`)).body.assignee
    expect([(await read(officer)).isMine, (await read(newOfficer())).isMine]).toEqual([true, false])
    const other = newOfficer()
    const taken = await test.call(other, 'POST', '/kyc/administrative/users/review/take', { userId: person })
    expect(taken.body.isMine).toBe(true)
  })

  it('twenty concurrent leads: one assignment, nineteen learn the assignee, nothing is overwritten', async () => {
    const person = await waiting()
    const officers = Array.from({ length: 20 }, newReviewer)
    const answers = await Promise.all(officers.map((officer) => assign(newOfficer(), person, officer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status, code }) => status === 409 && code === 'compliance.assigned_meanwhile')).toHaveLength(19)
    const winner = officers[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await assigneeOf(person)).officerId).toBe(id(winner))
    expect(answers.find(({ status }) => status === 409)?.text).toContain(`${id(winner)}@correo.example`)
    expect(await auditTrail(test.platform.db, { action: 'kyc.review_assigned', objectId: person })).toHaveLength(1)
    expect(test.notices.filter(({ accountId }) => officers.some((officer) => id(officer) === accountId))).toHaveLength(1)
  })

  it('hands over only from the officer whom the lead saw: of two concurrent handovers one fails', async () => {
    const [person, first, second, third] = [await waiting(), newReviewer(), newReviewer(), newReviewer()]
    await assign(newOfficer(), person, first)
    const answers = await Promise.all([assign(newOfficer(), person, second, first), assign(newOfficer(), person, third, first)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    // A case that was unassigned meanwhile cannot be handed over either.
    const held = (await assigneeOf(person)).officerId
    await assign(newOfficer(), person, null, `officer:${held}`)
    const late = await assign(newOfficer(), person, first, `officer:${held}`)
    expect(late).toMatchObject({ status: 409, code: 'compliance.assigned_meanwhile' })
    expect(late.text).toContain('sin asignar')
  })

  it('an officer takes an unassigned case, idempotently, and releases only their own', async () => {
    const [person, one, two] = [await waiting(), newReviewer(), newReviewer()]
    expect((await claim(one, person)).body.assignee).toMatchObject({ isMine: true })
    expect((await claim(one, person)).status).toBe(200)
    expect((await claim(two, person)).code).toBe('compliance.assigned_meanwhile')
    expect((await claim(two, person, false)).status).toBe(200)
    expect((await assigneeOf(person)).officerId).toBe(id(one))
    expect((await claim(one, person, false)).body).toEqual({ assignee: null })
    expect(await auditTrail(test.platform.db, { action: 'kyc.review_assigned', objectId: person })).toHaveLength(2)
    // An officer who takes a case themself gets no notice of it.
    expect(test.notices.filter(({ accountId }) => accountId === id(one))).toEqual([])
  })

  it('an officer is not assigned their own case, nor does a lead assign their own', async () => {
    const [person, officer] = [await waiting(), newReviewer()]
    const self = `officer:${person}`
    test.reviewers.add(person)
    expect((await assign(newOfficer(), person, self)).code).toBe('compliance.own_account')
    expect((await assign(self, person, officer)).code).toBe('compliance.own_account')
    expect((await assign(self, person.toUpperCase(), officer)).code).toBe('compliance.own_account')
    expect((await claim(self, person)).code).toBe('compliance.own_account')
    expect(await assigneeOf(person)).toBeNull()
  })

  it('refuses officers who may not review, a customer who does not wait, and an assignment without a change', async () => {
    const [person, officer] = [await waiting(), newReviewer()]
    expect((await assign(newOfficer(), person, newOfficer())).code).toBe('compliance.not_reviewer')
    expect((await assign(newOfficer(), await newCustomer(), officer)).code).toBe('compliance.nothing_waits')
    expect((await assign(newOfficer(), person, officer, officer)).code).toBe('request.invalid')
    const outsider = await newCustomer()
    for (const token of [outsider, null]) expect((await assign(token as string, person, officer)).status).toBe(token ? 403 : 401)
  })

  it('ends with the acceptance of the last document, and stays after a decline, so that the answer returns to the same officer', async () => {
    const [accepted, declined, officer] = [await waiting(), await waiting(), newReviewer()]
    for (const person of [accepted, declined]) await claim(officer, person)
    await test.accept(officer, (await pendingOf(accepted)).slice(0, 1))
    expect((await assigneeOf(accepted))?.isMine).toBe(false)
    await test.accept(officer, await pendingOf(accepted))
    expect(await assigneeOf(accepted)).toBeNull()
    await test.decline(officer, await pendingOf(declined))
    expect((await assigneeOf(declined)).officerId).toBe(id(officer))
  })
})

describe('the queue by assignment', () => {
  it('mine, unassigned, all; a case of an officer who may no longer review is unassigned', async () => {
    const [mine, other, free] = [await waiting(), await waiting(), await waiting()]
    const [me, colleague] = [newReviewer(), newReviewer()]
    await claim(me, mine)
    await claim(colleague, other)
    expect(await ids(me, { assigned: 'mine' })).toEqual([mine])
    expect(await ids(me, { assigned: 'none' })).toEqual([free])
    expect(await ids(me, { assigned: 'mine', state: 'Listo' })).toEqual([])
    expect(await ids(me, { state: 'Pendiente' })).toEqual([mine, other, free])
    expect((await test.call(me, 'POST', LIST, { assigned: 'otro' })).code).toBe('request.invalid')
    const sheet = await test.call(me, 'POST', `${LIST}/csv`, { assigned: 'mine' })
    expect([sheet.text.includes(mine), sheet.text.includes(other)]).toEqual([true, false])
    test.reviewers.delete(id(colleague))
    expect(await ids(me, { assigned: 'none' })).toEqual([other, free])
    expect(await assigneeOf(other)).toBeNull()
    expect((await claim(me, other)).status).toBe(200)
  })

  it('next: the own ones first, then unassigned ones, then overdue ones of others, and never one of others in time', async () => {
    const [free, other, mine] = [await waiting(), await waiting(), await waiting()]
    const [me, colleague] = [newReviewer(), newReviewer()]
    await claim(me, mine)
    await claim(colleague, other)
    await sql`UPDATE kyc.item SET sent_at = ${test.platform.clock.now()} WHERE account_id = ${other} AND state = 'pending'`.execute(
      test.platform.db,
    )
    expect(await next(me)).toBe(mine)
    expect(await next(me, mine)).toBe(free)
    const stranger = newReviewer()
    // Mine is unassigned now, but not available to an outsider.
    expect(await next(stranger)).toBeNull()
    await sql`UPDATE kyc.item SET sent_at = '2026-01-05T09:00:00-05:00' WHERE account_id = ${other} AND state = 'pending'`.execute(
      test.platform.db,
    )
    expect(await next(stranger)).toBe(other)
  })
})

describe('workload', () => {
  const load = async (officer: string) => (await test.call(officer, 'GET', '/kyc/administrative/users/review/workload')).body
  const ofOfficer = async (lead: string, officer: string) =>
    (await load(lead)).officers.find(({ officerId }: { officerId: string }) => officerId === id(officer))

  it('counts waiting cases by kind and age, with the same limits as the marks in the list', async () => {
    const [late, soon, fresh] = [await waiting(), await waiting(), await waiting()]
    const officer = newReviewer()
    await claim(officer, late)
    const now = test.platform.clock.now()
    const sent = async (person: string, hours: number) => {
      const at = hours === 0 ? now : businessHoursBefore(now, hours)
      await sql`UPDATE kyc.item SET sent_at = ${at} WHERE account_id = ${person} AND state = 'pending'`.execute(test.platform.db)
    }
    await sent(late, 4)
    await sent(soon, 3)
    await sent(fresh, 0)
    const { queue } = await load(officer)
    expect(queue).toMatchObject({ people: 3, unassigned: 2, kinds: [{ form: 'natural-1', inTime: 1, soon: 1, overdue: 1 }] })
    expect(new Date(queue.kinds[0].oldest)).toEqual(businessHoursBefore(now, 4))
    const marks = Object.fromEntries((await list(officer, { state: 'Pendiente' })).map((row: Row) => [row.id, row.waiting.due]))
    expect(marks).toEqual({ [late]: 'overdue', [soon]: 'soon', [fresh]: 'in_time' })
    expect(await ofOfficer(newOfficer(), officer)).toMatchObject({ open: 1, overdue: 1 })
  })

  it("counts each officer's decisions today and in seven days, and the median time from taking a review to its last decision", async () => {
    const [one, two] = [newReviewer(), newReviewer()]
    for (const minutes of [2, 4, 12]) {
      const person = await waiting()
      await test.call(one, 'POST', '/kyc/administrative/users/review/take', { userId: person })
      const [first = '', ...others] = await pendingOf(person)
      await test.accept(one, [first])
      test.platform.clock.advance(minutes * 60_000)
      await test.accept(one, others)
    }
    await test.accept(two, await pendingOf(await waiting()))
    // The clock of the test may have passed midnight.
    const { doneToday, ...done } = await ofOfficer(newOfficer(), one)
    expect(done).toMatchObject({ open: 0, overdue: 0, doneWeek: 3, medianSeconds: 240 })
    expect(doneToday).toBeLessThanOrEqual(3)
    expect(await ofOfficer(newOfficer(), two)).toMatchObject({ doneWeek: 1, medianSeconds: null })
    test.platform.clock.advance(8 * 86_400_000)
    expect(await ofOfficer(newOfficer(), one)).toMatchObject({ doneToday: 0, doneWeek: 0, medianSeconds: null })
  })

  it('data of other officers needs the permission to assign; all others see their own', async () => {
    const [analyst, colleague] = [newReviewer(), newReviewer()]
    test.analysts.add(id(analyst))
    const seen = (await load(analyst)).officers.map(({ officerId }: { officerId: string }) => officerId)
    expect(seen).toEqual([id(analyst)])
    expect((await load(newOfficer())).officers.length).toBeGreaterThan(1)
    expect((await assign(analyst, await waiting(), colleague)).status).toBe(403)
  })

  interface Row {
    readonly id: string
    readonly waiting: { readonly due: string }
  }
})
