/** Payout with the company's keys at the provider, of which the product has no record. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ORIGIN_ACCOUNT_ID, SANDBOX_SECRETS } from '../dev/sandbox/secrets.ts'
import { newId } from '../server/src/platform/database/ids.ts'

/** Pay out pesos; the tax on it leaves too: 4 per 1,000. */
export async function payFromCompany(dataDir: string, pesos: bigint): Promise<void> {
  const { env } = JSON.parse(readFileSync(join(dataDir, 'embedded.json'), 'utf8')) as { env: { PAYOUTS_URL: string } }
  const { apiKey, userPrincipalId } = SANDBOX_SECRETS.payouts
  const reference = newId()
  const headers = {
    'x-api-key': apiKey,
    'user-principal-id': userPrincipalId,
    'idempotency-key': reference,
    'content-type': 'application/json',
  }
  const banks = (await (await fetch(`${env.PAYOUTS_URL}/v1/banks`, { headers })).json()) as { data: { id: string }[] }
  const transaction = {
    legalIdType: 'CC',
    legalId: '1099888777',
    personType: 'NATURAL',
    bankId: banks.data[0]?.id,
    accountType: 'AHORROS',
    accountNumber: '12345678',
    name: 'Alguien Más',
    email: 'alguien@correo.example',
    amount: Number(pesos * 100n),
    reference: `${reference}-1`,
  }
  const body = { reference, accountId: ORIGIN_ACCOUNT_ID, paymentType: 'OTHER', transactions: [transaction] }
  const response = await fetch(`${env.PAYOUTS_URL}/v1/payouts`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status !== 201) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
}
