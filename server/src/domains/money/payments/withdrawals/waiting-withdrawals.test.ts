/** Held withdrawals that may not leave yet, or not any more (R9, R12). */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type PaymentsTest, startPaymentsTest } from '../testing.ts'

const HOUR_MS = 3_600_000
let test: PaymentsTest
beforeAll(async () => {
  test = await startPaymentsTest({ BANK_ACCOUNT_HOLD_HOURS: '24', WITHDRAWAL_CANCEL_SECONDS: '60' })
})
afterAll(() => test.stop())

const ask = ({ id, account }: { id: string; account: string }) =>
  test.call(id, 'POST', '/payment/withdraw', { account, amount: 40_000 }, newId())
const show = async (id: string, withdrawalId: string) => (await test.call(id, 'GET', `/payment/transactions/user/${withdrawalId}`)).body
const wait = async (ms: number) => {
  test.platform.clock.advance(ms)
  for (let round = 0; round < 5; round++) await test.platform.jobs.drain()
}
const announce = async (type: 'identity.account_frozen', accountId: string) => {
  await inTransaction(test.database.db, (tx) => test.platform.outbox.emit(tx, type, { accountId }))
  await test.platform.jobs.drain()
}

describe('a new bank account', () => {
  it('R9 is paid after 24 hours; until then the money is held and the withdrawal can be cancelled', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const asked = (await ask(customer)).body
    expect(asked.timeline[0].note).toContain('Añadiste o cambiaste esta cuenta hace poco')
    expect(asked.timeline[0].note).not.toContain('..')
    const path = `/payment/transactions/user/${asked.transactionId}`
    const english = (await test.call(customer.id, 'GET', path, undefined, undefined, 'en')).body
    expect(english.timeline[0].note).toMatch(
      /^You added or changed this account a short time ago\. .+ will send the money to the bank from \d/,
    )
    const [saved] = (await test.call(customer.id, 'GET', '/payment/accounts/user/')).body
    expect(asked).toMatchObject({ accountId: customer.account, payoutWait: { until: saved.heldUntil, reason: 'account_new' } })
    await wait(23 * HOUR_MS)
    expect(await show(customer.id, asked.transactionId)).toMatchObject({ state: 'HELD', cancellable: true })
    await wait(HOUR_MS)
    await test.until(async () => (await show(customer.id, asked.transactionId)).state === 'COMPLETED')
    expect((await show(customer.id, asked.transactionId)).payoutWait).toBeNull()
    expect((await test.call(customer.id, 'GET', '/payment/accounts/user/')).body[0].heldUntil).toBeNull()
  })

  it('R9 another alias changes nothing, another number starts the 24 hours again', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    await wait(25 * HOUR_MS)
    const form = { account: '12345678', accountType: 9, bank: 1, alias: 'Otro nombre' }
    const edit = (body: object) => test.call(customer.id, 'PUT', `/payment/accounts/${customer.account}`, body)
    await edit(form)
    const renamed = (await ask(customer)).body
    expect(renamed.timeline[0].note).toBeNull()
    await test.call(customer.id, 'POST', `/payment/withdraw/${renamed.transactionId}/cancel`)
    await edit({ ...form, account: '87654321' })
    expect((await ask(customer)).body.timeline[0].note).toContain('hace poco')
  })
})

describe('a person who may not be paid', () => {
  it('R9 a cooldown that begins after the withdrawal keeps the money held until it ends', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    await wait(25 * HOUR_MS)
    const { transactionId, payoutWait } = (await ask(customer)).body
    expect(payoutWait).toBeNull()
    const until = new Date(test.platform.clock.now().getTime() + 24 * HOUR_MS)
    test.holds.set(customer.id, { until, reason: 'password_changed' })
    expect((await ask(customer)).code).toBe('limits.withdrawals_on_hold')
    const shown = await show(customer.id, transactionId)
    expect(shown.payoutWait).toEqual({ until: until.toISOString(), reason: 'withdrawals_on_hold' })
    await wait(HOUR_MS)
    expect((await show(customer.id, transactionId)).state).toBe('HELD')
    test.holds.delete(customer.id)
    await wait(23 * HOUR_MS)
    await test.until(async () => (await show(customer.id, transactionId)).state === 'COMPLETED')
  })

  it('R12 a suspended person is not paid until they may transact again', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    await wait(25 * HOUR_MS)
    const { transactionId } = (await ask(customer)).body
    test.suspended.add(customer.id)
    await wait(HOUR_MS)
    expect((await show(customer.id, transactionId)).state).toBe('HELD')
    test.suspended.delete(customer.id)
    await wait(HOUR_MS)
    await test.until(async () => (await show(customer.id, transactionId)).state === 'COMPLETED')
  })

  it('ID-05 "no fui yo" cancels held withdrawals and returns the money, once', async () => {
    const customer = await test.customer({ pesos: 100_000n })
    const { transactionId } = (await ask(customer)).body
    await announce('identity.account_frozen', customer.id)
    await announce('identity.account_frozen', customer.id)
    const stopped = await show(customer.id, transactionId)
    expect(stopped).toMatchObject({ state: 'CANCELLED', reason: expect.stringContaining('no reconocías') })
    expect(await auditTrail(test.database.db, { objectId: transactionId })).toMatchObject([
      { actor: { kind: 'system' }, action: 'payments.withdrawal_stopped', before: 'HELD', after: 'CANCELLED' },
    ])
    expect(await test.balance(customer.id)).toMatchObject({ posted: 10_000_000n, held: 0n })
  })
})
