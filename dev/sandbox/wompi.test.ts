import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SANDBOX_SECRETS } from './secrets.ts'
import { startTestSandbox, type TestSandbox } from './testing.ts'
import { answerBankPage, createPayment, type Fields, getJson, postTransaction, pseRequest } from './testing-wompi.ts'

let test: TestSandbox
let url: string

beforeEach(async () => {
  test = await startTestSandbox()
  url = test.sandbox.url
})
afterEach(() => test.close())

describe('merchant and banks', () => {
  it('shows the merchant with both contracts, each with its own page', async () => {
    const { status, body } = await getJson(`${url}/wompi/v1/merchants/${SANDBOX_SECRETS.wompi.publicKey}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      meta: {},
      data: { presigned_acceptance: { type: 'END_USER_POLICY' }, presigned_personal_data_auth: { type: 'PERSONAL_DATA_AUTH' } },
    })
    const { permalink } = body.data.presigned_acceptance as { permalink: string }
    expect(await (await fetch(permalink)).text()).toContain('Reglamento de usuarios')
  })

  it('does not know another key', async () => {
    const { status, body } = await getJson(`${url}/wompi/v1/merchants/pub_test_otra`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { type: 'NOT_FOUND_ERROR' } })
  })

  it('lists the three test banks before the real ones', async () => {
    const { body } = await getJson(`${url}/wompi/v1/pse/financial_institutions`)
    const banks = body.data as unknown as { financial_institution_code: string; financial_institution_name: string }[]
    expect(banks.slice(0, 3).map((bank) => bank.financial_institution_code)).toEqual(['1', '2', '3'])
    expect(banks).toContainEqual({ financial_institution_code: '1007', financial_institution_name: 'Bancolombia' })
    expect(banks).toHaveLength(54)
  })

  it('asks for the public key', async () => {
    const { status, body } = await getJson(`${url}/wompi/v1/pse/financial_institutions`, 'pub_test_otra')
    expect(status).toBe(401)
    expect(body).toMatchObject({ error: { type: 'INVALID_ACCESS_TOKEN', reason: expect.any(String) } })
  })
})

describe('creating a PSE transaction', () => {
  it('answers it PENDING, with no payment link until its second read', async () => {
    const created = await postTransaction(url, await pseRequest(url))
    expect(created.status).toBe(201)
    expect(created.body.data).toMatchObject({
      status: 'PENDING',
      amount_in_cents: 50_000_000,
      reference: 'dep-1',
      payment_method_type: 'PSE',
      finalized_at: null,
    })
    const read = async () => (await getJson(`${url}/wompi/v1/transactions/${created.body.data.id}`)).body.data.payment_method as Fields
    expect(await read()).not.toHaveProperty('extra')
    expect(await read()).toMatchObject({ extra: { async_payment_url: expect.stringContaining('/pse/authorize?ticket=') } })
  })

  it.each([
    ['a forged signature', { signature: 'a'.repeat(64) }, 'signature'],
    ['less than 1.500 pesos', { amount_in_cents: 149_999 }, 'amount_in_cents'],
    ['cents with a fraction', { amount_in_cents: 200_000.5 }, 'amount_in_cents'],
    ['another currency', { currency: 'USD' }, 'currency'],
    ['no acceptance of the contract', { acceptance_token: undefined }, 'acceptance_token'],
    ['an invented acceptance', { accept_personal_auth: 'x.1.y' }, 'accept_personal_auth'],
    ['an e-mail that is none', { customer_email: 'cliente' }, 'customer_email'],
    ['a return address that is no web address', { redirect_url: 'javascript:alert(1)' }, 'redirect_url'],
    ['an expiration that has passed', { expiration_time: '2020-01-01T00:00:00.000Z' }, 'expiration_time'],
  ])('refuses %s', async (_case, changes, field) => {
    const { status, body } = await postTransaction(url, await pseRequest(url, changes))
    expect(status).toBe(422)
    expect(body.error.type).toBe('INPUT_VALIDATION_ERROR')
    expect(body.error.messages[field]).toHaveLength(1)
  })

  it.each([
    ['a description of 65 letters', { payment_description: 'x'.repeat(65) }, 'payment_method.payment_description'],
    ['an unknown bank', { financial_institution_code: '9999' }, 'payment_method.financial_institution_code'],
    ['no address of the payer', { reference_one: undefined }, 'payment_method.reference_one'],
    ['a date in another form', { reference_two: '2026-01-15' }, 'payment_method.reference_two'],
    ['an unknown kind of person', { user_type: 2 }, 'payment_method.user_type'],
  ])('refuses %s', async (_case, changes, field) => {
    const { status, body } = await postTransaction(url, await pseRequest(url, {}, changes))
    expect(status).toBe(422)
    expect(Object.keys(body.error.messages)).toEqual([field])
  })

  it('takes a description of 64 letters', async () => {
    expect((await postTransaction(url, await pseRequest(url, {}, { payment_description: 'x'.repeat(64) }))).status).toBe(201)
  })

  it('refuses acceptance tokens that were swapped', async () => {
    const { acceptance_token, accept_personal_auth, ...rest } = await pseRequest(url)
    const swapped = { ...rest, acceptance_token: accept_personal_auth, accept_personal_auth: acceptance_token }
    const { body } = await postTransaction(url, swapped)
    expect(Object.keys(body.error.messages)).toEqual(['acceptance_token', 'accept_personal_auth'])
  })

  it('never takes a reference twice, also after a restart and after a refusal by the bank', async () => {
    const { page } = await createPayment(url)
    await answerBankPage(page, 'DECLINED')
    await test.restart()
    const { status, body } = await postTransaction(test.sandbox.url, await pseRequest(test.sandbox.url))
    expect(status).toBe(422)
    expect(body.error.messages).toEqual({ reference: ['La referencia ya ha sido usada'] })
  })

  it('refuses the private key', async () => {
    expect((await postTransaction(url, await pseRequest(url), SANDBOX_SECRETS.wompi.privateKey)).status).toBe(401)
  })
})

describe('reading transactions', () => {
  it('does not know an invented id', async () => {
    const { status, body } = await getJson(`${url}/wompi/v1/transactions/1-1-1`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { type: 'NOT_FOUND_ERROR' } })
  })

  it('finds a transaction by its reference with the private key only', async () => {
    const { id } = await createPayment(url)
    const list = `${url}/wompi/v1/transactions?reference=dep-1`
    expect((await getJson(list)).status).toBe(401)
    expect((await getJson(list, SANDBOX_SECRETS.wompi.privateKey)).body.data).toMatchObject([{ id }])
    const other = await getJson(`${url}/wompi/v1/transactions?reference=otra`, SANDBOX_SECRETS.wompi.privateKey)
    expect(other.body.data).toEqual([])
  })

  it.each([
    ['APPROVED', 'OK', null],
    ['DECLINED', 'NOT_AUTHORIZED', 'Transacción rechazada por el banco'],
    ['ERROR', 'FAILED', 'Se presentó un error en la comunicación con el banco'],
  ])('adds what the bank said once it is %s', async (outcome, state, message) => {
    const { id, page } = await createPayment(url)
    await answerBankPage(page, outcome)
    const { body } = await getJson(`${url}/wompi/v1/transactions/${id}`)
    expect(body.data).toMatchObject({
      status: outcome,
      status_message: message,
      finalized_at: expect.stringMatching(/Z$/),
      payment_method: {
        extra: { transaction_state: state, ticket_id: expect.any(String), traceability_code: expect.stringMatching(/^\d{7}$/) },
      },
    })
  })
})
