/** Check of the payment providers for operators: one call to each that changes nothing there. */
import { type Finding, findingOf, ok } from '../../../../platform/observability/finding.ts'
import type { Environment } from '../../../../platform/process/settings.ts'
import { type PaymentsSettings, readPaymentsSettings } from '../config.ts'
import { createWompi } from './wompi.ts'
import { createWompiPayouts } from './wompi-payouts.ts'

const UNUSED_REFERENCE = 'tunjo-check'

export async function paymentProviderFindings(env: Environment, given: { profile: 'demo' | 'production' }): Promise<Finding[]> {
  let settings: PaymentsSettings
  try {
    settings = readPaymentsSettings(env, given)
  } catch {
    return [ok('payments provider', 'WOMPI_… and PAYOUTS_… are not all set here, or not as they must be: no provider was asked.')]
  }
  return Promise.all([wompiFinding(settings), payoutsFinding(settings)])
}

async function wompiFinding({ wompi }: PaymentsSettings): Promise<Finding> {
  const host = new URL(wompi.url).host
  const provider = createWompi(wompi)
  const asked = async () => {
    await provider.terms().catch(failing(`${host} does not know WOMPI_PUBLIC_KEY`))
    await provider.transactionsOfReference(UNUSED_REFERENCE).catch(failing(`${host} does not take WOMPI_PRIVATE_KEY`))
    return `${host} takes WOMPI_PUBLIC_KEY and WOMPI_PRIVATE_KEY.`
  }
  return findingOf('payments provider', asked, 'Compare WOMPI_URL and the keys with those of your account at the provider.')
}

async function payoutsFinding({ payouts }: PaymentsSettings): Promise<Finding> {
  const { key, accountId, url } = payouts
  if (key === null) return ok('payouts provider', 'PAYOUTS_API_KEY is not set here: only worker and scheduler have it.')
  const host = new URL(url).host
  const asked = async () => {
    await createWompiPayouts({ url, accountId, ...key }, () => new Date())
      .balance()
      .catch(failing(`${host} does not show the balance of PAYOUTS_ACCOUNT_ID`))
    return `${host} takes PAYOUTS_API_KEY and PAYOUTS_PRINCIPAL_ID, and knows PAYOUTS_ACCOUNT_ID.`
  }
  return findingOf('payouts provider', asked, 'Compare PAYOUTS_URL, the key, its principal and the account with those at the provider.')
}

const failing =
  (sentence: string) =>
  (error: Error): never => {
    throw new Error(`${sentence}: ${error.message}`)
  }
