import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { addEntry } from '../../../compliance/blocklist/add-entry.ts'
import { createBlocklist } from '../../../compliance/blocklist/index.ts'
import { insertAccount } from '../parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest()
})
afterAll(() => test.stop())

const form = (alias: string, more: object = {}) => ({ account: '12345678', accountType: 9, bank: 1, alias, ...more })
const add = (owner: string, body: object) => test.call(owner, 'POST', '/payment/accounts', body)
const list = async (owner: string) => (await test.call(owner, 'GET', '/payment/accounts/user/')).body

describe('bank accounts', () => {
  it('BANK-01 adds, lists, edits and deletes with the names of the specification', async () => {
    const owner = newId()
    const added = await add(owner, form('Nómina', { accountType: '10', bank: '23', account: 9876543210, user: 'nadie' }))
    expect(added.status).toBe(200)
    const expected = {
      id: expect.any(String),
      alias: 'Nómina',
      bank: { id: 23, name: 'Bancolombia' },
      accountType: 10,
      accountAddress: '9876543210',
      user: owner,
      heldUntil: null,
    }
    expect(added.body).toEqual(expected)
    expect(await list(owner)).toEqual([expected])
    const edited = await test.call(owner, 'PUT', `/payment/accounts/${added.body.id}`, form('Ahorros'))
    expect(edited.body).toMatchObject({ id: added.body.id, alias: 'Ahorros', bank: { id: 1, name: 'AV Villas' }, accountType: 9 })
    expect((await test.call(owner, 'DELETE', `/payment/accounts/${added.body.id}`)).body).toEqual({ id: added.body.id })
    expect(await list(owner)).toEqual([])
  })

  it('ADM-06 an officer reads the accounts, changes nothing, and each view is recorded', async () => {
    const owner = newId()
    const { id } = (await add(owner, form('Nómina'))).body
    await insertAccount(test.database.owner, owner)
    const path = `/payment/accounts/administrative/user?userId=${owner}`
    const officer = `officer:${newId()}`
    expect((await test.call(officer, 'GET', path)).body.accounts).toMatchObject(await list(owner))
    expect((await test.call(owner, 'GET', path)).status).toBe(403)
    expect((await test.call(null, 'GET', path)).status).toBe(401)
    expect((await test.call(officer, 'DELETE', `/payment/accounts/${id}`)).status).toBe(403)
    expect(await auditTrail(test.platform.db, { action: 'payments.accounts_viewed', objectId: owner })).toHaveLength(1)
  })

  it('ADM-15 an account on the blocklist is saved like any other, and its customer is known', async () => {
    const { platform } = test
    const blackList = createBlocklist(platform)
    const number = '4455667788'
    const actor = { kind: 'person', accountId: newId(), sessionId: newId() } as const
    await addEntry(
      { ...platform, blackList },
      { kind: 'bank_account', value: '445566-7788', reason: 'Cuenta de un fraude.', expiresOn: null, actor },
    )
    const [owner, editor, other] = [newId(), newId(), newId()]
    const hits = async (accountId: string) =>
      (await sql`SELECT 1 FROM blacklist.hit WHERE account_id = ${accountId} AND place = 'bank_account'`.execute(platform.db)).rows.length
    const [listed, ordinary] = [await add(owner, form('Nómina', { account: number })), await add(other, form('Nómina'))]
    expect([listed.status, Object.keys(listed.body)]).toEqual([ordinary.status, Object.keys(ordinary.body)])
    const { id } = (await add(editor, form('Ahorros'))).body
    expect(await hits(editor)).toBe(0)
    expect((await test.call(editor, 'PUT', `/payment/accounts/${id}`, form('Ahorros', { account: number }))).status).toBe(200)
    expect([await hits(owner), await hits(editor), await hits(other)]).toEqual([1, 1, 0])
  })

  it('SEC-49 BANK-02 a fourth account is refused, also when ten are added concurrently', async () => {
    const owner = newId()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => add(owner, form(`Cuenta ${index}`))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['payments.account_limit']))
    expect(refused[0]?.text).toContain('Has alcanzado el número máximo de cuentas registradas')
    expect(await list(owner)).toHaveLength(3)
    await test.call(owner, 'DELETE', `/payment/accounts/${(await list(owner))[0].id}`)
    expect((await add(owner, form('Otra'))).status).toBe(200)
  })

  it('BANK-03 an alias is unique per person, regardless of case, also for concurrent calls', async () => {
    const owner = newId()
    const answers = await Promise.all(['Nómina', 'NÓMINA', 'nómina ', 'no mina', 'nomina'].map((alias) => add(owner, form(alias))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused).toMatchObject({ code: 'payments.account_alias_taken', text: 'Ya tienes una cuenta registrada con el mismo nombre' })
    const other = await add(owner, form('Ahorros'))
    expect((await test.call(owner, 'PUT', `/payment/accounts/${other.body.id}`, form('nómina'))).code).toBe('payments.account_alias_taken')
    expect((await add(newId(), form('Nómina'))).status).toBe(200)
  })

  it('SEC-09 BANK-04 R21 another person’s account is unknown, whatever the body contains', async () => {
    const { id: owner, account } = await test.customer({ pesos: 100_000n })
    const { id: other } = await test.customer({ pesos: 100_000n })
    const body = form('Mía ahora', { user: owner, user_id: owner })
    for (const id of [account, newId(), 'no-es-un-id', '0']) {
      expect(await test.call(other, 'PUT', `/payment/accounts/${id}`, body)).toMatchObject({
        status: 404,
        code: 'payments.account_not_found',
      })
      expect(await test.call(other, 'DELETE', `/payment/accounts/${id}`)).toMatchObject({ status: 404, code: 'payments.account_not_found' })
      const withdrawal = { account: id, amount: '10000', user: owner }
      expect(await test.call(other, 'POST', '/payment/withdraw', withdrawal)).toMatchObject({
        status: 404,
        code: 'payments.account_not_found',
      })
      const deposit = { accountID: id, amount: '10000', user: owner }
      expect(await test.call(other, 'POST', '/payment/deposit', deposit)).toMatchObject({ status: 404, code: 'payments.account_not_found' })
    }
    expect((await list(owner))[0]).toMatchObject({ id: account, alias: 'Nómina', user: owner })
    expect(await test.balance(other)).toMatchObject({ available: 10_000_000n, held: 0n })
  })

  it('SEC-50 refuses numbers that are no account number, unknown banks and unknown types', async () => {
    const owner = newId()
    for (const account of ['12345', '123456789012345678901', '12a45678', '', '-1234567'])
      expect(await add(owner, form('A', { account }))).toMatchObject({ status: 400, code: 'payments.account_number_invalid' })
    expect((await add(owner, form('A', { bank: 52 }))).code).toBe('payments.bank_unknown')
    expect((await add(owner, form('A', { accountType: 11 }))).code).toBe('request.invalid')
    expect((await add(owner, form('   '))).code).toBe('request.invalid')
    expect(await list(owner)).toEqual([])
  })

  it('an account with a withdrawal in flight stays unchanged until it ends', async () => {
    const { id, account } = await test.customer({ pesos: 50_000n, accountNumber: '55550098' })
    await test.call(id, 'POST', '/payment/withdraw', { account, amount: '10000' })
    expect((await test.call(id, 'DELETE', `/payment/accounts/${account}`)).code).toBe('payments.account_in_use')
    expect((await test.call(id, 'PUT', `/payment/accounts/${account}`, form('X'))).code).toBe('payments.account_in_use')
  })

  it('needs a session', async () => {
    expect((await test.call(null, 'GET', '/payment/accounts/user/')).status).toBe(401)
    expect((await test.call(null, 'POST', '/payment/withdraw', {})).status).toBe(401)
  })

  it('lists 51 banks, the first is AV Villas', async () => {
    const { body } = await test.call(newId(), 'GET', '/payment/api/parameters/banks')
    expect(body).toHaveLength(51)
    expect(body[0]).toEqual({ id: 1, name: 'AV Villas' })
  })
})
