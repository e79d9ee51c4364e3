/**
 * Writes false values, by type, into every column that the product's database role may change in the tables that decide where pesos go, one
 * on each of many movements of a running product, which then runs to the end (SEC-76,
 * docs/decisions/0075-destinations-of-money-are-sealed.md). Pesos go to their destination or stay: never to another account, never twice,
 * never to another customer. The columns are read from the grants, so that a new one is covered too.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newOfficer } from '../src/domains/money/payments/parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../src/domains/money/payments/testing.ts'
import { newId } from '../src/platform/database/ids.ts'
import { type Change, changesOf, describeChange, everyChangeOf, inTurns, type Place, write } from './false-values.testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const HOUR_MS = 3_600_000
/** Another person as payee or payer. */
const JSONB = { payee: [`jsonb_set(payee, '{document}', '"99887766"')`], payer: [`jsonb_set(payer, '{document}', '"99887766"')`] }
const REASON = 'Revisé el extracto con el banco.'

let test: PaymentsTest
/** Account to which a false value would give money. */
let bystander: string
beforeAll(async () => {
  test = await startPaymentsTest()
  bystander = (await test.customer()).id
})
afterAll(() => test.stop())

/** Movement of a separate customer, with a unique amount. */
interface Movement {
  /** The row that is changed; some are created during the movement. */
  readonly rowId: () => Promise<string>
  readonly customer: string
  readonly number: string
  /** Cents. */
  readonly funded: bigint
  readonly amount: bigint
  /** At the bank, or the withdrawal from a saved account. */
  readonly begin?: () => Promise<unknown>
}

const all: Movement[] = []
let count = 0
async function newCustomer(pesos: bigint) {
  count += 1
  // The sandbox’s bank refuses numbers that end in 0001 and similar.
  const number = String(20_001_000 + count)
  const { id, account } = await test.customer({ pesos, accountNumber: number })
  // No amount equals another, is twice another, or differs from another by one peso.
  return { id, account, number, pesos: 30_000n + BigInt(count * 3) }
}
async function withdrawal(): Promise<Movement> {
  const { id: customer, account, number, pesos } = await newCustomer(100_000n)
  const { body, text } = await test.call(customer, 'POST', '/payment/withdraw', { account, amount: String(pesos) }, newId())
  expect(body?.transactionId, text).toBeTruthy()
  return { rowId: async () => body.transactionId, customer, number, funded: 10_000_000n, amount: pesos * 100n }
}
async function monthOfWithdrawal(): Promise<Movement> {
  const asked = await withdrawal()
  return { ...asked, rowId: async () => asked.customer }
}
async function savedAccount(): Promise<Movement> {
  const { id: customer, account, number, pesos } = await newCustomer(100_000n)
  const begin = () => test.call(customer, 'POST', '/payment/withdraw', { account, amount: String(pesos) }, newId())
  return { rowId: async () => account, customer, number, funded: 10_000_000n, amount: pesos * 100n, begin }
}
async function deposit(): Promise<Movement> {
  const { id: customer, account, number, pesos } = await newCustomer(0n)
  const link = await test.call(customer, 'POST', '/payment/deposit', { accountID: account, amount: String(pesos) }, newId())
  const listed = await test.call(customer, 'POST', '/payment/transactions/user/deposits', { pageIndex: 0, size: 1 })
  const [{ transactionId }] = listed.body.results
  const begin = () => test.answerAtBank(link.body, 'APPROVED')
  return { rowId: async () => transactionId, customer, number, funded: 0n, amount: pesos * 100n, begin }
}
const idOf = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(test.platform.db)).rows[0]?.id ?? ''
/** Transfer to the collection account, with the customer's reference. */
async function transfer(): Promise<Movement> {
  const { id: customer, number, pesos } = await newCustomer(0n)
  const { reference } = (await test.call(customer, 'POST', '/payment/deposit/transfer')).body
  test.sandbox.controls.apply({
    action: 'bank-transfer',
    reference,
    name: 'ANA MARIA ROJAS',
    document: '',
    amount: Number(pesos),
    direction: 'in',
  })
  const rowId = () => idOf(sql`SELECT id FROM payments.statement_line WHERE reference = ${reference}`)
  return { rowId, customer, number, funded: 0n, amount: pesos * 100n }
}
/** Imported by two officers; its lines wait for the job. */
async function importStatement(): Promise<void> {
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const body = test.sandbox.controls.statement()
  const sent = await fetch(`${test.server.url}/payment/administrative/statements`, { method: 'POST', headers, body })
  const { id }: { id: string } = JSON.parse(await sent.text())
  const asked = await test.call(newOfficer(), 'POST', `/payment/administrative/statements/${id}/import`, { reason: REASON })
  const approval = `/api/administrative/approvals/${asked.body.approvalRequestId}/approve`
  expect((await test.call(newOfficer(), 'POST', approval, { note: REASON })).status).toBe(200)
}

let importing: Promise<unknown> = Promise.resolve()
/** Imported with a statement of its own, one after the other. */
async function transferOfStatement(): Promise<Movement> {
  const making = importing.then(importOne)
  importing = making
  return making
}
async function importOne(): Promise<Movement> {
  const arrived = await transfer()
  await importStatement()
  const statement = await idOf(sql`SELECT statement_id AS id FROM payments.statement_line WHERE id = ${await arrived.rowId()}`)
  return { ...arrived, rowId: async () => statement }
}
/** The event of its provider is recorded. */
async function depositWithEvent(): Promise<Movement> {
  const begun = await deposit()
  const depositId = await begun.rowId()
  return { ...begun, rowId: () => idOf(sql`SELECT id FROM payments.provider_event WHERE position(${depositId} in body) > 0`) }
}
/** The provider has a second approved payment for it, which the books do not know. */
async function depositPaidTwice(): Promise<Movement> {
  const begun = await deposit()
  const depositId = await begun.rowId()
  return { ...begun, rowId: () => idOf(sql`SELECT id FROM payments.anomaly WHERE movement_id = ${depositId}`) }
}
async function paidTwice(movements: readonly Movement[]): Promise<void> {
  await begun(movements)
  const { transactions } = test.sandbox.controls.store
  const amounts = new Set(movements.map(({ amount }) => amount))
  for (const own of transactions.all().filter(({ request }) => amounts.has(BigInt(request.amount_in_cents))))
    transactions.put({ ...own, id: `${own.id}-2`, ticket: newId(), status: 'APPROVED' })
  const payload = { day: bogotaDay(test.platform.clock.now()) }
  await test.platform.jobs.enqueue(test.platform.db, { name: 'payments.daily-report', key: newId(), payload })
  await workOn(1)
}
/** Two officers booked the second payment, which is in suspense. */
async function booked(movements: readonly Movement[]): Promise<void> {
  await paidTwice(movements)
  await inTurns(movements, async ({ rowId }) => {
    const path = `/payment/administrative/anomalies/${await rowId()}/book`
    const asked = await test.call(newOfficer(), 'POST', path, { target: 'suspense', accountId: null, reason: REASON })
    const approval = `/api/administrative/approvals/${asked.body.approvalRequestId}/approve`
    expect((await test.call(newOfficer(), 'POST', approval, { note: REASON })).status).toBe(200)
  })
}

/** Enqueue jobs as an attacker would who wants a movement processed again. */
async function askAgain(name: string, field: string, movements: readonly Movement[]): Promise<void> {
  await inTurns(movements, async ({ rowId }) => {
    const payload = JSON.stringify({ [field]: await rowId() })
    await sql`INSERT INTO platform.job (id, name, key, payload, run_at) VALUES (${newId()}, ${name}, ${newId()}, ${payload}, now())`.execute(
      test.platform.db,
    )
  })
}
async function workOn(hours: number): Promise<void> {
  test.platform.clock.advance(hours * HOUR_MS)
  for (let round = 0; round < 3; round++) await test.platform.jobs.drain()
  await test.compareRecords()
}
async function workToTheEnd(): Promise<void> {
  for (const hours of [1, 25, 2]) await workOn(hours)
}

const paidTo = () =>
  test.sandbox.controls.store.payouts
    .all()
    .flatMap(({ transactions }) => transactions.filter(({ status }) => status === 'APPROVED'))
    .map(({ bank, amountInCents }) => `${bank?.accountNumber} ${amountInCents}`)

/** Fault of a movement; null when its pesos reached their destination, or stayed. */
async function wrongOf({ customer, number, funded, amount }: Movement, direction: 'in' | 'out'): Promise<string | null> {
  const { posted, held } = await test.balance(customer)
  if (direction === 'in') return posted === 0n || posted === amount ? null : `${posted} were credited instead of ${amount}`
  const isPaid = paidTo().includes(`${number} ${amount}`)
  const isRight = isPaid ? posted === funded - amount || (posted === funded && held === amount) : posted === funded
  return isRight ? null : `${isPaid ? 'paid' : 'not paid'}, with ${posted} posted and ${held} held of ${funded}`
}
/** Check all movements so far: paid once each, and nothing else was paid. */
async function expectNothingElsewhere(): Promise<void> {
  const expected = new Set(all.map(({ number, amount }) => `${number} ${amount}`))
  const paid = paidTo()
  expect(paid.filter((one) => !expected.has(one))).toEqual([])
  expect(paid.filter((one, at) => paid.indexOf(one) !== at)).toEqual([])
  expect(await test.balance(bystander)).toMatchObject({ posted: 0n, held: 0n })
}

const WRITTEN: Readonly<Record<string, Omit<Place, 'table'>>> = {
  'payments.statement_line': { withState: [''] },
  'limits.month_use': { key: 'account_id' },
  'limits.operation_use': { key: 'operation_id' },
}
interface Walk {
  readonly table: string
  readonly when: string
  readonly direction: 'in' | 'out'
  make(): Promise<Movement>
  /** Advances the movements to this state before the change. */
  before?(movements: readonly Movement[]): Promise<unknown>
  /** Runs after the change, before the product continues. */
  after?(movements: readonly Movement[]): Promise<unknown>
}
const begin = (movements: readonly Movement[]) => inTurns(movements, async (movement) => movement.begin?.())
const payAgain = (movements: readonly Movement[]) => askAgain('payments.pay-withdrawal', 'withdrawalId', movements)
const followAgain = (movements: readonly Movement[]) => askAgain('payments.follow-deposit', 'depositId', movements)
async function reconcileAgain(movements: readonly Movement[]): Promise<void> {
  await followAgain(movements)
  await sql`INSERT INTO platform.job (id, name, key, payload, run_at)
    SELECT gen_random_uuid(), 'payments.reconcile-statement', gen_random_uuid(), jsonb_build_object('statementId', id), now()
    FROM payments.statement`.execute(test.platform.db)
}
async function begun(movements: readonly Movement[]): Promise<void> {
  await begin(movements)
  await workOn(1)
}
async function imported(): Promise<void> {
  await importStatement()
  await workOn(1)
}
const attempt = async (): Promise<Movement> => {
  const asked = await withdrawal()
  const rowId = async () => idOf(sql`SELECT id FROM payments.payout_attempt WHERE withdrawal_id = ${await asked.rowId()}`)
  return { ...asked, rowId }
}
const out = 'out' as const
const into = 'in' as const

const WALKS: readonly Walk[] = [
  { table: 'payments.bank_account', when: 'before a withdrawal', direction: out, make: savedAccount, after: begin },
  { table: 'payments.withdrawal', when: 'that waits', direction: out, make: withdrawal, after: payAgain },
  { table: 'payments.withdrawal', when: 'that was paid', direction: out, make: withdrawal, before: () => workOn(1), after: payAgain },
  { table: 'payments.payout_attempt', when: 'of a payout', direction: out, make: attempt, before: () => workOn(1) },
  { table: 'payments.deposit', when: 'before it is paid at the bank', direction: into, make: deposit, after: begin },
  { table: 'payments.deposit', when: 'that was credited', direction: into, make: deposit, before: begun, after: followAgain },
  { table: 'payments.statement_line', when: 'that waits', direction: into, make: transfer, before: importStatement },
  { table: 'payments.statement_line', when: 'that was credited', direction: into, make: transfer, before: imported, after: reconcileAgain },
  { table: 'payments.deposit', when: 'of a transfer', direction: into, make: transfer, before: imported, after: reconcileAgain },
  // The last that imports: a false number makes another statement count as the last one (docs/security.md), after which none is accepted.
  { table: 'payments.statement', when: 'that was imported', direction: into, make: transferOfStatement, after: reconcileAgain },
  { table: 'payments.provider_event', when: 'of a deposit', direction: into, make: depositWithEvent, before: begun },
  { table: 'payments.anomaly', when: 'of a second payment', direction: into, make: depositPaidTwice, before: paidTwice },
  { table: 'payments.anomaly', when: 'that two officers booked', direction: into, make: depositPaidTwice, before: booked },
  { table: 'limits.month_use', when: 'of a withdrawal that waits', direction: out, make: monthOfWithdrawal },
  { table: 'limits.operation_use', when: 'of a withdrawal that waits', direction: out, make: withdrawal, after: payAgain },
  {
    table: 'limits.operation_use',
    when: 'of a withdrawal that was paid',
    direction: out,
    make: withdrawal,
    before: () => workOn(1),
    after: payAgain,
  },
]

const refunds = async (): Promise<{ lineId: string; amount: string; payer: { name: string } }[]> =>
  (await test.call(newOfficer(), 'GET', '/payment/administrative/statement-lines?size=100')).body.refunds
/** Refund of a transfer without a reference, which two officers sent back. Returns its line. */
async function refund(): Promise<{ lineId: string; pesos: number }> {
  count += 1
  const pesos = 30_000 + count * 3
  test.sandbox.controls.apply({ action: 'bank-transfer', reference: '', name: 'PEDRO PEREZ', document: '', amount: pesos, direction: 'in' })
  await importStatement()
  await workOn(1)
  const lineId = await idOf(sql`SELECT id FROM payments.statement_line WHERE amount = ${pesos * 100} AND state = 'UNMATCHED'`)
  const path = `/payment/administrative/statement-lines/${lineId}/decide`
  const asked = await test.call(newOfficer(), 'POST', path, { decision: 'send_back', reason: REASON })
  await test.call(newOfficer(), 'POST', `/api/administrative/approvals/${asked.body.approvalRequestId}/approve`, { note: REASON })
  return { lineId, pesos }
}
async function paidRefund(): Promise<{ lineId: string; pesos: number }> {
  const made = await refund()
  const reference = await idOf(sql`SELECT code AS id FROM payments.refund WHERE line_id = ${made.lineId}`)
  test.sandbox.controls.apply({ action: 'bank-transfer', reference, name: '', document: '', amount: made.pesos, direction: 'out' })
  await importStatement()
  await workOn(1)
  return made
}

it('E2 SEC-76 payments.refund: a false value in any column asks officers for no other transfer', async () => {
  const place = { table: 'payments.refund', key: 'line_id' }
  const control = await refund()
  const changes = await changesOf(test.platform.db, place.table, { bystander, more: { paid_by: ['line_id'] } })
  const written = { due: 0, paid: 0 }
  for (const change of changes) {
    const [due, paid] = [await refund(), await paidRefund()]
    if (await write(test.platform.db, place, change, due.lineId)) written.due += 1
    if (await write(test.platform.db, place, change, paid.lineId)) written.paid += 1
    const shown = (await refunds()).filter(({ lineId }) => lineId === due.lineId || lineId === paid.lineId)
    // A false value may hide a refund that is due, and shows none that was paid.
    for (const one of shown) expect(one).toMatchObject({ lineId: due.lineId, amount: String(due.pesos), payer: { name: 'PEDRO PEREZ' } })
  }
  expect((await refunds()).map(({ lineId }) => lineId)).toContain(control.lineId)
  expect(Math.min(written.due, written.paid)).toBeGreaterThan(changes.length / 2)
})

it('E2 SEC-76 payments.bank_account: a false value in any column pays no pesos to an account that its owner removed', async () => {
  const place = { table: 'payments.bank_account' }
  const removals = (await everyChangeOf(test.platform.db, place.table, { bystander })).filter(({ column }) => column === 'deleted_at')
  expect(removals.length).toBeGreaterThan(2)
  for (const change of removals) {
    const { rowId, customer, begin } = await savedAccount()
    const account = await rowId()
    expect((await test.call(customer, 'DELETE', `/payment/accounts/${account}`)).status).toBe(200)
    await write(test.platform.db, place, change, account)
    expect(await begin?.(), describeChange(change)).toMatchObject({ code: 'payments.account_not_found' })
    await workToTheEnd()
    expect(await test.balance(customer)).toMatchObject({ posted: 10_000_000n, held: 0n })
  }
})

it.each(WALKS)(
  'E2 SEC-76 $table $when: a false value in any column moves no pesos to another place',
  async ({ table, direction, ...walk }) => {
    const changes: (Change | null)[] = [null, ...(await changesOf(test.platform.db, table, { bystander, more: JSONB }))]
    const movements = await inTurns(changes, () => walk.make())
    all.push(...movements)
    await walk.before?.(movements)
    const written = await inTurns([...changes.entries()], async ([at, change]) => {
      const rowId = await movements[at]?.rowId()
      return change !== null && rowId !== undefined && (await write(test.platform.db, { table, ...WRITTEN[table] }, change, rowId))
    })
    await walk.after?.(movements)
    await workToTheEnd()
    const wrongs = await inTurns(movements, (movement) => wrongOf(movement, direction))
    expect(wrongs.flatMap((wrong, at) => (wrong ? [`${describeChange(changes[at])}: ${wrong}`] : []))).toEqual([])
    await expectNothingElsewhere()
    // The control was not changed: it shows that the run worked. The database accepts most values.
    const [control] = movements
    const { posted } = await test.balance(control?.customer ?? '')
    expect(posted).toBe(direction === 'in' ? control?.amount : (control?.funded ?? 0n) - (control?.amount ?? 0n))
    expect(written.filter(Boolean).length).toBeGreaterThan((changes.length - 1) / 2)
  },
)
