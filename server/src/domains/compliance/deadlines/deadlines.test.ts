/** Deadlines of compliance work: recipients and frequency of the notices, over the real database with the clock of the test. */
import { rmSync } from 'node:fs'
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import type { WorkKind } from '@tunjo/contract/deadline-kinds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { type KycTest, newOfficer, startKycTest } from '../../customers/kyc/testing.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import { decideVersion } from '../../reference/configuration/testing.ts'
import { FIRST_SCORES } from '../screening/people/scores.ts'
import { keepHit } from '../screening/people/screen-person.ts'
import type { DeadlinesContext } from './context.ts'
import { deadlinesOf } from './deadlines.testing.ts'
import { overdueFigures } from './figures.ts'
import { idsWaiting } from './list-work.ts'
import { notifyOfWork } from './notify-of-work.ts'

vi.setConfig({ testTimeout: 120_000 })

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const LEAD = { id: newId(), role: 'compliance_officer' } as const
const ANALYST = { id: newId(), role: 'analyst' } as const
const OTHER = { id: newId(), role: 'analyst' } as const
const OFFICERS = [LEAD, ANALYST, OTHER]
let test: KycTest
let context: DeadlinesContext
beforeAll(async () => {
  test = await startKycTest()
  context = deadlinesOf(test.platform, test.configuration, OFFICERS)
})
afterAll(() => test.stop())
beforeEach(async () => {
  await sql`TRUNCATE compliance.absence, deadlines.told, deadlines.digest, notifications.notice, notifications.mail, screening.hit, screening.state_history, kyc.form, kyc.item,
    compliance.assignment, compliance.due_diligence, compliance.nature_review, risk.standing, alerts.episode, payments.withdrawal, payments.state_history, crypto.withdrawal, crypto.state_history,
    conversations.conversation, kyc.renewal CASCADE`.execute(test.database.owner)
  await sql`UPDATE reports.person SET accepted_at = NULL, verified_level = 0, alert_kinds = 0, snoozed_kinds = 0`.execute(
    test.database.owner,
  )
})

/** A Monday without a holiday in its weeks, at the opening of the office. */
const MONDAY = '2027-02-01T08:00:00'
const bogota = (text: string) => new Date(`${text}-05:00`)
const goTo = (text: string) => test.platform.clock.startAt(bogota(text).getTime() - Date.now())
const look = () => notifyOfWork(context)
const minutesFrom = (text: string, minutes: number) => test.platform.clock.startAt(bogota(text).getTime() + minutes * 60_000 - Date.now())

/** Notices of an officer since the last call, and the number of mails. */
async function notified(officer: { readonly id: string }) {
  const { owner } = test.database
  const reminders = await sql<{ values: { near: string; overdue: string }; url: string }>`DELETE FROM notifications.notice
    WHERE account_id = ${officer.id} RETURNING notice_values AS "values", url`.execute(owner)
  const mails = await sql`DELETE FROM notifications.mail WHERE account_id = ${officer.id} RETURNING 1`.execute(owner)
  return { told: reminders.rows.map(({ values }) => values), urls: reminders.rows.map(({ url }) => url), mails: mails.rows.length }
}
const NOTHING = { told: [], urls: [], mails: 0 }
const receives = async (officer: { readonly id: string }, near: string, overdue = '') => {
  const { told: reminders, mails } = await notified(officer)
  expect([reminders, mails]).toEqual([[{ near, overdue }], overdue === '' ? 0 : 1])
}

async function customer(): Promise<string> {
  const id = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', now(), now())`.execute(test.database.owner)
  return id
}
const inReview = (schema: 'payments' | 'crypto', id: string, at: Date) =>
  sql`INSERT INTO ${sql.table(`${schema}.state_history`)} (id, machine, subject_id, from_state, to_state, at, actor)
    VALUES (${newId()}, ${`${schema}.withdrawal`}, ${id}, 'HELD', 'IN_REVIEW', ${at}, 'system')`.execute(test.database.owner)

type Begin = (person: string, at: Date) => Promise<unknown>
const alert =
  (severity: 'critical' | 'high' | 'medium' | 'low'): Begin =>
  (accountId, at) =>
    inTransaction(test.database.db, (tx) =>
      test.alerts.raise(tx, { accountId, kind: 17, typeId: null }, { at, actor: SYSTEM, comment: 'VOLUMEN v1.', severity }),
    )
const hit: Begin = (person, at) =>
  sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at, seen_at)
    VALUES (${newId()}, ${person}, 'un', 'x', 'x', 0.9, 'review', 'open', '{}', ${at}, ${at})`.execute(test.database.owner)
const unseenHit: Begin = async (person, at) => {
  await hit(person, at)
  await sql`UPDATE screening.hit SET seen_at = NULL`.execute(test.database.owner)
}
const review: Begin = async (person, at) => {
  const { owner } = test.database
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${person}, 'natural-2', 'sent', '{}', 1, ${at}, ${at})`.execute(owner)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
    VALUES (${newId()}, ${person}, 'natural-2', 'fields', '{}', 'pending', ${at}, ${at})`.execute(owner)
}
const pesos: Begin = async (person, at) => {
  const id = newId()
  await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payee, state, pay_after, created_at)
    VALUES (${id}, ${person}, 'x', ${newId()}, 1, 'Nómina', 9, '123456', 100, '{}', 'IN_REVIEW', ${at}, ${at})`.execute(test.database.owner)
  await inReview('payments', id, at)
}
const tokens: Begin = async (person, at) => {
  const { owner } = test.database
  const [id, address] = [newId(), newId()]
  await sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at)
    VALUES (${address}, ${person}, 1, 'x', 'x', ${`0x${'1'.repeat(40)}`}, '', ${at})`.execute(owner)
  await sql`INSERT INTO crypto.withdrawal (id, account_id, request_hash, saved_address_id, alias, address, asset, amount, fee, value_cop,
      sanctions, review_reasons, seal, state, send_after, try_at, created_at)
    VALUES (${id}, ${person}, '', ${address}, 'x', ${`0x${'1'.repeat(40)}`}, 'USDT', 1, 0, 1, 'no_list', '{}', '', 'IN_REVIEW', ${at}, ${at}, ${at})`.execute(
    owner,
  )
  await inReview('crypto', id, at)
}
/** Due after eight office hours, as a deposit is. */
const conversation: Begin = (person, at) =>
  sql`INSERT INTO conversations.conversation (id, account_id, topic, subject, state, opened_at, last_at, answer_due_at, unanswered_since, asks)
    VALUES (${newId()}, ${person}, 'deposit', ${newId()}, 'open', ${at}, ${at}, ${bogota('2027-02-01T16:00:00')}, ${at}, false)`.execute(
    test.database.owner,
  )
/** Accepted so long ago that its renewal is due from then on. */
const refresh: Begin = (person, at) =>
  sql`UPDATE reports.person SET verified_level = 1, accepted_at = (${at}::timestamptz AT TIME ZONE 'UTC' - interval '24 months') AT TIME ZONE 'UTC'
    WHERE account_id = ${person}`.execute(test.database.owner)

/** Two officers approved it: its review is on the twelfth of February. */
const diligence: Begin = async (person, at) => {
  await exposed(person)
  await approvedUntil(person, at, '2027-02-12')
}
/** Due on the twelfth of February. */
const natureReview: Begin = (person, at) =>
  sql`INSERT INTO compliance.nature_review (id, account_id, number, label, is_of_customer, created_at, created_by, due_on)
    VALUES (${newId()}, ${person}, 1, 900, false, ${at}, ${newId()}, '2027-02-12')`.execute(test.database.owner)
const exposed = (person: string) =>
  sql`INSERT INTO risk.standing (account_id, is_pep, risk, updated_at) VALUES (${person}, true, 'medium', now())`.execute(
    test.database.owner,
  )
async function approvedUntil(person: string, at: Date, day: string, conclusion = 'continue'): Promise<string> {
  const [id, officer] = [newId(), newId()]
  const { owner } = test.database
  await sql`INSERT INTO compliance.due_diligence (id, account_id, number, state, version, created_by, created_at)
    VALUES (${id}, ${person}, 1, 'approved', 1, ${officer}, ${at})`.execute(owner)
  await sql`INSERT INTO compliance.due_diligence_approval (diligence_id, seal, account_id, version, content_sha256, cause, conclusion, next_review_on,
      maker_id, checker_id, request_id, approved_at)
    VALUES (${id}, '', ${person}, 1, '', 'pep_own', ${conclusion}, ${day}, ${officer}, ${newId()}, ${newId()}, ${at})`.execute(owner)
  return id
}

const PAGES: Partial<Record<WorkKind, string>> = {
  withdrawal: 'withdrawals',
  conversation: 'conversations',
  refresh: 'verification/',
  diligence: 'verification/',
  nature: 'verification/trabajo',
}
const pageOf = (kind: WorkKind) =>
  `/application/administrative/${PAGES[kind] ?? (kind === 'review' ? 'verification/carga' : 'verification/alertas')}`

it.each([
  ['hit_look', 'a hit without a first look', unseenHit, '2027-02-01T08:45:00', '2027-02-01T09:00:00', [LEAD]],
  ['hit', 'a hit without a decision', hit, '2027-02-01T11:00:00', '2027-02-01T12:00:00', [LEAD]],
  ['review', 'a review', review, '2027-02-01T11:00:00', '2027-02-01T12:00:00', OFFICERS],
  ['withdrawal', 'a withdrawal of pesos', pesos, '2027-02-01T14:00:00', '2027-02-01T16:00:00', [LEAD]],
  ['withdrawal', 'a withdrawal of tokens', tokens, '2027-02-01T14:00:00', '2027-02-01T16:00:00', [LEAD]],
  ['conversation', 'a conversation', conversation, '2027-02-01T14:00:00', '2027-02-01T16:00:00', OFFICERS],
  ['alert', 'a critical alert', alert('critical'), '2027-02-01T11:00:00', '2027-02-01T12:00:00', OFFICERS],
  ['alert', 'a high alert', alert('high'), '2027-02-01T15:30:00', '2027-02-01T18:00:00', OFFICERS],
  ['alert', 'a medium alert', alert('medium'), '2027-02-03T10:30:00', '2027-02-03T18:00:00', OFFICERS],
  ['alert', 'a low alert', alert('low'), '2027-02-10T13:00:00', '2027-02-12T18:00:00', OFFICERS],
  ['diligence', 'the review of a due diligence', diligence, '2027-02-10T13:00:00', '2027-02-13T00:00:00', [LEAD]],
  ['nature', 'a review of operations', natureReview, '2027-02-10T13:00:00', '2027-02-13T00:00:00', OFFICERS],
  ['refresh', 'a renewal', refresh, '2027-02-10T13:00:00', '2027-02-12T18:00:00', OFFICERS],
] as const)(
  'ADM-13 %s: %s warns once at three quarters of its time and escalates once at its end',
  async (kind, _name, begin, near, over, able) => {
    goTo(MONDAY)
    await begin(await customer(), bogota(MONDAY))
    const ofKind = `${kind}:1`
    minutesFrom(near, -1)
    await look()
    for (const officer of OFFICERS) expect(await notified(officer)).toEqual(NOTHING)
    goTo(near)
    await look()
    await look()
    for (const officer of able)
      expect(await notified(officer)).toEqual({ told: [{ near: ofKind, overdue: '' }], urls: [pageOf(kind)], mails: 0 })
    minutesFrom(over, -1)
    await look()
    for (const officer of OFFICERS) expect(await notified(officer)).toEqual(NOTHING)
    expect((await overdueFigures(context).read())[`${kind}_overdue`]).toBe(0)
    // The next digest is possible an hour after the first.
    minutesFrom(over, 1)
    await look()
    await look()
    for (const officer of able) await receives(officer, '', ofKind)
    for (const officer of OFFICERS) expect(await notified(officer)).toEqual(NOTHING)
    expect((await overdueFigures(context).read())[`${kind}_overdue`]).toBe(1)
    const { work } = (await test.call(newOfficer(), 'GET', '/kyc/administrative/users/review/workload')).body
    expect(work.find((one: { kind: string }) => one.kind === kind)).toEqual({ kind, soon: 0, overdue: 1 })
  },
)

it('ADM-13 the review of a due diligence is work from its hours on, while it is required, and cannot be hidden', async () => {
  const { owner } = test.database
  const [person, other, leaves] = [await customer(), await customer(), await customer()]
  for (const one of [person, leaves]) await exposed(one)
  const id = await approvedUntil(person, bogota(MONDAY), '2027-06-30')
  await approvedUntil(other, bogota(MONDAY), '2027-06-30')
  await approvedUntil(leaves, bogota(MONDAY), '2027-06-30', 'end')
  const added = (day: string, seal: string) =>
    sql`INSERT INTO compliance.due_diligence_approval
    SELECT diligence_id, ${seal}, account_id, version, '', cause, 'end', ${day}, maker_id, checker_id, request_id, '2030-01-01'
    FROM compliance.due_diligence_approval WHERE diligence_id = ${id} LIMIT 1`.execute(owner)
  await added('2099-01-01', 'forged')
  for (const day of ['2027-02-31', '2027-13-01', 'mañana']) await expect(added(day, day)).rejects.toThrow(/range|check/)
  const queue = async () => {
    const now = test.platform.clock.now()
    const deadlines = await deadlinesAt(context, test.database.db, now)
    const rows = await sql<{ id: string }>`${idsWaiting({ deadlines, now }, 'refresh')}`.execute(test.database.db)
    return rows.rows.map((row) => row.id)
  }
  goTo('2027-03-01T09:00:00')
  expect(await queue()).toEqual([])
  goTo('2027-06-29T09:00:00')
  expect(await queue()).toEqual([id])
  await sql`UPDATE risk.standing SET is_pep = false, risk = 'low' WHERE account_id = ${person}`.execute(owner)
  expect(await queue()).toEqual([])
  // An alert that waits for a record requires it too: PEP, and high risk by volume.
  for (const kind of [3, 17]) {
    await sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at)
      VALUES (${newId()}, ${person}, ${kind}, 'open', now(), 'x', 'high', 'high', now())`.execute(owner)
    expect(await queue(), `alert ${kind}`).toEqual([id])
    await sql`UPDATE alerts.episode SET state = 'closed', closed_at = now(), closing_comment = 'x' WHERE account_id = ${person}`.execute(
      owner,
    )
    expect(await queue()).toEqual([])
  }
})

it('ADM-13 the holder of the review is warned; past the deadline all officers who may review are notified', async () => {
  goTo(MONDAY)
  const person = await customer()
  await review(person, bogota(MONDAY))
  await sql`INSERT INTO compliance.assignment (account_id, officer_id, assigned_by, at) VALUES (${person}, ${ANALYST.id}, ${LEAD.id}, now())`.execute(
    test.database.owner,
  )
  goTo('2027-02-01T11:00:00')
  await look()
  await receives(ANALYST, 'review:1')
  for (const officer of [LEAD, OTHER]) expect(await notified(officer)).toEqual(NOTHING)
  minutesFrom('2027-02-01T12:00:00', 1)
  await look()
  for (const officer of OFFICERS) await receives(officer, '', 'review:1')
})

it('ADM-13 absent officers are skipped, unless all are absent', async () => {
  await hit(await customer(), bogota(MONDAY))
  const { owner } = test.database
  const leave = (officer: { readonly id: string }) =>
    sql`INSERT INTO compliance.absence (officer_id, until, since) VALUES (${officer.id}, ${bogota('2027-02-02T00:00:00')}, now())`.execute(
      owner,
    )
  const alertId = await alert('critical')(await customer(), bogota(MONDAY))
  expect(alertId).toBeDefined()
  await leave(ANALYST)
  await goTo('2027-02-01T11:00:00')
  await look()
  await receives(LEAD, 'hit:1 alert:1')
  await receives(OTHER, 'alert:1')
  expect(await notified(ANALYST)).toEqual(NOTHING)
  // Only leads decide hits.
  await leave(LEAD)
  await goTo('2027-02-01T12:00:00')
  await look()
  await receives(LEAD, '', 'hit:1')
  await receives(OTHER, '', 'alert:1')
  expect(await notified(ANALYST)).toEqual(NOTHING)
})

it('ADM-13 a thousand work items are one notice and one mail per officer, without work about themselves', async () => {
  goTo(MONDAY)
  await sql`INSERT INTO screening.hit (id, account_id, list, entry_id, fingerprint, score, severity, state, facts, found_at, seen_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'un', 'x', 'x', 0.9, 'review', 'open', '{}', ${bogota(MONDAY)}, ${bogota(MONDAY)}
    FROM generate_series(1, 1000)`.execute(test.database.owner)
  await pesos(await customer(), bogota(MONDAY))
  await alert('critical')(ANALYST.id, bogota(MONDAY))
  goTo('2027-02-01T15:00:00')
  await look()
  await receives(LEAD, 'withdrawal:1', 'hit:1000 alert:1')
  await receives(OTHER, '', 'alert:1')
  expect(await notified(ANALYST)).toEqual(NOTHING)
})

it('ADM-13 work that becomes due all day gives at most one notice and one mail an hour, none is lost, and urgent work is reported immediately', async () => {
  const people = await Promise.all(Array.from({ length: 270 }, customer))
  const opening = bogota(MONDAY).getTime()
  for (const [index, person] of people.entries()) await refresh(person, new Date(opening + index * 130_000))
  // The last run of the Friday before reports all of them as near.
  goTo('2027-02-12T17:55:00')
  await look()
  for (const officer of [LEAD, ANALYST]) await receives(officer, 'refresh:270')
  const urgent = await customer()
  await unseenHit(urgent, bogota('2027-02-15T09:50:00'))
  const reminders: { minute: number; overdue: string; near: string }[] = []
  for (let minute = 0; minute <= 10 * 60; minute += 5) {
    minutesFrom('2027-02-15T08:00:00', minute)
    await look()
    const { told: now, mails } = await notified(ANALYST)
    expect(mails, `minute ${minute}`).toBe(now.length)
    reminders.push(...now.map((values) => ({ minute, ...values })))
    // Also for officers with notices of hits: these come with the run, between two digests.
    const hits = (await notified(LEAD)).told.filter(({ near, overdue }) => `${near} ${overdue}`.includes('hit_look'))
    if (minute === 155) expect(hits).toMatchObject([{ near: 'hit_look:1' }])
    if (minute === 170) expect(hits).toMatchObject([{ overdue: 'hit_look:1' }])
  }
  expect(reminders.length).toBeLessThanOrEqual(11)
  for (const [index, { minute }] of reminders.entries())
    if (index > 0) expect(minute - (reminders[index - 1]?.minute ?? 0)).toBeGreaterThanOrEqual(60)
  minutesFrom('2027-02-15T08:00:00', 12 * 60)
  await look()
  const { told: last } = await notified(ANALYST)
  const counted = [...reminders, ...last].map(({ overdue }) => Number(overdue.replace('refresh:', '')))
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(270)
})

it('ADM-13 a requested renewal belongs to the customer, and is no overdue work of officers until it is closed without an answer', async () => {
  goTo(MONDAY)
  const person = await customer()
  await refresh(person, bogota(MONDAY))
  await sql`INSERT INTO kyc.renewal (id, account_id, subject, state, why, requested_at, due_at)
    VALUES (${newId()}, ${person}, 'natural-2', 'open', 'aged', ${bogota(MONDAY)}, ${bogota('2027-03-01T08:00:00')})`.execute(
    test.database.owner,
  )
  const overdue = async () => (await overdueFigures(context).read()).refresh_overdue
  goTo('2027-02-15T09:00:00')
  await look()
  expect(await overdue()).toBe(0)
  for (const officer of OFFICERS) expect(await notified(officer)).toEqual(NOTHING)
  await sql`UPDATE kyc.renewal SET state = 'dropped', closed_at = now()`.execute(test.database.owner)
  await look()
  expect(await overdue()).toBe(1)
  for (const officer of OFFICERS) await receives(officer, '', 'refresh:1')
})

it('ADM-13 Carga de trabajo and Ver alertas exclude work about the reading officer', async () => {
  goTo(MONDAY)
  const [person, own] = [await customer(), await customer()]
  const reader = newOfficer().slice(0, -own.length) + own
  for (const account of [person, own]) {
    await alert('critical')(account, bogota(MONDAY))
    await unseenHit(account, bogota(MONDAY))
  }
  goTo('2027-02-01T13:00:00')
  const seenBy = async (officer: string) => {
    const { work } = (await test.call(officer, 'GET', '/kyc/administrative/users/review/workload')).body
    const body = { filters: ALERT_KINDS.map(() => '0'), overdue: true, itemsPerPage: 100 }
    const { results, overdueTotal, snoozedTotal } = (await test.call(officer, 'POST', '/kyc/administrative/alerts/information', body)).body
    const counts = work.map(({ kind, overdue }: { kind: string; overdue: number }) => [kind, overdue])
    return {
      ...Object.fromEntries(counts),
      rows: results.map(({ id }: { id: string }) => id).toSorted(),
      overdueTotal,
      snoozedTotal,
    }
  }
  const counted = { hit_look: 2, hit: 2, alert: 2, rows: [person, own].toSorted(), overdueTotal: 2 }
  expect(await seenBy(newOfficer())).toMatchObject(counted)
  expect(await seenBy(reader)).toMatchObject({ hit_look: 1, hit: 1, alert: 1, rows: [person], overdueTotal: 1 })
  // Postponed ones as well.
  await sql`UPDATE reports.person SET snoozed_kinds = 1 WHERE account_id = ANY(${[person, own]}::uuid[])`.execute(test.database.owner)
  expect((await seenBy(newOfficer())).snoozedTotal - (await seenBy(reader)).snoozedTotal).toBe(1)
  // A metric excludes no officer.
  expect(await overdueFigures(context).read()).toMatchObject({ hit_look_overdue: 2, hit_overdue: 2, alert_overdue: 2 })
})

it('ADM-13 work that only the person concerned may decide is reported once another officer may', async () => {
  goTo(MONDAY)
  await hit(LEAD.id, bogota(MONDAY))
  await alert('low')(LEAD.id, bogota(MONDAY))
  const lookOf = (...able: string[]) =>
    notifyOfWork({ ...context, identity: { ...context.identity, staff: { officersWith: async () => able } } })
  goTo('2027-02-12T18:00:00')
  await lookOf(LEAD.id)
  expect(await notified(LEAD)).toEqual(NOTHING)
  // Waiting work does not delay the digest of other work.
  await refresh(await customer(), bogota(MONDAY))
  await lookOf(LEAD.id)
  await receives(LEAD, '', 'refresh:1')
  const later = { id: newId() }
  goTo('2027-02-15T09:00:00')
  await lookOf(LEAD.id, later.id)
  await lookOf(LEAD.id, later.id)
  await receives(later, '', 'hit:1 alert:1')
  expect(await notified(LEAD)).toEqual(NOTHING)
})

it('ADM-13 two concurrent runs notify once', async () => {
  goTo(MONDAY)
  await hit(await customer(), bogota(MONDAY))
  goTo('2027-02-01T12:30:00')
  await Promise.all(Array.from({ length: 5 }, look))
  await receives(LEAD, '', 'hit:1')
})

it('ADM-13 a process killed between finding and notifying is followed by one that notifies once', async () => {
  goTo(MONDAY)
  await hit(await customer(), bogota(MONDAY))
  goTo('2027-02-01T12:30:00')
  const args = [JSON.stringify(test.database.connection), JSON.stringify(OFFICERS), String(test.platform.clock.offsetMs)]
  const dying = runTypeScript(PROCESS, args, { FAULT_AT: 'deadlines.found' })
  const { dataDir } = JSON.parse(await dying.nextLine())
  await vi.waitFor(() => expect(dying.child.signalCode).toBe('SIGKILL'), 60_000)
  await afterKill(test.database.owner)
  rmSync(dataDir, { recursive: true, force: true })
  expect(await notified(LEAD)).toEqual(NOTHING)
  await look()
  await look()
  await receives(LEAD, '', 'hit:1')
})

it('ADM-13 the hours are those of the version in force, and a longer time sends no second notice', async () => {
  goTo(MONDAY)
  await hit(await customer(), bogota(MONDAY))
  await decideVersion(test.platform, 'deadlines', { numbers: { hitHours: '2', hitLookHours: '1', warnPercent: '50' } })
  goTo('2027-02-01T09:00:01')
  await look()
  await receives(LEAD, 'hit:1')
  goTo('2027-02-01T10:00:01')
  await look()
  await receives(LEAD, '', 'hit:1')
  await decideVersion(test.platform, 'deadlines', { numbers: { hitHours: '4', hitLookHours: '1', warnPercent: '75' } })
  goTo('2027-02-01T12:30:00')
  await look()
  expect(await notified(LEAD)).toEqual(NOTHING)
})

it('ADM-13 a postponed alert waits, and is reported by its new deadline', async () => {
  goTo(MONDAY)
  const person = await customer()
  await alert('critical')(person, bogota(MONDAY))
  goTo('2027-02-01T12:00:00')
  await look()
  await receives(ANALYST, '', 'alert:1')
  await sql`UPDATE alerts.episode SET due_at = ${bogota('2027-02-02T12:00:00')}`.execute(test.database.owner)
  await look()
  expect(await notified(ANALYST)).toEqual(NOTHING)
  goTo('2027-02-02T11:00:00')
  await look()
  await receives(ANALYST, 'alert:1')
})

it('ADM-13 another hit of a customer with high risk and an open alert has a separate deadline and reaches officers', async () => {
  goTo(MONDAY)
  const person = await customer()
  const found = (id: string) => {
    const entry = { type: 'person', names: ['Inventado Del Todo'], identifiers: [], birthYears: [], countries: [], gender: null } as const
    const facts = { ...entry, id, reason: 'Prueba', office: null }
    const party = { type: 'person', names: ['Inventado Del Todo'], identifiers: [], birthYear: null, country: null, gender: null } as const
    const row = { list: 'un', fingerprint: id, facts } as never
    return { row, party, score: 0.97, isSameNumber: false, birth: 'unknown', explanation: [] } as const
  }
  const keep = (id: string) =>
    inTransaction(test.database.db, async (tx) => {
      const hitContext = { ...test.platform, risk: test.risk, alerts: test.alerts, configuration: test.configuration }
      await keepHit(hitContext, tx, person, found(id), { about: 'self', scores: FIRST_SCORES })
      await test.risk.reassess(tx, person)
    })
  await keep('one')
  expect(await test.risk.profile(test.database.db, person)).toMatchObject({ risk: 'high' })
  goTo('2027-02-01T12:30:00')
  await look()
  expect((await notified(LEAD)).told).toEqual([{ near: '', overdue: 'hit_look:1 hit:1 alert:1' }])
  const notices = test.notices.length
  await keep('two')
  await test.platform.jobs.drain()
  // Neither their risk nor their alert is new.
  expect(test.notices.slice(notices)).toEqual([])
  goTo('2027-02-01T13:16:00')
  await look()
  expect((await notified(LEAD)).told).toEqual([{ near: 'hit_look:1', overdue: '' }])
  // Opening the list marks all hits as seen.
  await test.call(newOfficer(), 'GET', `/api/administrative/screening/hits?userId=${person}`)
  goTo('2027-02-01T14:00:00')
  await look()
  expect(await notified(LEAD)).toEqual(NOTHING)
  goTo('2027-02-01T16:31:00')
  await look()
  expect((await notified(LEAD)).told).toEqual([{ near: '', overdue: 'hit:1' }])
})
