/** Settings with which a product asks a sandbox instead of the real providers. */
import type { Environment } from '../server/src/platform/process/settings.ts'
import { COLLECTION_ACCOUNT } from './sandbox/bank.ts'
import type { RunningSandbox } from './sandbox/index.ts'
import { ORIGIN_ACCOUNT_ID, SANDBOX_SECRETS } from './sandbox/secrets.ts'

/** Where the product takes the events of its providers. */
export const webhooksOf = (publicUrl: string) => ({
  payments: `${publicUrl}/payment/webhooks/wompi`,
  payouts: `${publicUrl}/payment/webhooks/wompi-payouts`,
})

export function settingsOfSandbox(sandbox: Pick<RunningSandbox, 'url' | 'baseUrls'>): Environment {
  const { wompi, payouts, tusdatos } = SANDBOX_SECRETS
  return {
    SANDBOX_URL: sandbox.url,
    WOMPI_URL: sandbox.baseUrls.wompi,
    WOMPI_PUBLIC_KEY: wompi.publicKey,
    WOMPI_PRIVATE_KEY: wompi.privateKey,
    WOMPI_INTEGRITY_SECRET: wompi.integritySecret,
    WOMPI_EVENTS_SECRET: wompi.eventsSecret,
    PAYOUTS_URL: sandbox.baseUrls.payouts,
    PAYOUTS_API_KEY: payouts.apiKey,
    PAYOUTS_PRINCIPAL_ID: payouts.userPrincipalId,
    PAYOUTS_ACCOUNT_ID: ORIGIN_ACCOUNT_ID,
    PAYOUTS_EVENTS_SECRET: payouts.eventsSecret,
    COLLECTION_ACCOUNT_NUMBER: COLLECTION_ACCOUNT.number,
    COLLECTION_BANK_ID: COLLECTION_ACCOUNT.bankId,
    COLLECTION_HOLDER: COLLECTION_ACCOUNT.holder,
    COLLECTION_TAX_ID: COLLECTION_ACCOUNT.taxId,
    TUSDATOS_URL: sandbox.baseUrls.tusdatos,
    TUSDATOS_USER: tusdatos.user,
    TUSDATOS_PASSWORD: tusdatos.password,
    BINANCE_URL: sandbox.baseUrls.binance,
    COINBASE_URL: sandbox.baseUrls.coinbase,
    COINGECKO_URL: sandbox.baseUrls.coingecko,
    BITSO_URL: sandbox.baseUrls.bitso,
    TRM_URL: sandbox.baseUrls.trm,
  }
}
