/** Alerts 18 about payees and payers of customers, over the real database. */
import { firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { judge, judgeBatch } from './judge.ts'
import { RULES } from './rules/index.ts'
import { type MonitoringTest, startMonitoringTest } from './testing.ts'
import { addressOf, depositTokens, withdrawTokens } from './tokens.testing.ts'

const HOUR_MS = 3_600_000
let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
  // Two officers have switched them on.
  const since = hoursAgo(1)
  for (const rule of ['VARIOS_PAGADORES', 'MONTOS_REDONDOS', 'PERFIL', 'CICLO'] as const)
    await sql`INSERT INTO monitoring.rule_version VALUES (${rule}, 2, 'active', ${JSON.stringify(firstValues(rule))}, ${since}, ${since},
      ${newId()}, ${newId()}, 'x')`.execute(test.database.owner)
})
afterAll(() => test?.stop())

const hoursAgo = (hours: number) => new Date(test.platform.clock.now().getTime() - hours * HOUR_MS)
const tokens = (accountId: string, hours: number) => ({ accountId, amount: 1_000_000n, at: hoursAgo(hours) })

async function alerts(accountId: string, typeId: number) {
  const found = await sql<{
    said: string
    severity: string
    evidence: { type: string; id: string }[]
  }>`SELECT opening_comment AS said, severity,
      opening_evidence AS evidence FROM alerts.episode WHERE account_id = ${accountId} AND kind = 18 AND type_id = ${typeId}`.execute(
    test.database.owner,
  )
  return found.rows
}
const credited = async (accountId: string) => {
  await test.emit('crypto.deposit_credited', { accountId, depositId: newId(), asset: 'USDT', amount: '1000000' })
  await test.platform.jobs.drain()
}

/** A transfer that the bank does not confirm as the customer's. */
async function transfer(accountId: string, document: string): Promise<string> {
  const [id, { owner }, at] = [newId(), test.database, hoursAgo(1)]
  await sql`INSERT INTO payments.statement VALUES (${id}, ${id.replaceAll('-', '').repeat(2)}, '1', ${at}, ${at}, 0, 0, '[]', ${id}, ${at})`.execute(
    owner,
  )
  await sql`INSERT INTO payments.statement_line (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer,
      state, created_at, ended_at)
    VALUES (${id}, ${id}, ${id}, 1, '1', ${at}, 100, '', '', ${JSON.stringify({ name: 'ANA', document, bank: '', account: '' })}, 'DEPOSITED',
      ${at}, ${at})`.execute(owner)
  await sql`INSERT INTO payments.deposit (id, account_id, method, request_hash, bank_id, account_alias, account_type, account_number, amount,
      payer, state, created_at, is_of_other_payer)
    VALUES (${id}, ${accountId}, 'TRANSFER', '', 1, 'Tunjo', 9, '1', 100, '{}', 'IN_REVIEW', ${at}, true)`.execute(owner)
  return id
}

it('ADM-13 alert 18, several payers: transfers of other people, tokens from unknown addresses and another customer count; a payer who pays twice counts once', async () => {
  const { owner } = test.database
  const [one, other] = [await test.newCustomer(), await test.newCustomer()]
  const ids = [await transfer(one, '52000001'), await transfer(one, '52000001'), await transfer(one, '52000002')]
  ids.push(await depositTokens(owner, tokens(one, 2)))
  ids.push(await withdrawTokens(owner, tokens(other, 3), { receiverId: one }))
  await credited(one)
  expect(await alerts(one, 812)).toEqual([])
  // Their own wallet: an address that they saved.
  const own = addressOf(newId())
  await withdrawTokens(owner, tokens(one, 200), { to: own })
  await depositTokens(owner, tokens(one, 1), own)
  await credited(one)
  expect(await alerts(one, 812)).toEqual([])
  ids.push(await depositTokens(owner, tokens(one, 1)))
  await credited(one)
  const [found, ...more] = await alerts(one, 812)
  expect([found?.said, found?.severity, more]).toEqual(['VARIOS PAGADORES v2: 5 terceros le pagaron en 7 días, 6 depósitos.', 'medium', []])
  expect(found?.evidence.map(({ id }) => id).sort()).toEqual([...ids].sort())
  expect(new Set(found?.evidence.map(({ type }) => type))).toEqual(new Set(['movement']))
  expect(await alerts(other, 812)).toEqual([])
})

it('ADM-13 alert 18, new destinations: five that were never paid before, also in the nightly run; earlier destinations are not new', async () => {
  const { owner } = test.database
  const [known, fresh] = [await test.newCustomer(), await test.newCustomer()]
  const place = addressOf(newId())
  await withdrawTokens(owner, tokens(known, 500), { to: place })
  await withdrawTokens(owner, tokens(known, 1), { to: place })
  for (const person of [known, fresh]) for (let hour = 1; hour <= 4; hour++) await withdrawTokens(owner, tokens(person, hour))
  // A bank account is a destination like any other.
  await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payee, state, pay_after, created_at)
    VALUES (${newId()}, ${fresh}, 'x', ${newId()}, 1, 'Nómina', 9, '123456', 100, '{}', 'HELD', now(), ${hoursAgo(1)})`.execute(owner)
  test.platform.clock.advance(24 * HOUR_MS)
  await test.runNight()
  expect(await alerts(fresh, 813)).toMatchObject([
    { said: 'DESTINOS NUEVOS v1: 5 retiros a 5 destinos nuevos en 7 días.', severity: 'medium' },
  ])
  expect(await alerts(known, 813)).toEqual([])
})

it('ADM-13 alert 18, round amounts: seven of ten, in pesos and in dollars, with the round ones as evidence', async () => {
  const { owner } = test.database
  const person = await test.newCustomer()
  const deposit = async (amount: bigint) => {
    const id = newId()
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at)
      VALUES (${id}, ${person}, 'x', ${newId()}, 1, 'Nómina', 9, '123456', ${amount}, '{}', 'COMPLETED', ${hoursAgo(2)}, ${hoursAgo(2)})`.execute(
      owner,
    )
    return id
  }
  const round: string[] = []
  for (let count = 1; count <= 6; count++) round.push(await deposit(BigInt(count) * 100_000_000n))
  for (let count = 0; count < 3; count++) await deposit(100_000_001n)
  await credited(person)
  expect(await alerts(person, 816)).toEqual([])
  round.push(await depositTokens(owner, { ...tokens(person, 1), amount: 500_000_000n }))
  await credited(person)
  const [found] = await alerts(person, 816)
  expect(found?.said).toBe('MONTOS REDONDOS v2: 7 de 10 operaciones en 30 días son de montos redondos.')
  expect(found?.evidence.map(({ id }) => id).sort()).toEqual(round.sort())
})

it('ADM-13 alert 18, not in line with the profile: a student by the last form, and no longer after a form as an employee', async () => {
  const { owner } = test.database
  const [student, employee] = [await test.newCustomer(), await test.newCustomer()]
  const declare = (accountId: string, occupationID: number, hours: number) =>
    sql`INSERT INTO kyc.item (id, account_id, form, slot, facts, state, added_at, sent_at)
      VALUES (${newId()}, ${accountId}, 'natural-2', 'fields', ${JSON.stringify({ occupationID, economicActivityID: 29 })},
        ${hours > 1 ? 'replaced' : 'pending'}, ${hoursAgo(hours)}, ${hoursAgo(hours)})`.execute(owner)
  for (const person of [student, employee])
    await sql`INSERT INTO kyc.form (account_id, form, state, fields, revision, updated_at, sent_at)
      VALUES (${person}, 'natural-2', 'sent', '{}', 1, ${hoursAgo(9)}, ${hoursAgo(9)})`.execute(owner)
  await declare(student, 11, 9)
  await declare(student, 20, 1)
  await declare(employee, 20, 9)
  await declare(employee, 11, 1)
  const movements: string[] = []
  for (const person of [student, employee]) {
    const id = newId()
    if (person === student) movements.push(id)
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at)
      VALUES (${id}, ${person}, 'x', ${newId()}, 1, 'Nómina', 9, '123456', 600000001, '{}', 'COMPLETED', ${hoursAgo(2)}, ${hoursAgo(2)})`.execute(
      owner,
    )
    await credited(person)
  }
  const [found] = await alerts(student, 800)
  expect(found?.said).toMatch(/^PERFIL v2: depósitos de 30 días .* sin ingresos propios/)
  expect(found?.evidence.map(({ id }) => id)).toEqual(movements)
  expect(await alerts(employee, 800)).toEqual([])
})

it("ADM-13 alert 18, a cycle: by internal transfers and over a shared address back to the sender; the customer's own wallet is no cycle", async () => {
  const { owner } = test.database
  const [one = '', second = '', third = '', apart = ''] = await Promise.all(Array.from({ length: 4 }, () => test.newCustomer()))
  const big = (accountId: string, hours: number, amount = 100_000_000n) => ({ accountId, amount, at: hoursAgo(hours) })
  const [shared, own] = [addressOf(newId()), addressOf(newId())]
  const outId = await withdrawTokens(owner, big(one, 50), { receiverId: second })
  await withdrawTokens(owner, big(second, 40, 95_000_000n), { to: shared })
  await depositTokens(owner, big(third, 39, 94_000_000n), shared)
  // Transfers to the customer's own wallet are no cycle.
  await withdrawTokens(owner, big(apart, 50), { to: own })
  await depositTokens(owner, big(apart, 40), own)
  for (const person of [one, apart]) await credited(person)
  expect([await alerts(one, 814), await alerts(apart, 814)]).toEqual([[], []])
  const inId = await withdrawTokens(owner, big(third, 30, 92_000_000n), { receiverId: one })
  await credited(one)
  const [found] = await alerts(one, 814)
  expect(found).toMatchObject({ said: 'CICLO v2: $ 1.000.000 volvieron por 2 otros clientes, en 3 pasos.', severity: 'high' })
  expect(found?.evidence).toEqual([
    { type: 'movement', id: outId },
    { type: 'movement', id: inId },
    { type: 'account', id: second },
    { type: 'account', id: third },
  ])
  expect(await alerts(second, 814)).toEqual([])
})

it('ADM-13 alert 18, a cycle: over a bank account that two customers use, and not when much less came back', async () => {
  const { owner } = test.database
  const [one, other, less] = [await test.newCustomer(), await test.newCustomer(), await test.newCustomer()]
  const big = (accountId: string, hours: number) => ({ accountId, amount: 100_000_000n, at: hoursAgo(hours) })
  for (const [person, number, back] of [
    [one, '7001234', 91_000_000n],
    [less, '7005678', 89_999_999n],
  ] as const) {
    await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type,
        account_number, amount, payee, state, pay_after, created_at, ended_at)
      VALUES (${newId()}, ${person}, 'x', ${newId()}, 1, 'Nómina', 9, ${number}, 100000000, '{}', 'COMPLETED', now(), ${hoursAgo(9)},
        ${hoursAgo(8)})`.execute(owner)
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at)
      VALUES (${newId()}, ${other}, 'x', ${newId()}, 1, 'Nómina', 9, ${number}, ${back}, '{}', 'COMPLETED', ${hoursAgo(7)}, ${hoursAgo(7)})`.execute(
      owner,
    )
    await withdrawTokens(owner, big(other, 5), { receiverId: person })
    await credited(person)
  }
  expect(await alerts(one, 814)).toMatchObject([{ said: 'CICLO v2: $ 1.000.000 volvieron por 1 otro cliente, en 2 pasos.' }])
  expect(await alerts(less, 814)).toEqual([])
})

it('ADM-13 alert 18: evaluation in a batch and one by one gives the same findings', async () => {
  const context = { ...test.platform, alerts: test.alerts, limits: test.limits }
  const rules = RULES.filter(({ kind }) => kind === 18)
  const people = (await sql<{ id: string }>`SELECT id FROM identity.account ORDER BY id`.execute(test.database.owner)).rows.map(
    ({ id }) => id,
  )
  const look = async (judged: () => Promise<void>) => {
    await sql`TRUNCATE monitoring.finding, alerts.episode, alerts.evidence, alerts.state_history CASCADE`.execute(test.database.owner)
    await judged()
    const found = await sql<{ rule: string }>`SELECT account_id, rule, period, fingerprint, severity, said FROM monitoring.finding
      ORDER BY 1, 2, 3, 4`.execute(test.database.owner)
    return found.rows
  }
  const each = await look(async () => {
    for (const person of people) await judge(context, person, rules)
  })
  const together = await look(() =>
    judgeBatch(
      context,
      people.map((accountId) => ({ accountId, rules })),
    ),
  )
  expect(together).toEqual(each)
  const wanted = ['CICLO', 'DESTINOS_NUEVOS', 'MONTOS_REDONDOS', 'PERFIL', 'VARIOS_PAGADORES']
  expect([...new Set(each.map(({ rule }) => rule))]).toEqual(expect.arrayContaining(wanted))
})
