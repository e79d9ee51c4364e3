/** Rules about money over the real books: limits, payments and trades as their modules write them. */
import { startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createAlerts } from '../../customers/alerts/index.ts'
import { type PaymentsTest, startPaymentsTest } from '../../money/payments/testing.ts'
import { testConfiguration } from '../../reference/configuration/testing.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createDueDiligence } from '../compliance/index.ts'
import { monthBefore, monthOf } from './facts/money.ts'
import { monthName } from './figures-text.ts'
import { createMonitoring } from './index.ts'
import { startNightlyRun } from './nightly-run.ts'

const MILLION = 100_000_000n
const HALF_AN_HOUR_MS = 30 * 60_000
const UNDECIDED = {
  register: () => undefined,
  perform: () => Promise.reject(new Error('no rule is changed here')),
  waitingTargets: async () => new Set<string>(),
}
let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
  const identity = {
    person: async (id: string) => ({ id, email: '', createdAt: new Date(0), state: ACCOUNT_STATE.verified, isActive: true }),
  }
  const alerts = createAlerts(test.platform, {
    commentWords: {},
    identity,
    parameters: createParameters(),
    configuration: testConfiguration(test.platform),
    diligence: createDueDiligence(test.platform),
  })
  createMonitoring(test.platform, { alerts, limits: test.limits, approvals: UNDECIDED })
})
afterAll(() => test?.stop())

async function newCustomer(level: 1 | 2 | 3 = 1, pesos = 0n) {
  const customer = await test.customer({ level, pesos })
  const now = test.platform.clock.now()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${customer.id}, ${`${customer.id}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', ${now}, ${now})`.execute(
    test.database.owner,
  )
  return customer
}
/** As a credited deposit, or a requested withdrawal. */
const move = (accountId: string, direction: 'deposit' | 'withdrawal', amountCop: bigint) =>
  inTransaction(test.database.db, async (tx) => {
    const operationId = newId()
    await test.limits.reserveLimit(tx, { accountId, direction, amountCop, operationId })
    const [amount, account] = [String(amountCop), 'Nómina']
    if (direction === 'deposit')
      await test.platform.outbox.emit(tx, 'payments.deposit_credited', { accountId, depositId: operationId, amount })
    else await test.platform.outbox.emit(tx, 'payments.withdrawal_requested', { accountId, withdrawalId: operationId, amount, account })
  })
const alertsOf = async (accountId: string): Promise<string[]> => {
  await test.platform.jobs.drain()
  const found = await sql<{ said: string }>`SELECT kind || ' ' || opening_comment AS said FROM alerts.episode
    WHERE account_id = ${accountId} AND state = 'open' AND kind > 1 ORDER BY kind, type_id`.execute(test.database.owner)
  return found.rows.map(({ said }) => said)
}

it('ADM-13 a nearly used limit and one that refuses: alert 13; the customer gets the refusal and nothing else', async () => {
  const { id, account } = await newCustomer()
  await move(id, 'deposit', 12n * MILLION)
  const near = '13 LIMITES v1: depósitos del mes $ 12.000.000 de $ 13.000.000 (92 %).'
  expect(await alertsOf(id)).toEqual([near])
  const body = { accountID: account, amount: '2000000' }
  const answer = await test.call(id, 'POST', '/payment/deposit', body)
  expect([answer.status, answer.code]).toEqual([409, 'limits.monthly_exceeded'])
  expect(await alertsOf(id)).toEqual([near])
  const evidence = await sql<{ comment: string }>`SELECT comment FROM alerts.evidence JOIN alerts.episode ON episode.id = episode_id
    WHERE account_id = ${id}`.execute(test.database.owner)
  expect(evidence.rows).toEqual([{ comment: 'LIMITES v1: depósitos: operación rechazada por el límite de $ 13.000.000.' }])
})

it('ADM-13 endless attempts fill no table, and two refused withdrawals are alert 15', async () => {
  const { id } = await newCustomer()
  const count = async () => (await sql`SELECT 1 FROM limits.refusal WHERE account_id = ${id}`.execute(test.database.owner)).rows.length
  const tryAgain = () => move(id, 'withdrawal', 14n * MILLION).catch(({ refusal }) => refusal.code)
  expect([await tryAgain(), await tryAgain(), await count()]).toEqual(['limits.monthly_exceeded', 'limits.monthly_exceeded', 2])
  expect(await alertsOf(id)).toEqual([
    '13 LIMITES v1: retiros: operación rechazada por el límite de $ 13.000.000.',
    '15 RETIROS v1: 2 retiros rechazados por el límite en 24 horas.',
  ])
  await sql`INSERT INTO limits.refusal SELECT gen_random_uuid(), account_id, direction, amount, maximum, at
    FROM limits.refusal, generate_series(1, 24) WHERE account_id = ${id}`.execute(test.database.owner)
  expect([await tryAgain(), await count()]).toEqual(['limits.monthly_exceeded', 50])
})

it('ADM-13 more than declared: alerts 14 and 15; large sums: 16 and 17, by the value that the trades moved', async () => {
  const { id } = await newCustomer(3)
  const now = test.platform.clock.now()
  await sql`INSERT INTO kyc.survey VALUES (${newId()}, ${id}, 0, 0, 0, ${now})`.execute(test.database.owner)
  const trade = (tokenIn: number, tokenOut: number, amountIn: bigint, amountOut: bigint) =>
    sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
        minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at, network_fee_out)
      VALUES (${newId()}, ${id}, 'x', 'input', ${tokenIn}, ${tokenOut}, ${amountIn}, ${amountOut}, ${amountIn}, ${amountOut}, '[]', 1, 0, 'settled',
        ${amountIn}, ${amountOut}, ${now}, ${now}, 0)`.execute(test.database.owner)
  // 4.000 pesos per dollar: 10.000 USDT are 40 million.
  await sql`INSERT INTO pricing.candle VALUES ('COPUSDT', '1d', ${new Date(now.getTime() - 1)}, 400000000000, 400000000000, 400000000000,
    400000000000, true)`.execute(test.database.owner)
  await trade(31, 30, 10_000_000_000n, 10_000_000n)
  await trade(0, 30, 260n * MILLION, 100_000_000n)
  await move(id, 'withdrawal', 13n * MILLION)
  await move(id, 'deposit', 13n * MILLION)
  expect(await alertsOf(id)).toEqual([
    '14 DEPOSITOS v1: depósitos del mes $ 13.000.000, 130 % de lo que declaró, $ 10.000.000.',
    '15 RETIROS v1: retiros del mes $ 13.000.000, 130 % de lo que declaró, $ 10.000.000.',
    '16 VOLUMEN v1: compras y ventas de 12 meses $ 300.000.000, 750 % de lo que declaró, $ 40.000.000.',
    '17 ALTO VOLUMEN v1: movió $ 326.000.000 en el mes, desde $ 300.000.000.',
  ])
  // Each sum refers to its operations.
  const pointed = await sql<{ kind: number; types: string[] }>`SELECT kind, ARRAY(SELECT one ->> 'type'
      FROM jsonb_array_elements(opening_evidence) AS one ORDER BY 1) AS types
    FROM alerts.episode WHERE account_id = ${id} AND kind IN (16, 17) ORDER BY kind`.execute(test.database.owner)
  expect(pointed.rows).toEqual([
    { kind: 16, types: ['trade', 'trade'] },
    { kind: 17, types: ['trade', 'trade'] },
  ])
})

it('ADM-13 alert 14 ends with a survey that covers the movements of that month, also in the next month, and with no other survey', async () => {
  const { id } = await newCustomer(3)
  const { clock } = test.platform
  const toNextMonth = () => {
    const next = startOfBogotaDay(`${monthBefore(monthOf(clock.now()), -1)}-01`)
    clock.advance(next.getTime() + 60_000 - clock.now().getTime())
  }
  async function answer(band: number) {
    await sql`INSERT INTO kyc.survey VALUES (${newId()}, ${id}, ${band}, 4, 0, ${clock.now()})`.execute(test.database.owner)
    clock.advance(1_000)
    await inTransaction(test.database.db, (tx) => test.platform.outbox.emit(tx, 'kyc.survey_answered', { accountId: id }))
    return (await alertsOf(id)).filter((said) => said.startsWith('14'))
  }
  toNextMonth()
  expect(await answer(1)).toEqual([])
  clock.advance(60_000)
  await move(id, 'deposit', 65n * MILLION)
  const month = monthName(clock.now())
  const exceeded = '14 DEPOSITOS v1: depósitos del mes $ 65.000.000, 130 % de lo que declaró, $ 50.000.000.'
  expect(await alertsOf(id)).toContain(exceeded)
  toNextMonth()
  expect([await answer(1), await answer(0)]).toEqual([[exceeded], [exceeded]])
  expect(await answer(2)).toEqual([])
  const closed = await sql<{ said: string }>`SELECT closing_comment AS said FROM alerts.episode
    WHERE account_id = ${id} AND kind = 14`.execute(test.database.owner)
  expect(closed.rows).toEqual([{ said: `DEPOSITOS v1: la encuesta se actualizó y cubre lo que movió en ${month}.` }])
})

it('ADM-13 alert 18, dormant, over the books: a small decoy before the large sum does not reactivate an account, and a customer who trades is not dormant', async () => {
  const { owner } = test.database
  async function longAgo() {
    const { id } = await newCustomer(3)
    await sql`UPDATE identity.account SET created_at = ${hour(400 * 24)} WHERE id = ${id}`.execute(owner)
    await deposit(id, 5_000_000n, 300 * 24)
    return id
  }
  const hour = (hours: number) => new Date(test.platform.clock.now().getTime() - hours * 3_600_000)
  async function deposit(id: string, pesos: bigint, hours: number) {
    const depositId = newId()
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at) VALUES (${depositId}, ${id}, 'x', ${newId()}, 1, 'Nómina', 9, '12345678',
        ${pesos * 100n}, '{}', 'COMPLETED', ${hour(hours)}, ${hour(hours)})`.execute(owner)
    await sql`INSERT INTO limits.operation_use VALUES (${depositId}, ${id}, ${hour(hours)}, 'deposit', ${pesos * 100n}, true)`.execute(
      owner,
    )
  }
  const trade = (id: string, pesos: bigint, hours: number) =>
    sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
        minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at, network_fee_out)
      VALUES (${newId()}, ${id}, 'x', 'input', 0, 30, ${pesos * 100n}, 1, ${pesos * 100n}, 1, '[]', 1, 0, 'settled', ${pesos * 100n}, 1, ${hour(hours)},
        ${hour(hours)}, 0)`.execute(owner)
  const dormant = async (id: string) => {
    await inTransaction(test.database.db, (tx) =>
      test.platform.outbox.emit(tx, 'payments.deposit_credited', { accountId: id, depositId: newId(), amount: '1' }),
    )
    return (await alertsOf(id)).filter((said) => said.includes('DORMIDA'))
  }
  const [asleep, trader, small] = [await longAgo(), await longAgo(), await longAgo()]
  for (const id of [asleep, trader, small]) {
    await deposit(id, 10_000n, 79)
    await deposit(id, 90_000_000n, 1)
  }
  for (const days of [200, 120, 45]) {
    await trade(trader, 2_000_000n, days * 24)
    await trade(small, 20_000n, days * 24)
  }
  const said = '18 CUENTA DORMIDA v1: 299 días sin movimientos de $ 900.000 o más, y $ 90.000.000 en 72 horas.'
  expect([await dormant(asleep), await dormant(trader), await dormant(small)]).toEqual([[said], [], [said]])
  // It counts as one reactivation, whatever follows, also when the decoy is no longer read.
  test.platform.clock.advance(29 * 24 * 3_600_000)
  expect(await dormant(asleep)).toEqual([said])
  const found = await sql`SELECT FROM monitoring.finding WHERE account_id = ${asleep} AND rule = 'CUENTA_DORMIDA'`.execute(owner)
  expect(found.rows).toHaveLength(1)
})

it('ADM-13 alerts 13, 14 and 15 refer to the movements of the month, the largest first', async () => {
  const { id } = await newCustomer(1)
  const now = test.platform.clock.now()
  await sql`INSERT INTO kyc.survey VALUES (${newId()}, ${id}, 0, 0, 0, ${now})`.execute(test.database.owner)
  const ids = [newId(), newId(), newId()]
  const month = `${monthOf(now)}-01`
  for (const [place, depositId] of ids.entries()) {
    const amount = BigInt(place + 3) * MILLION
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at) VALUES (${depositId}, ${id}, 'x', ${newId()}, 1, 'Nómina', 9, '12345678', ${amount}, '{}',
        'COMPLETED', ${now}, ${now})`.execute(test.database.owner)
    await sql`INSERT INTO limits.operation_use VALUES (${depositId}, ${id}, ${month}, 'deposit', ${amount}, true)`.execute(
      test.database.owner,
    )
  }
  await move(id, 'deposit', 13n * MILLION)
  await alertsOf(id)
  const pointed = await sql<{ kind: number; ids: string[] }>`SELECT kind, ARRAY(SELECT one ->> 'id'
      FROM jsonb_array_elements(opening_evidence) WITH ORDINALITY AS refs (one, place) ORDER BY place) AS ids
    FROM alerts.episode WHERE account_id = ${id} AND kind IN (13, 14) ORDER BY kind`.execute(test.database.owner)
  expect(pointed.rows).toEqual([
    { kind: 13, ids: ids.toReversed() },
    { kind: 14, ids: ids.toReversed() },
  ])
})

it('ADM-13 alert 16: a month above the 99th percentile of thirty peers in the month before; the open survey band needs more information', async () => {
  const { owner } = test.database
  const before = startOfBogotaDay(`${monthBefore(monthOf(test.platform.clock.now()), 1)}-10`)
  const answer = (id: string, yearly: number, at: Date) =>
    sql`INSERT INTO kyc.survey VALUES (${newId()}, ${id}, 2, ${yearly}, 0, ${at})`.execute(owner)
  const trade = (id: string, millions: bigint, at: Date) =>
    sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
        minimum_out, path, estimated_fee_wei, fee_usd_micros, state, amount_in, amount_out, created_at, settled_at, network_fee_out)
      VALUES (${newId()}, ${id}, 'x', 'input', 0, 30, ${millions * MILLION}, 1, ${millions * MILLION}, 1, '[]', 1, 0, 'settled',
        ${millions * MILLION}, 1, ${at}, ${at}, 0)`.execute(owner)
  const peers = await Promise.all(Array.from({ length: 30 }, () => newCustomer(2)))
  for (const [place, { id }] of peers.entries()) {
    await answer(id, 3, new Date(before.getTime() - 1_000))
    await trade(id, BigInt(place + 1), before)
  }
  const [ordinary, great, lonely, open] = [await newCustomer(2), await newCustomer(2), await newCustomer(2), await newCustomer(2)]
  for (const { id } of [ordinary, great]) await answer(id, 3, before)
  await answer(lonely.id, 2, before)
  await answer(open.id, 4, before)
  const now = test.platform.clock.now()
  for (const [{ id }, millions] of [[ordinary, 30n], [great, 31n], [lonely, 150n]] as const) await trade(id, millions, now) // biome-ignore format: one list
  await startNightlyRun({ ...test.platform })
  await test.platform.jobs.drain()
  const volume = async ({ id }: { id: string }) => (await alertsOf(id)).filter((said) => said.startsWith('16'))
  expect(await Promise.all([ordinary, great, lonely, open].map(volume))).toEqual([
    [],
    [
      '16 VOLUMEN v1: compras y ventas del mes $ 31.000.000; de 30 clientes de su nivel y rango, el 99 % no pasó de $ 30.000.000 el mes anterior.',
    ],
    [],
    ['16 VOLUMEN v1: declaró un rango sin tope en la encuesta: pide debida diligencia reforzada.'],
  ])
})

it('ADM-13 operations one by one, as payments stores them: structuring and in and out, alert 18 by type; failed ones are omitted', async () => {
  const { id } = await newCustomer(2)
  const now = test.platform.clock.now()
  const hour = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const bankAccountId = newId()
  const operation = (operationId: string, direction: 'deposit' | 'withdrawal', amount: bigint) =>
    sql`INSERT INTO limits.operation_use VALUES (${operationId}, ${id}, ${now}, ${direction}, ${amount}, true)`.execute(test.database.owner)
  async function deposit(millions: bigint, hours: number, state = 'COMPLETED') {
    const depositId = newId()
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at) VALUES (${depositId}, ${id}, 'x', ${bankAccountId}, 1, 'Nómina', 9, '12345678',
        ${millions * MILLION}, '{}', ${state}, ${hour(hours)}, ${hour(hours)})`.execute(test.database.owner)
    await operation(depositId, 'deposit', millions * MILLION)
  }
  async function withdrawal(millions: bigint, hours: number) {
    const withdrawalId = newId()
    await sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payee, state, pay_after, created_at, ended_at) VALUES (${withdrawalId}, ${id}, 'x', ${bankAccountId}, 1, 'Nómina', 9, '12345678',
        ${millions * MILLION}, '{}', 'COMPLETED', ${hour(hours)}, ${hour(hours)}, ${hour(hours)})`.execute(test.database.owner)
    await operation(withdrawalId, 'withdrawal', millions * MILLION)
  }
  const look = () =>
    inTransaction(test.database.db, (tx) =>
      test.platform.outbox.emit(tx, 'payments.deposit_credited', { accountId: id, depositId: newId(), amount: '1' }),
    )
  await deposit(6n, 400)
  await withdrawal(6n, 390)
  await deposit(9n, 30)
  await deposit(9n, 20, 'EXPIRED')
  await look()
  expect(await alertsOf(id)).toEqual([])
  await withdrawal(9n, 10)
  await deposit(8n, 1)
  await look()
  expect(await alertsOf(id)).toEqual([
    '18 FRACCIONAMIENTO v1: 3 operaciones en 7 días entre el 80 % y el 100 % de $ 10.000.000, en total $ 26.000.000.',
    '18 ENTRADA Y SALIDA v1: 2 depósitos en 30 días salieron casi enteros en 24 horas; el último, $ 9.000.000 y salieron $ 9.000.000.',
  ])
})

it('ADM-13 withdrawals refused around the end of a month count together for alert 15, and only those of the month for 13', async () => {
  const { id } = await newCustomer()
  const { clock } = test.platform
  const firstOfNext = startOfBogotaDay(`${monthBefore(monthOf(clock.now()), -1)}-01`)
  clock.advance(firstOfNext.getTime() + HALF_AN_HOUR_MS - clock.now().getTime())
  await sql`INSERT INTO limits.refusal VALUES (${newId()}, ${id}, 'withdrawal', ${14n * MILLION}, ${13n * MILLION},
    ${new Date(firstOfNext.getTime() - HALF_AN_HOUR_MS)})`.execute(test.database.owner)
  expect(await move(id, 'withdrawal', 14n * MILLION).catch(({ refusal }) => refusal.code)).toBe('limits.monthly_exceeded')
  expect(await alertsOf(id)).toContain('15 RETIROS v1: 2 retiros rechazados por el límite en 24 horas.')
  const ofMonth = await sql`SELECT FROM alerts.evidence JOIN alerts.episode ON episode.id = episode_id
    WHERE account_id = ${id} AND kind = 13`.execute(test.database.owner)
  expect(ofMonth.rows).toHaveLength(0)
})

it('ADM-13 alert 12: the bank returns a payout because the account belongs to another person; ends when the account is removed', async () => {
  const { id, account } = await newCustomer(1, 50_000n)
  const { transactionId } = (await test.call(id, 'POST', '/payment/withdraw', { account, amount: '30000' }, newId())).body
  const stateIs = (state: string) =>
    test.until(async () => {
      test.platform.clock.advance(10_000)
      return (await test.call(id, 'GET', `/payment/transactions/user/${transactionId}`)).body.state === state
    })
  await stateIs('COMPLETED')
  expect(await alertsOf(id)).toEqual([])
  test.setPayout(transactionId, 'FAILED', 'D11')
  await stateIs('RETURNED')
  expect(await alertsOf(id)).toEqual([
    '12 TITULAR v1: el banco devolvió un retiro: la cuenta terminada en 5678 no está a nombre de la persona.',
  ])
  await sql`UPDATE payments.bank_account SET deleted_at = ${test.platform.clock.now()} WHERE id = ${account}`.execute(test.database.owner)
  await inTransaction(test.database.db, (tx) =>
    test.platform.outbox.emit(tx, 'payments.account_changed', {
      accountId: id,
      bankAccountId: account,
      account: 'Nómina',
      change: 'deleted',
      heldUntil: null,
    }),
  )
  expect((await alertsOf(id)).filter((said) => said.startsWith('12'))).toEqual([])
})

it('ADM-13 alerts 11 and 12: many newer accounts and decided deposits hide neither an open deposit nor an edited account', async () => {
  const { id, account } = await newCustomer()
  const { owner } = test.database
  const now = test.platform.clock.now()
  const hour = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const deposits = (state: string, hours: number, times: number) =>
    sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, is_of_other_payer, created_at, ended_at)
      SELECT gen_random_uuid(), ${id}, 'x', ${account}, 1, 'Nómina', 9, '12345678', 1, '{}', ${state}, true, ${hour(hours)},
        ${state === 'IN_REVIEW' ? null : hour(hours - 1)} FROM generate_series(1, ${times})`.execute(owner)
  const look = () =>
    inTransaction(test.database.db, (tx) =>
      test.platform.outbox.emit(tx, 'payments.deposit_credited', { accountId: id, depositId: newId(), amount: '1' }),
    )
  const kinds = async () => (await alertsOf(id)).map((said) => said.slice(0, 2)).filter((kind) => ['11', '12'].includes(kind))
  await deposits('IN_REVIEW', 60, 1)
  await look()
  expect(await kinds()).toEqual(['12'])
  await deposits('RETURNED', 50, 60)
  await sql`INSERT INTO payments.bank_account (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at, deleted_at)
    SELECT gen_random_uuid(), ${id}, 3, 'a' || place, 'a' || place, 1, 9, '123456', ${hour(5_000)}, ${hour(5_000)}, ${hour(4_999)}
    FROM generate_series(1, 210) AS place`.execute(owner)
  await sql`UPDATE payments.bank_account SET created_at = ${hour(6_000)}, changed_at = ${hour(1)} WHERE id = ${account}`.execute(owner)
  await look()
  await test.platform.jobs.drain()
  await startNightlyRun({ ...test.platform })
  await test.platform.jobs.drain()
  expect(await kinds()).toEqual(['11', '12'])
})

it("ADM-13 G5 alert 12: a transfer, or a PSE payment, that the bank does not confirm as the customer's, until officers decided about it", async () => {
  const { id } = await newCustomer()
  const at = test.platform.clock.now()
  const insert = (payer: boolean, method = 'TRANSFER') =>
    sql`INSERT INTO payments.deposit (id, account_id, method, request_hash, bank_id, bank_account_id, account_alias, account_type,
      account_number, amount, payer, state, created_at, is_of_other_payer)
    VALUES (${newId()}, ${id}, ${method}, '', 1, ${method === 'PSE' ? newId() : null}, 'Tunjo', 9, '1', 5000000, '{}', 'IN_REVIEW', ${at}, ${payer})`.execute(
      test.database.owner,
    )
  const held = () =>
    inTransaction(test.database.db, (tx) =>
      test.platform.outbox.emit(tx, 'payments.deposit_held', { accountId: id, depositId: newId(), amount: '5000000', reason: 'x' }),
    )
  await insert(false)
  await held()
  expect(await alertsOf(id)).toEqual([])
  await insert(true)
  await held()
  expect(await alertsOf(id)).toEqual(['12 TITULAR v1: llegó una transferencia que el banco no confirma a nombre de la persona.'])
  const decide = () =>
    sql`UPDATE payments.deposit SET state = 'COMPLETED', ended_at = ${at} WHERE account_id = ${id}`.execute(test.database.owner)
  await decide()
  await held()
  expect(await alertsOf(id)).toEqual([])
  await insert(true, 'PSE')
  await held()
  expect(await alertsOf(id)).toEqual(['12 TITULAR v1: llegó un pago por PSE que el proveedor registra a nombre de otra persona.'])
  await decide()
  await held()
  expect(await alertsOf(id)).toEqual([])
})
