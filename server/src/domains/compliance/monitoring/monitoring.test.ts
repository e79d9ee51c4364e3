/** Rule engine: each finding once, despite crashes and other processes; which alerts close automatically, and which never do. */
import { once } from 'node:events'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import { eventsWait } from './consumer-lag.ts'
import { judge } from './judge.ts'
import { startNightlyRun } from './nightly-run.ts'
import { RULES } from './rules/index.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000
let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

/** Alerts 8; each of them is a novelty too. */
const emailAlerts = async (accountId: string) => (await test.episodes(accountId)).filter(({ kind }) => kind === 8)
const emailEntries = async (accountId: string, action: 'alerts.activated' | 'alerts.deactivated') =>
  (await auditTrail(test.database.db, { action, objectId: accountId })).filter(({ after }) => JSON.stringify(after).includes('"alertId":8'))
const context = () => ({ ...test.platform, alerts: test.alerts, limits: test.limits })
const announceEmail = (accountId: string) =>
  test.emit('identity.email_changed', { accountId, oldEmail: 'antes@correo.example', newEmail: 'ahora@correo.example' })
const countOf = async (accountId: string) =>
  (
    await sql<{
      n: number
    }>`SELECT count(*)::integer AS n FROM monitoring.finding WHERE account_id = ${accountId} AND rule = 'EMAIL'`.execute(
      test.database.owner,
    )
  ).rows[0]?.n
const CHANGED = 'EMAIL v1: correo cambiado, confirmado desde los dos buzones.'

it('ADM-13 an event opens the alert by SISTEMA with rule, version and values; a second delivery changes nothing', async () => {
  const person = await test.newCustomer()
  await test.changeEmail(person)
  await announceEmail(person)
  await test.platform.jobs.drain()
  const opened = [{ kind: 8, typeId: null, state: 'open', openedBy: null, opening: CHANGED, closing: null, hits: 0 }]
  expect(await emailAlerts(person)).toEqual(opened)
  await announceEmail(person)
  await test.platform.jobs.drain()
  await test.runNight()
  expect(await emailAlerts(person)).toEqual(opened)
  expect(await emailEntries(person, 'alerts.activated')).toMatchObject([
    { actor: { kind: 'system', name: 'monitoring' }, reason: CHANGED, after: { alertId: 8 } },
  ])
})

it('ADM-13 alert 8 becomes high immediately when another bank account or location comes within 72 hours, before or after', async () => {
  const [after, before, late] = [await test.newCustomer(), await test.newCustomer(), await test.newCustomer()]
  const { clock } = test.platform
  async function addAccount(accountId: string) {
    const [id, at] = [newId(), clock.now()]
    await sql`INSERT INTO payments.bank_account SELECT ${id}, ${accountId}, count(*) + 1, ${id}, ${id}, 1, 9, '123456', ${at}, ${at}
      FROM payments.bank_account WHERE account_id = ${accountId}`.execute(test.database.owner)
    const change = { bankAccountId: id, account: 'Nómina', change: 'added', heldUntil: null } as const
    await test.emit('payments.account_changed', { accountId, ...change })
    await test.platform.jobs.drain()
  }
  async function changeAddress(accountId: string) {
    await test.changeEmail(accountId)
    await announceEmail(accountId)
    await test.platform.jobs.drain()
  }
  const high = 'EMAIL v1: correo cambiado, confirmado desde los dos buzones, a menos de 72 horas de otro lugar o de otra cuenta bancaria.'
  for (const person of [after, before, late]) await addAccount(person)
  await changeAddress(after)
  await changeAddress(late)
  expect(await emailAlerts(after)).toMatchObject([{ opening: CHANGED }])
  await addAccount(before)
  clock.advance(3 * DAY_MS - 60_000)
  await addAccount(after)
  await changeAddress(before)
  expect(await emailAlerts(before)).toMatchObject([{ opening: high, hits: 0 }])
  expect(await emailAlerts(after)).toMatchObject([{ opening: CHANGED, hits: 1 }])
  const graver = await sql<{ severity: string; said: string }>`SELECT severity, 'EMAIL v1: ' || said || '.' AS said FROM monitoring.finding
    WHERE account_id = ${after} AND kind = 8 ORDER BY at DESC, id DESC`.execute(test.database.owner)
  expect(graver.rows).toEqual([
    { severity: 'high', said: high },
    { severity: 'low', said: CHANGED },
  ])
  clock.advance(120_000)
  await addAccount(late)
  expect(await emailAlerts(late)).toMatchObject([{ opening: CHANGED, hits: 0 }])
  // Another location while that alert has been open for long.
  const enter = async (ip: string, deniedAt: Date | null) => {
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        vouched, denied_at) VALUES (${newId()}, ${late}, ${clock.now()}, ${ip}, ${ip}, 'CO', 'x', 'Android', 'mobile', 'Chrome', '', 'entered',
        false, ${deniedAt})`.execute(test.database.owner)
    await test.emit('identity.location_denied', { accountId: late, signInId: newId(), ip, country: 'CO' })
    await test.platform.jobs.drain()
  }
  await enter('190.1.1.1', clock.now())
  expect(await emailAlerts(late)).toMatchObject([{ hits: 0 }])
  clock.advance(10 * DAY_MS)
  await changeAddress(late)
  await enter('190.1.2.1', clock.now())
  expect(await emailAlerts(late)).toMatchObject([{ hits: 2 }])
})

it('ADM-13 another finding while it is open is evidence; after an officer closed it, only a new finding opens it again', async () => {
  const person = await test.newCustomer()
  const look = () => judge(context(), person, RULES)
  await test.changeEmail(person)
  await look()
  await test.changeEmail(person)
  await look()
  expect(await emailAlerts(person)).toMatchObject([{ kind: 8, state: 'open', hits: 1 }])
  const cause = { at: test.platform.clock.now(), actor: officer(newId()), comment: 'Lo confirmó por teléfono.' }
  await inTransaction(test.database.db, (tx) => test.alerts.close(tx, { accountId: person, kind: 8, typeId: null }, cause))
  await look()
  expect(await emailAlerts(person)).toMatchObject([{ state: 'closed' }])
  await test.changeEmail(person)
  await look()
  expect(await emailAlerts(person)).toMatchObject([{ state: 'closed' }, { state: 'open', hits: 0 }])
})

it('ADM-13 one of twenty concurrent evaluations opens the alert', async () => {
  const person = await test.newCustomer()
  await test.changeEmail(person)
  await Promise.all(Array.from({ length: 20 }, () => judge(context(), person, RULES)))
  expect(await emailAlerts(person)).toMatchObject([{ kind: 8, hits: 0 }])
  expect(await countOf(person)).toBe(1)
})

it('ADM-13 rules are not evaluated about officers or closed accounts', async () => {
  const [officerId, closed] = [await test.newCustomer(2, 'ROLE_ADMIN'), await test.newCustomer()]
  await sql`UPDATE identity.account SET state = 4 WHERE id = ${closed}`.execute(test.database.owner)
  for (const person of [officerId, closed]) {
    await test.changeEmail(person)
    await judge(context(), person, RULES)
    expect(await emailAlerts(person)).toEqual([])
  }
})

it.each([
  ['before the alert is written', 'monitoring.judged'],
  ['after it was written and before the cursor moved', 'monitoring.committed'],
])(
  'ADM-13 a process that is killed %s: the alert is neither lost nor raised twice',
  async (_when, failpoint) => {
    const person = await test.newCustomer()
    await test.changeEmail(person)
    await test.platform.jobs.drain()
    await announceEmail(person)
    const argument = [JSON.stringify(test.database.connection)]
    const dying = runTypeScript(PROCESS, argument, { FAULT_AT: failpoint })
    expect(await once(dying.child, 'exit')).toEqual([null, 'SIGKILL'])
    await afterKill(test.database.owner)
    const atDeath = failpoint === 'monitoring.committed' ? 1 : 0
    expect([await countOf(person), (await emailAlerts(person)).length]).toEqual([atDeath, atDeath])
    const next = runTypeScript(PROCESS, argument)
    const isBehind = async () =>
      (
        await sql`SELECT 1 FROM platform.event_consumer, platform.event_sequencer WHERE name = 'monitoring' AND position < last`.execute(
          test.database.owner,
        )
      ).rows.length
    await expect.poll(isBehind, { timeout: 30_000 }).toBe(0)
    await next.kill()
    expect(await emailAlerts(person)).toMatchObject([{ kind: 8, state: 'open', opening: CHANGED, hits: 0 }])
    expect(await countOf(person)).toBe(1)
    expect(await emailEntries(person, 'alerts.activated')).toHaveLength(1)
  },
  TIMEOUT_MS,
)

it('ADM-13 the nightly run finds what no event reported, closes ended alerts with their reason, and evaluates all customers once a day', async () => {
  const person = await test.newCustomer()
  await test.changeEmail(person)
  test.platform.clock.advance(DAY_MS)
  await test.runNight()
  expect(await emailAlerts(person)).toMatchObject([{ kind: 8, state: 'open' }])
  const runs = async () => (await sql<{ people: number }>`SELECT people FROM monitoring.nightly_run`.execute(test.database.owner)).rows
  const before = await runs()
  await test.runNight()
  expect(await runs()).toEqual(before)
  test.platform.clock.advance(31 * DAY_MS)
  await test.runNight()
  const [closed] = await emailAlerts(person)
  expect(closed).toMatchObject({ state: 'closed', closing: 'EMAIL v1: 30 días sin otro cambio, y los dos buzones lo confirmaron.' })
  const entry = await emailEntries(person, 'alerts.deactivated')
  expect(entry).toMatchObject([{ actor: { name: 'monitoring' }, reason: closed?.closing }])
})

it('ADM-13 a nightly run whose job failed its last attempt resumes with the next one, where it was', async () => {
  const person = await test.newCustomer()
  await test.changeEmail(person)
  test.platform.clock.advance(DAY_MS)
  await startNightlyRun(test.platform)
  await sql`UPDATE platform.job SET dead_at = now() WHERE name = 'monitoring.nightly_run' AND done_at IS NULL`.execute(test.database.owner)
  test.platform.clock.advance(DAY_MS)
  await test.runNight()
  expect(await emailAlerts(person)).toMatchObject([{ kind: 8, state: 'open' }])
  const left = await sql`SELECT 1 FROM monitoring.nightly_run WHERE finished_at IS NULL`.execute(test.database.owner)
  expect(left.rows).toEqual([])
})

it('ADM-13 a rule never closes an alert that an officer opened', async () => {
  const person = await test.newCustomer()
  const key = { accountId: person, kind: 8, typeId: null }
  const cause = { at: test.platform.clock.now(), actor: officer(newId()), comment: 'Lo pidió el banco.' }
  await test.changeEmail(person)
  await inTransaction(test.database.db, (tx) => test.alerts.raise(tx, key, cause))
  test.platform.clock.advance(31 * DAY_MS)
  await test.runNight()
  expect(await emailAlerts(person)).toMatchObject([{ state: 'open', opening: 'Lo pidió el banco.' }])
})

it('ADM-13 alert 1 opens with any alert, also a manual one, and closes when all are closed; once dismissed it stays away until the next', async () => {
  const person = await test.newCustomer()
  const by = officer(newId())
  const turn = (act: 'raise' | 'close', kind: number) =>
    inTransaction<unknown>(test.database.db, (tx) =>
      test.alerts[act](
        tx,
        { accountId: person, kind, typeId: null },
        { at: test.platform.clock.now(), actor: by, comment: 'Lo vio un oficial.' },
      ),
    )
  const novelties = async () => {
    await test.platform.jobs.drain()
    return (await test.episodes(person)).filter(({ kind }) => kind === 1).map(({ state, opening, closing }) => [state, opening, closing])
  }
  await turn('raise', 6)
  const first = 'NOVEDADES v1: se activó la alerta Similitud en representante legal.'
  expect(await novelties()).toEqual([['open', first, null]])
  await turn('close', 6)
  const over = ['closed', first, 'NOVEDADES v1: cada novedad se cerró.']
  expect(await novelties()).toEqual([over])
  await turn('raise', 6)
  await novelties()
  await turn('close', 1)
  await test.runNight()
  const seen = ['closed', first, 'Lo vio un oficial.']
  expect(await novelties()).toEqual([over, seen])
  await turn('raise', 10)
  const next = 'NOVEDADES v1: se activó la alerta Similitud de dirección física.'
  expect(await novelties()).toEqual([over, seen, ['open', next, null]])
})

it('ADM-13 alert 1: another hit while Listas is open and another denied sign-in are novelties again, as grave as their alert', async () => {
  const person = await test.newCustomer()
  const novelties = async () => {
    await test.platform.jobs.drain()
    const found = await sql<{ state: string; severity: string }>`SELECT state, severity FROM alerts.episode
      WHERE account_id = ${person} AND kind = 1 ORDER BY opened_at, id`.execute(test.database.owner)
    return found.rows.map(({ state, severity }) => `${state} ${severity}`)
  }
  async function turn(act: 'raise' | 'close', kind: number, severity: 'high' | 'critical' = 'high') {
    const [at, actor] = [test.platform.clock.now(), officer(newId())]
    const cause = { at, actor, comment: `Lo vio un oficial a las ${at.toISOString()}.`, severity }
    await inTransaction<unknown>(test.database.db, (tx) => test.alerts[act](tx, { accountId: person, kind, typeId: null }, cause))
    test.platform.clock.advance(60_000)
  }
  await turn('raise', 2)
  expect(await novelties()).toEqual(['open high'])
  await turn('close', 1)
  expect(await novelties()).toEqual(['closed high'])
  await turn('raise', 2, 'critical')
  expect(await novelties()).toEqual(['closed high', 'open critical'])
  await turn('close', 1)
  const deny = async (ip: string) => {
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        vouched, denied_at) VALUES (${newId()}, ${person}, ${test.platform.clock.now()}, ${ip}, ${ip}, 'CO', 'x', 'Android', 'mobile', 'Chrome',
        '', 'entered', false, ${test.platform.clock.now()})`.execute(test.database.owner)
    await test.emit('identity.location_denied', { accountId: person, signInId: newId(), ip, country: 'CO' })
  }
  await deny('190.1.1.1')
  expect((await novelties()).slice(2)).toEqual(['open high'])
  await turn('close', 1)
  await deny('190.1.1.2')
  expect((await novelties()).slice(2)).toEqual(['closed high', 'open high'])
})

it('ADM-13 alert 1: a document that expires is a novelty, once, and not before its last day', async () => {
  const person = await test.newCustomer()
  const { owner } = test.database
  const [item, now] = [newId(), test.platform.clock.now()]
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${person}, 'natural-1', 'accepted', '{}', 1, ${now}, ${now})`.execute(owner)
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    VALUES (${item}, ${person}, 'natural-1', 'frontal', '{}', 'accepted', ${now}, ${now}, ${now})`.execute(owner)
  const expiryDate = bogotaDay(new Date(now.getTime() + DAY_MS))
  await sql`INSERT INTO kyc.evidence VALUES (${newId()}, ${person}, 'natural-1', 'mrz', ${JSON.stringify({ expiryDate })}, ${now})`.execute(
    owner,
  )
  const novelties = async () => {
    test.platform.clock.advance(DAY_MS)
    await test.runNight()
    return (await test.episodes(person)).filter(({ kind }) => kind === 1).map(({ state, opening }) => [state, opening])
  }
  expect(await novelties()).toEqual([])
  const expired = ['open', `NOVEDADES v1: el documento con que se verificó venció el ${expiryDate}.`]
  expect([await novelties(), await novelties()]).toEqual([[expired], [expired]])
  await sql`INSERT INTO kyc.evidence VALUES (${newId()}, ${person}, 'natural-1', 'mrz', '{"expiryDate":"2040-01-01"}',
    ${test.platform.clock.now()})`.execute(owner)
  // Irregularidades is open, and a novelty, until another document is accepted.
  expect((await novelties())[0]?.[0]).toBe('open')
  await sql`UPDATE kyc.item SET state = 'replaced' WHERE id = ${item}`.execute(owner)
  const later = test.platform.clock.now()
  await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
    VALUES (${newId()}, ${person}, 'natural-1', 'frontal', '{}', 'accepted', ${later}, ${later}, ${later})`.execute(owner)
  expect((await novelties())[0]?.[0]).toBe('closed')
})

it('ADM-13 ADM-08 alert 1: a finding of the background check provider is a novelty until an officer has seen it', async () => {
  const person = await test.newCustomer()
  const [checkId, at] = [newId(), test.platform.clock.now()]
  await sql`INSERT INTO screening.background_check (id, account_id, state, subject, is_fresh, started_at, ended_at, gravest)
    VALUES (${checkId}, ${person}, 'failed_sources', '', false, ${at}, ${at}, 'Medio')`.execute(test.database.owner)
  const report = () =>
    sql`INSERT INTO screening.background_report VALUES (${newId()}, ${checkId}, ${person}, 'r', '', '', NULL, ${test.platform.clock.now()})`.execute(
      test.database.owner,
    )
  const becomes = async (state: 'failed_sources' | 'retrying' | 'finished') => {
    await sql`UPDATE screening.background_check SET state = ${state}, ended_at = ${state === 'retrying' ? null : test.platform.clock.now()}
      WHERE id = ${checkId}`.execute(test.database.owner)
    await test.emit('screening.check_updated', { accountId: person, checkId, state })
  }
  await report()
  await becomes('failed_sources')
  const novelties = async () => {
    await test.platform.jobs.drain()
    return (await test.episodes(person)).filter(({ kind }) => kind === 1).map(({ state }) => state)
  }
  expect(await novelties()).toEqual(['open'])
  await test.runNight()
  expect(await novelties()).toEqual(['open'])
  // Failed sources are asked again; the existing finding remains.
  await becomes('retrying')
  expect(await novelties()).toEqual(['open'])
  const [key, by] = [{ accountId: person, kind: 1, typeId: null }, officer(newId())]
  test.platform.clock.advance(60_000)
  const seenAt = test.platform.clock.now()
  await inTransaction(test.database.db, (tx) => test.alerts.close(tx, key, { at: seenAt, actor: by, comment: 'Lo vio un oficial.' }))
  await test.runNight()
  expect(await novelties()).toEqual(['closed'])
  test.platform.clock.advance(60_000)
  await report()
  await becomes('finished')
  expect(await novelties()).toEqual(['closed', 'open'])
})

it('ADM-13 alert 4 from sign-ins: networks within a day, and a browser or a public network that three customers share', async () => {
  const people = [await test.newCustomer(), await test.newCustomer(), await test.newCustomer()]
  const now = test.platform.clock.now()
  async function enter(accountId: string, ip: string, cookie: string) {
    const device = newId()
    await sql`INSERT INTO identity.device VALUES (${device}, ${accountId}, ${cookie}, 'Android', 'mobile', 'Chrome', 'known', ${now}, ${now}, NULL)
      ON CONFLICT DO NOTHING`.execute(test.database.owner)
    await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
        device_id, vouched) SELECT ${newId()}, ${accountId}, ${now}, ${ip}, ${ip}, 'CO', 'Bogotá', 'Android', 'mobile', 'Chrome', '', 'entered', id, false
      FROM identity.device WHERE account_id = ${accountId} AND key_hash = ${cookie}`.execute(test.database.owner)
    await test.emit('identity.signed_in', { accountId, sessionId: newId() })
  }
  const said = async (person: string) => {
    await test.platform.jobs.drain()
    return (await test.episodes(person)).filter(({ kind }) => kind === 4).map(({ opening, hits }) => [opening, hits])
  }
  const [one = '', , three = ''] = people
  for (const person of people) await enter(person, '10.0.0.8', `own ${person}`)
  expect(await said(three)).toEqual([])
  for (const person of people) await enter(person, '190.24.1.5', `own ${person}`)
  expect(await said(three)).toEqual([['INGRESOS v1: 3 cuentas entraron desde la red 190.24.1.0/24 en 7 días.', 0]])
  for (const person of people) await enter(person, '10.0.0.8', 'one phone')
  expect(await said(three)).toEqual([[expect.stringContaining('190.24.1.0'), 1]])
  await enter(one, '181.1.1.1', `own ${one}`)
  await said(one)
  const comments = await sql<{ said: string }>`SELECT said FROM monitoring.finding WHERE account_id = ${one} AND kind = 4`.execute(
    test.database.owner,
  )
  expect(comments.rows.map(({ said }) => said).sort()).toEqual([
    '3 cuentas entraron desde el mismo dispositivo en 7 días',
    '3 cuentas entraron desde la red 190.24.1.0/24 en 7 días',
    '3 redes en 24 horas: 10.0.0.0/24, 190.24.1.0/24, 181.1.1.0/24',
  ])
})

it('ADM-13 the metrics grow when events are no longer consumed, and when a run does not end', async () => {
  const read = () => test.monitoring.figures.read()
  await test.platform.jobs.drain()
  expect(await read()).toMatchObject({ behind_seconds: 0, run_failures: 0 })
  await announceEmail(await test.newCustomer())
  await sql`UPDATE platform.event SET at = now() - interval '10 minutes' WHERE position IS NULL`.execute(test.database.owner)
  expect((await read()).behind_seconds).toBeGreaterThanOrEqual(600)
  await test.platform.jobs.drain()
  expect((await read()).behind_seconds).toBe(0)
  await sql`UPDATE monitoring.nightly_run SET finished_at = NULL, started_at = now() - interval '30 hours'`.execute(test.database.owner)
  expect((await read()).run_age_seconds).toBeGreaterThanOrEqual(30 * 3600)
})

it('E9 the age of the nightly run follows the clock that dated it, also when that clock was moved', async () => {
  const { clock } = test.platform
  await sql`UPDATE monitoring.nightly_run SET started_at = ${clock.now()}, finished_at = ${clock.now()}`.execute(test.database.owner)
  const { run_age_seconds: before } = await test.monitoring.figures.read()
  clock.advance(30 * 3_600_000)
  const { run_age_seconds: after } = await test.monitoring.figures.read()
  expect([before, after]).toEqual([
    expect.toSatisfy((age) => age < 3_600),
    expect.toSatisfy((age) => age >= 30 * 3_600 && age < 31 * 3_600),
  ])
})

it('ADM-13 the nightly run yields to a waiting event, and finishes nevertheless', async () => {
  const { owner, db } = test.database
  await test.platform.jobs.drain()
  await sql`UPDATE monitoring.nightly_run SET finished_at = now()`.execute(owner)
  expect(await eventsWait(db, 0)).toBe(false)
  await sql`UPDATE platform.event_consumer SET lease_until = now() + interval '1 hour' WHERE name = 'monitoring'`.execute(owner)
  await announceEmail(await test.newCustomer())
  await sql`UPDATE platform.event SET at = now() - interval '10 minutes' WHERE position IS NULL`.execute(owner)
  expect([await eventsWait(db, 60_000), await eventsWait(db, 1_200_000)]).toEqual([true, false])
  test.platform.clock.advance(DAY_MS)
  await startNightlyRun(test.platform)
  await test.platform.jobs.drain()
  expect(await eventsWait(db, 60_000)).toBe(true)
  const runs = await sql`SELECT 1 FROM monitoring.nightly_run WHERE finished_at IS NULL`.execute(owner)
  expect(runs.rows).toEqual([])
})
