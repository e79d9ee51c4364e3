import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { insertAccount, newOfficer } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const HOUR_MS = 3_600_000
let test: PaymentsTest
const officer = newOfficer()
beforeAll(async () => {
  test = await startPaymentsTest({ BANK_ACCOUNT_HOLD_HOURS: '24' })
})
afterAll(() => test.stop())

const read = async (userId: string) => (await test.call(officer, 'GET', `/payment/accounts/administrative/user?userId=${userId}`)).body
async function customer(options?: Parameters<PaymentsTest['customer']>[0]) {
  const made = await test.customer(options)
  await insertAccount(test.database.owner, made.id)
  return made
}
const form = (alias: string, account: string) => ({ account, accountType: 9, bank: 1, alias })
const withdraw = async (id: string, account: string, amount = '30000') =>
  (await test.call(id, 'POST', '/payment/withdraw', { account, amount }, newId())).body.transactionId as string
const stateIs = (id: string, transactionId: string, state: string) =>
  test.until(async () => {
    test.platform.clock.advance(10_000)
    return (await test.call(id, 'GET', `/payment/transactions/user/${transactionId}`)).body.state === state
  })
/** Old enough to be paid immediately. */
const dayLater = () => test.platform.clock.advance(25 * HOUR_MS)
const open = (id: string, kind: number, evidence: object[]) =>
  sql`INSERT INTO alerts.episode (id, account_id, kind, state, opened_at, opening_comment, severity, opening_severity, due_at, opening_evidence)
    VALUES (${newId()}, ${id}, ${kind}, 'open', ${test.platform.clock.now()}, 'REGLA v1', 'high', 'high', ${test.platform.clock.now()},
      ${JSON.stringify(evidence)})`.execute(test.database.owner)

const sendBack = (transactionId: string) => test.setPayout(transactionId, 'FAILED', 'D11')

describe('bank accounts of a person, for officers', () => {
  it('ADM-06 a new account is unproven and on hold; a payout confirms it and counts', async () => {
    const { id, account } = await customer({ pesos: 100_000n })
    const transactionId = await withdraw(id, account)
    const before = (await read(id)).accounts[0]
    expect(before).toMatchObject({
      id: account,
      match: 'unproven',
      payouts: { count: 0, amount: '0', firstAt: null },
      waiting: { count: 1, amount: '30000', inReview: 0, until: before.heldUntil },
    })
    expect(Date.parse(before.heldUntil)).toBeGreaterThan(test.platform.clock.now().getTime())
    dayLater()
    await stateIs(id, transactionId, 'COMPLETED')
    const { holder, accounts, blocks } = await read(id)
    expect(accounts[0]).toMatchObject({
      match: 'confirmed',
      mismatches: [],
      heldUntil: null,
      holder,
      payouts: { count: 1, amount: '30000', firstAt: expect.any(String), lastAt: expect.any(String) },
      waiting: { count: 0, until: null },
    })
    expect(holder.document).toMatch(/^\d+$/)
    expect(blocks).toEqual([])
  })

  it('ADM-06 an account that the bank refused as another person’s comes first, with the reason, its alert and the payout', async () => {
    const { id, account } = await customer({ pesos: 100_000n })
    dayLater()
    await test.call(id, 'POST', '/payment/accounts', form('Ahorros', '99887766'))
    const transactionId = await withdraw(id, account)
    await stateIs(id, transactionId, 'COMPLETED')
    sendBack(transactionId)
    await stateIs(id, transactionId, 'RETURNED')
    await open(id, 12, [{ type: 'movement', id: transactionId }])
    const { accounts } = await read(id)
    expect(accounts.map(({ match }: { match: string }) => match)).toEqual(['differs', 'unproven'])
    expect(accounts[0]).toMatchObject({
      id: account,
      mismatches: [{ why: 'bank_refused', transactionId }],
      payouts: { count: 0 },
      returned: { count: 1, lastReason: expect.stringContaining('no está a tu nombre') },
      alerts: [{ alertId: 12, severity: 'high' }],
    })
    expect(accounts[1].alerts).toEqual([])
  })

  it('ADM-06 an account is used with a name or document that is no longer verified', async () => {
    const { id, account } = await customer({ pesos: 100_000n })
    await withdraw(id, account)
    await sql`UPDATE kyc.dossier SET document_number = '777000111' WHERE account_id = ${id}`.execute(test.database.owner)
    expect((await read(id)).accounts[0]).toMatchObject({ match: 'differs', mismatches: [{ why: 'document_changed' }] })
  })

  it('ADM-06 additions, changes and removals are kept, newest first, with the session; payouts to an earlier number do not count for the new one', async () => {
    const { id, account } = await customer({ pesos: 100_000n, accountNumber: '11112222' })
    dayLater()
    await stateIs(id, await withdraw(id, account), 'COMPLETED')
    const session = await signIn(id)
    await test.call(id, 'PUT', `/payment/accounts/${account}`, form('Otro nombre', '11112222'))
    await test.call(id, 'PUT', `/payment/accounts/${account}`, form('Otro nombre', '33334444'))
    const edited = (await read(id)).accounts[0]
    expect(edited.changes.map(({ change }: { change: string }) => change)).toEqual(['edited', 'added'])
    expect(edited.changes[0]).toMatchObject({
      before: { number: '11112222' },
      after: { number: '33334444' },
      session: { place: 'Cali, Colombia', browser: 'Firefox', startedAt: session.toISOString() },
    })
    expect(edited).toMatchObject({ match: 'unproven', payouts: { count: 0 }, earlier: [{ number: '11112222', payouts: { count: 1 } }] })
    await test.call(id, 'DELETE', `/payment/accounts/${account}`)
    const [removed] = (await read(id)).accounts
    expect(removed).toMatchObject({ deletedAt: expect.any(String), heldUntil: null, changes: [{ change: 'deleted' }, {}, {}] })
    expect(await history(id)).toEqual(['added', 'edited', 'deleted'])
  })

  it('ADM-06 shows other customers of the same account, and what blocks payouts', async () => {
    const [one, other] = [await customer({ accountNumber: '55556666' }), await customer({ accountNumber: '55556666' })]
    await test.call(other.id, 'DELETE', `/payment/accounts/${other.account}`)
    const until = new Date(test.platform.clock.now().getTime() + HOUR_MS)
    await signIn(one.id)
    await sql`INSERT INTO identity.hold (id, account_id, reason, until, created_at)
      VALUES (${newId()}, ${one.id}, 'new_device', ${until}, ${test.platform.clock.now()})`.execute(test.database.owner)
    expect(await read(one.id)).toMatchObject({
      accounts: [{ sharedWith: 1 }],
      blocks: [{ cause: 'cooldown', until: until.toISOString() }],
    })
  })

  it('ADM-06 transfers that the bank reports as paid by another person stay listed until they are decided', async () => {
    const { id } = await customer()
    const [statement, line] = [newId(), newId()]
    const now = test.platform.clock.now()
    const payer = JSON.stringify({ name: 'Otra Persona Distinta', document: '5550001', bank: 'Bancolombia', account: '777' })
    await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at)
      VALUES (${statement}, ${'a'.repeat(64)}, '1', ${now}, ${now}, 0, 1, '[]', ${newId()}, ${now})`.execute(test.database.owner)
    await sql`INSERT INTO payments.statement_line (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer, state, created_at)
      VALUES (${line}, ${line}, ${statement}, 1, '1', ${now}, 100, '', '', ${payer}, 'PENDING', ${now})`.execute(test.database.owner)
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_id, account_alias, account_type, account_number, amount, payer, state,
        created_at, method, is_of_other_payer)
      VALUES (${line}, ${id}, '', 1, '', 9, '777', 100, '{}', 'IN_REVIEW', ${now}, 'TRANSFER', true)`.execute(test.database.owner)
    expect((await read(id)).otherPayers).toEqual([
      {
        transactionId: line,
        at: now.toISOString(),
        isOpen: true,
        name: 'Otra Persona Distinta',
        document: '5550001',
        bank: 'Bancolombia',
        number: '777',
      },
    ])
  })

  it('ADM-06 an id that is no account is not found, and no view of it is recorded', async () => {
    const unknownId = newId()
    const answer = await test.call(officer, 'GET', `/payment/accounts/administrative/user?userId=${unknownId}`)
    expect([answer.status, answer.code]).toEqual([404, 'request.not_found'])
    expect(await auditTrail(test.platform.db, { objectId: unknownId })).toEqual([])
    const { id } = await customer()
    expect((await read(id.toUpperCase())).accounts).toHaveLength(1)
  })

  it('ADM-06 an officer who is a customer cannot read their own accounts', async () => {
    const own = officer.replace('officer:', '').toUpperCase()
    const answer = await test.call(officer, 'GET', `/payment/accounts/administrative/user?userId=${own}`)
    expect([answer.status, answer.code]).toEqual([403, 'compliance.own_account'])
  })
})

const history = async (id: string) =>
  (
    await sql<{ change: string }>`SELECT change FROM payments.bank_account_change WHERE account_id = ${id} ORDER BY at, id`.execute(
      test.database.owner,
    )
  ).rows.map(({ change }) => change)

/** In this test the id of a person's session is the person's id. */
async function signIn(id: string): Promise<Date> {
  const now = test.platform.clock.now()
  await sql`INSERT INTO identity.session (id, account_id, ip, user_agent, created_at, active_at, expires_at)
    VALUES (${id}, ${id}, '190.0.0.1', 'x', ${now}, ${now}, ${new Date(now.getTime() + HOUR_MS)})`.execute(test.database.owner)
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, session_id, vouched)
    VALUES (${newId()}, ${id}, ${now}, '190.0.0.1', '190.0.0.1', 'Cali, Colombia', 'Linux', 'desktop', 'Firefox', '', 'entered', ${id}, true)`.execute(
    test.database.owner,
  )
  return now
}
