/** Batches of customers in one transaction: the same result as each alone, all or nothing, and one that fails does not block the others. */
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import { affectedCustomers } from './create-monitoring.ts'
import { judge, judgeBatch } from './judge.ts'
import { RULES, RULES_ON } from './rules/index.ts'
import { DAY_MS, type MonitoringTest, startMonitoringTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000
const OFFICER = newId()
let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())
beforeEach(async () => {
  await test.platform.jobs.drain()
  await deleteAlerts()
})

const context = () => ({ ...test.platform, alerts: test.alerts, limits: test.limits })
const contextAt = (now: Date) => ({ ...context(), clock: { now: () => now } })
const deleteAlerts = () =>
  sql`TRUNCATE monitoring.finding, alerts.episode, alerts.evidence, alerts.state_history CASCADE`.execute(test.database.owner)
const announceEmail = (accountId: string) =>
  test.emit('identity.email_changed', { accountId, oldEmail: 'antes@correo.example', newEmail: 'ahora@correo.example' })
const newCustomers = (count: number) => Promise.all(Array.from({ length: count }, () => test.newCustomer()))
const emailAlerts = async (accountId: string) => (await test.episodes(accountId)).filter(({ kind }) => kind === 8)

/** Send documents that wait for a reviewer; a broken item has no readable address. */
async function sendDocuments(accountId: string, { isBroken }: { isBroken: boolean }): Promise<void> {
  const { owner } = test.database
  const [at, before] = [test.platform.clock.now(), new Date(test.platform.clock.now().getTime() - DAY_MS)]
  const home = { livesInColombia: true, homeAddress: 'Calle 1', cityID: 1 }
  await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
    VALUES (${accountId}, 'natural-2', 'sent', '{}', 1, ${at}, ${at})`.execute(owner)
  for (const [state, sentAt, facts] of [
    ['replaced', before, home],
    ['pending', at, isBroken ? {} : { ...home, homeAddress: 'Carrera 2' }],
  ] as const)
    await sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at, reviewed_at)
      VALUES (${newId()}, ${accountId}, 'natural-2', 'fields', ${JSON.stringify(facts)}, ${state}, ${sentAt}, ${sentAt},
        ${state === 'replaced' ? before : null})`.execute(owner)
}

async function enter(accountId: string, network: string): Promise<void> {
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, place, system, device_kind, browser, search_text, result,
      vouched)
    VALUES (${newId()}, ${accountId}, ${test.platform.clock.now()}, ${network}, ${network}, 'CO', 'Bogotá', 'Android', 'mobile', 'Chrome', '',
      'entered', false)`.execute(test.database.owner)
}

it('ADM-13 customers evaluated in a batch have the findings, alerts and endings of each alone', async () => {
  const people = [...(await newCustomers(9)), await test.newCustomer(2, 'ROLE_ADMIN'), await test.newCustomer(0)]
  for (const [place, person] of people.entries()) {
    if (place % 2 === 0) await test.changeEmail(person)
    if (place % 3 === 0) await sendDocuments(person, { isBroken: false })
    for (let network = 0; network < place % 4; network++) await enter(person, `190.24.${network}.0`)
  }
  const [pressedAway = ''] = people
  /** Evaluates, an officer closes one alert, and a month later evaluates again: then some have ended. */
  const begin = test.platform.clock.now()
  async function month(look: (now: Date) => Promise<void>) {
    await look(begin)
    const key = { accountId: pressedAway, kind: 8, typeId: null }
    const cause = { at: begin, actor: officer(OFFICER), comment: 'Lo confirmó por teléfono.' }
    await inTransaction(test.database.db, (tx) => test.alerts.close(tx, key, cause))
    await look(new Date(begin.getTime() + 1_000))
    await look(new Date(begin.getTime() + 31 * DAY_MS))
    const findings = await sql`SELECT account_id, rule, version, period, fingerprint, severity, said, outcome FROM monitoring.finding
      ORDER BY 1, 2, 3, 4, 5, outcome, said`.execute(test.database.owner)
    const episodes = await Promise.all(people.map((person) => test.episodes(person)))
    await deleteAlerts()
    return { findings: findings.rows, episodes }
  }
  const each = await month(async (now) => {
    for (const person of people) await judge(contextAt(now), person, RULES)
  })
  const rules = RULES
  const together = await month((now) =>
    judgeBatch(
      contextAt(now),
      people.map((accountId) => ({ accountId, rules })),
    ),
  )
  expect(together).toEqual(each)
  expect(new Set(each.findings.map((row) => (row as { rule: string }).rule)).size).toBeGreaterThan(3)
  expect(
    each.episodes.flat().some(({ state, openedBy, closing }) => state === 'closed' && openedBy === null && closing?.includes('EMAIL v1')),
  ).toBe(true)
})

it('ADM-13 a batch of events evaluates each customer once, with all affected rules, in the order of the rules', async () => {
  const [one, other] = [newId(), newId()]
  const trade = { tradeId: newId(), accountId: other }
  const asked = affectedCustomers([
    { type: 'identity.signed_in', payload: { accountId: one, sessionId: newId() } },
    { type: 'trading.trade_updated', payload: { ...trade, state: 'sent' } },
    { type: 'identity.email_changed', payload: { accountId: one, oldEmail: 'a@correo.example', newEmail: 'b@correo.example' } },
    { type: 'identity.signed_in', payload: { accountId: one, sessionId: newId() } },
  ])
  const wanted = ['EMAIL', 'INGRESOS', 'DISPOSITIVO_COMPARTIDO', 'INGRESO_NEGADO']
  expect(asked.map(({ accountId, rules }) => [accountId, rules.map(({ name }) => name)])).toEqual([[one, wanted]])
  const [settled] = affectedCustomers([{ type: 'trading.trade_updated', payload: { ...trade, state: 'settled' } }])
  expect(settled?.rules).toEqual(RULES.filter((rule) => (RULES_ON['trading.trade_updated'] as readonly unknown[]).includes(rule)))
})

it('ADM-13 a customer whose facts cannot be read is retried with their event, and does not block the same batch or nightly run', async () => {
  const [broken = '', ...others] = await newCustomers(4)
  await sendDocuments(broken, { isBroken: true })
  for (const person of others) await test.changeEmail(person)
  await test.emit('kyc.form_sent', { accountId: broken, form: 'natural-2' })
  for (const person of others) await announceEmail(person)
  await test.platform.jobs.drain()
  for (const person of others) expect(await emailAlerts(person)).toMatchObject([{ state: 'open' }])
  const waiting = await sql<{
    accountId: string
  }>`SELECT account_id AS "accountId" FROM platform.event_retry WHERE consumer = 'monitoring'`.execute(test.database.owner)
  expect(waiting.rows).toEqual([{ accountId: broken }])
  await deleteAlerts()
  test.platform.clock.advance(DAY_MS)
  await test.runNight()
  for (const person of others) expect(await emailAlerts(person)).toMatchObject([{ state: 'open' }])
  const night = await sql<{ failures: number }>`SELECT failures FROM monitoring.nightly_run ORDER BY day DESC LIMIT 1`.execute(
    test.database.owner,
  )
  expect(night.rows).toEqual([{ failures: 1 }])
  await sql`DELETE FROM kyc.item WHERE account_id = ${broken}`.execute(test.database.owner)
  test.platform.clock.advance(DAY_MS)
  await test.platform.jobs.drain()
})

it('ADM-13 concurrent evaluations of the same customers, in any order, raise each alert once', async () => {
  const people = await newCustomers(6)
  for (const person of people) await test.changeEmail(person)
  const asked = people.map((accountId) => ({ accountId, rules: RULES }))
  const orders = Array.from({ length: 8 }, (_, turn) => [...asked.slice(turn % 6), ...asked.slice(0, turn % 6)])
  await Promise.all([
    ...orders.map((order) => judgeBatch(context(), turnedAround(order))),
    ...people.map((person) => judge(context(), person, RULES)),
  ])
  for (const person of people) expect(await emailAlerts(person)).toMatchObject([{ state: 'open', hits: 0 }])
})
const turnedAround = <T>(list: readonly T[]): T[] => [...list].reverse()

/** Events are consumed in two lanes, each with every other customer and a separate transaction: a crash affects the interrupted lane. */
it.each([
  ['after it wrote about the first of them', 'monitoring.finding_written', 0],
  ['after the commit and before the cursor moved', 'monitoring.committed', 2],
])(
  'ADM-13 a process that is killed with a batch of customers %s: finally each alert exists once, and before that all or none',
  async (_when, failpoint, atDeath) => {
    const people = await newCustomers(4)
    for (const person of people) await test.changeEmail(person)
    for (const person of people) await announceEmail(person)
    const argument = [JSON.stringify(test.database.connection)]
    const dying = runTypeScript(PROCESS, argument, { FAULT_AT: failpoint })
    expect(await once(dying.child, 'exit')).toEqual([null, 'SIGKILL'])
    await afterKill(test.database.owner)
    const [first = 0, second = 0, third = 0, fourth = 0] = await Promise.all(
      people.map(async (person) => (await emailAlerts(person)).length),
    )
    const lanes = [first + third, second + fourth]
    expect(lanes.every((alerts) => alerts === 0 || alerts === 2)).toBe(true)
    expect(lanes).toContain(atDeath)
    const next = runTypeScript(PROCESS, argument)
    const isBehind = async () =>
      (
        await sql`SELECT 1 FROM platform.event_consumer, platform.event_sequencer WHERE name = 'monitoring' AND position < last`.execute(
          test.database.owner,
        )
      ).rows.length
    await expect.poll(isBehind, { timeout: 30_000 }).toBe(0)
    await next.kill()
    for (const person of people) {
      expect(await emailAlerts(person)).toMatchObject([{ state: 'open', hits: 0 }])
      const opened = await auditTrail(test.database.db, { action: 'alerts.activated', objectId: person })
      expect(opened.filter(({ after }) => JSON.stringify(after).includes('"alertId":8'))).toHaveLength(1)
    }
  },
  TIMEOUT_MS,
)
