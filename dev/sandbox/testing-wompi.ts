/** Correct PSE request and correct payout, as a customer of the real API would send them. */
import { createHash } from 'node:crypto'
import { SANDBOX_SECRETS } from './secrets.ts'

const { wompi, payouts } = SANDBOX_SECRETS

export type Fields = Record<string, unknown>

export async function getJson(url: string, key: string = wompi.publicKey): Promise<{ status: number; body: Fields & { data: Fields } }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, body: (await response.json()) as Fields & { data: Fields } }
}

export async function pseRequest(baseUrl: string, changes: Fields = {}, methodChanges: Fields = {}): Promise<Fields> {
  const merchant = (await getJson(`${baseUrl}/wompi/v1/merchants/${wompi.publicKey}`)).body.data as Record<string, Fields>
  const request: Fields = {
    acceptance_token: merchant.presigned_acceptance?.acceptance_token,
    accept_personal_auth: merchant.presigned_personal_data_auth?.acceptance_token,
    amount_in_cents: 50_000_000,
    currency: 'COP',
    customer_email: 'cliente@example.com',
    reference: 'dep-1',
    redirect_url: 'http://localhost:8080/application/wallets?pago=dep-1',
    payment_method_type: 'PSE',
    payment_method: {
      type: 'PSE',
      user_type: 0,
      user_legal_id_type: 'CC',
      user_legal_id: '1099888777',
      financial_institution_code: '1',
      payment_description: 'Recarga COP',
      reference_one: '203.0.113.10',
      reference_two: '20260115',
      reference_three: '1099888777',
      ...methodChanges,
    },
    customer_data: { phone_number: '573001234567', full_name: 'Persona De Prueba' },
    ...changes,
  }
  const expiration = request.expiration_time ?? ''
  const signed = `${request.reference}${request.amount_in_cents}${request.currency}${expiration}${wompi.integritySecret}`
  return { signature: createHash('sha256').update(signed).digest('hex'), ...request }
}

export async function postTransaction(baseUrl: string, request: Fields, key: string = wompi.publicKey) {
  const response = await fetch(`${baseUrl}/wompi/v1/transactions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  const body = (await response.json()) as { data: Fields; error: { type: string; messages: Record<string, string[]> } }
  return { status: response.status, body }
}

/** Creates a payment and reads it until its bank page is known. */
export async function createPayment(
  baseUrl: string,
  changes: Fields = {},
  methodChanges: Fields = {},
): Promise<{ id: string; page: string }> {
  const created = await postTransaction(baseUrl, await pseRequest(baseUrl, changes, methodChanges))
  const id = String(created.body.data.id)
  await getJson(`${baseUrl}/wompi/v1/transactions/${id}`)
  const { body } = await getJson(`${baseUrl}/wompi/v1/transactions/${id}`)
  const method = body.data.payment_method as { extra: { async_payment_url: string } }
  return { id, page: method.extra.async_payment_url }
}

export async function answerBankPage(page: string, outcome: string): Promise<Response> {
  const url = new URL(page)
  return fetch(`${url.origin}/pse/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket: url.searchParams.get('ticket') ?? '', outcome }),
  })
}

export async function payoutsCall(baseUrl: string, path: string, init: { body?: Fields; headers?: Record<string, string> } = {}) {
  const response = await fetch(`${baseUrl}/payouts${path}`, {
    method: init.body ? 'POST' : 'GET',
    headers: {
      'x-api-key': payouts.apiKey,
      'user-principal-id': payouts.userPrincipalId,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...init.headers,
    },
    ...(init.body ? { body: JSON.stringify(init.body) } : {}),
  })
  return {
    status: response.status,
    body: (await response.json()) as { code: string; message: string; data: Fields & { records: Fields[] } },
  }
}

export async function payoutRequest(baseUrl: string, changes: Fields = {}): Promise<Fields> {
  const accounts = (await payoutsCall(baseUrl, '/v1/accounts')).body.data as unknown as { id: string }[]
  const banks = (await payoutsCall(baseUrl, '/v1/banks')).body.data as unknown as { id: string; achCode: string }[]
  return {
    reference: 'wd-1',
    accountId: accounts[0]?.id,
    paymentType: 'OTHER',
    transactions: [
      {
        legalIdType: 'CC',
        legalId: '1099888777',
        personType: 'NATURAL',
        bankId: banks.find((bank) => bank.achCode === '1052')?.id,
        accountType: 'AHORROS',
        accountNumber: '12345678',
        name: 'Persona De Prueba',
        email: 'cliente@example.com',
        amount: 1_000_000,
        reference: 'wd-1-1',
        ...changes,
      },
    ],
  }
}
