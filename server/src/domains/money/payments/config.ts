/** Settings of the payment providers. The demo profile uses its sandbox; production refuses test keys and loopback. */
import { ACCOUNT_TYPES } from '@tunjo/contract/payments'
import * as z from 'zod'
import { isLoopbackHost } from '../../../platform/http/network.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../platform/process/settings.ts'
import type { AccountType } from './types.ts'
import type { ReviewPolicy } from './withdrawals/review-rules.ts'

const text = z.string().min(1)
const schema = declareSettings({
  /** With the version: `https://production.wompi.co/v1`. */
  WOMPI_URL: z.url(),
  /** Public key of the merchant. */
  WOMPI_PUBLIC_KEY: text,
  /** Private key of the merchant: requests payment links and reads payments. */
  WOMPI_PRIVATE_KEY: text,
  /** Signs the amount of a payment. */
  WOMPI_INTEGRITY_SECRET: text,
  /** Verifies events of payments. */
  WOMPI_EVENTS_SECRET: text,
  /** Hosts, with their subdomains, that a payment link may lead to. */
  WOMPI_PAYMENT_HOSTS: text.default('pse.com.co,wompi.co,wompi.com'),
  /** How long a call waits for the bank's link, which the provider creates in the background. */
  WOMPI_LINK_WAIT_SECONDS: z.coerce.number().int().min(1).max(30).default(10),
  /** Without the version: `https://api.payouts.wompi.co`. */
  PAYOUTS_URL: z.url(),
  /** Absent in a process that answers calls in production (platform/secrets/role-keys.ts). */
  PAYOUTS_API_KEY: text.optional(),
  /** Owner of the API key of payouts. */
  PAYOUTS_PRINCIPAL_ID: text.optional(),
  /** The account that payouts are paid from. */
  PAYOUTS_ACCOUNT_ID: text,
  /** Verifies events of payouts. */
  PAYOUTS_EVENTS_SECRET: text,
  /** How long a withdrawal can be cancelled before it goes to the bank. */
  WITHDRAWAL_CANCEL_SECONDS: z.coerce.number().int().min(0).max(86_400).default(10),
  /** How long the provider must report a payout as not made before the money is returned. Default: 300; 0 in the demo profile. */
  PAYOUT_UNPAID_CONFIRM_SECONDS: z.coerce.number().int().min(0).max(86_400).optional(),
  /** Most bank withdrawals that a person asks for in a day of Bogotá. The platform pays the provider for each of them. */
  WITHDRAWALS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(5),
  /** Pesos from which a withdrawal waits for two officers. */
  WITHDRAWAL_TWO_OFFICERS_COP: z.coerce.number().int().min(1).default(40_000_000),
  /** Pesos received within a day, from which a withdrawal of nearly all of it waits for an officer. */
  WITHDRAWAL_IN_AND_OUT_COP: z.coerce.number().int().min(1).default(5_000_000),
  /**
   * Account that customers transfer pesos to. Without its number transfers are not offered; with it the other settings are required too.
   */
  COLLECTION_ACCOUNT_NUMBER: z
    .string()
    .regex(/^\d{6,20}$/, 'needs 6 to 20 digits')
    .optional(),
  /** Id of `/payment/api/parameters/banks`. */
  COLLECTION_BANK_ID: z.coerce.number().int().optional(),
  /** Type of the collection account. */
  COLLECTION_ACCOUNT_TYPE: z.enum(['ahorros', 'corriente']).default('ahorros'),
  /** Holder of the collection account. */
  COLLECTION_HOLDER: text.optional(),
  /** NIT of its holder. */
  COLLECTION_TAX_ID: z
    .string()
    .regex(/^\d{9}-\d$/, 'needs nine digits, a hyphen and the check digit')
    .default('900123456-8'),
  /** Hold before a new or changed bank account is first paid (R9). */
  BANK_ACCOUNT_HOLD_HOURS: z.coerce.number().int().min(0).max(168).default(24),
})

export interface WompiSettings {
  readonly url: string
  readonly publicKey: string
  readonly privateKey: string
  readonly integritySecret: string
  readonly eventsSecret: string
}
export interface PayoutsSettings {
  readonly url: string
  /** Null when this process may neither pay nor ask about payouts. */
  readonly key: PayoutsKey | null
  readonly accountId: string
  readonly eventsSecret: string
}
export interface PayoutsKey {
  readonly apiKey: string
  readonly principalId: string
}
/** Account of the platform that customers transfer pesos to. */
export interface CollectionSettings {
  readonly bankId: number
  readonly accountType: AccountType
  readonly number: string
  readonly holder: string
  readonly taxId: string
}
export interface PaymentsSettings {
  readonly wompi: WompiSettings
  readonly payouts: PayoutsSettings
  readonly link: { readonly hosts: readonly string[]; readonly allowsLoopback: boolean; readonly waitMs: number }
  readonly cancelWindowMs: number
  readonly newAccountHoldMs: number
  /** Most withdrawals of a person in a day. */
  readonly withdrawalsPerDay: number
  /** Minimum time between the two required answers that a payout was not made. */
  readonly confirmUnpaidMs: number
  readonly review: ReviewPolicy
  /** Null when this installation takes no transfers. */
  readonly collection: CollectionSettings | null
}

export function readPaymentsSettings(env: Environment, { profile }: { profile: 'demo' | 'production' }): PaymentsSettings {
  const given = readSettings(schema, env)
  if (profile === 'production') refuseTestSettings(given)
  return {
    wompi: {
      url: withoutSlash(given.WOMPI_URL),
      publicKey: given.WOMPI_PUBLIC_KEY,
      privateKey: given.WOMPI_PRIVATE_KEY,
      integritySecret: given.WOMPI_INTEGRITY_SECRET,
      eventsSecret: given.WOMPI_EVENTS_SECRET,
    },
    payouts: {
      url: withoutSlash(given.PAYOUTS_URL),
      key: payoutsKeyOf(given, profile),
      accountId: given.PAYOUTS_ACCOUNT_ID,
      eventsSecret: given.PAYOUTS_EVENTS_SECRET,
    },
    link: {
      hosts: given.WOMPI_PAYMENT_HOSTS.split(',').map((host) => host.trim()),
      allowsLoopback: profile === 'demo',
      waitMs: given.WOMPI_LINK_WAIT_SECONDS * 1_000,
    },
    cancelWindowMs: given.WITHDRAWAL_CANCEL_SECONDS * 1_000,
    confirmUnpaidMs: (given.PAYOUT_UNPAID_CONFIRM_SECONDS ?? (profile === 'demo' ? 0 : 300)) * 1_000,
    newAccountHoldMs: given.BANK_ACCOUNT_HOLD_HOURS * 3_600_000,
    withdrawalsPerDay: given.WITHDRAWALS_PER_DAY,
    review: {
      twoOfficersFrom: BigInt(given.WITHDRAWAL_TWO_OFFICERS_COP) * 100n,
      inAndOutFrom: BigInt(given.WITHDRAWAL_IN_AND_OUT_COP) * 100n,
    },
    collection: collectionOf(given),
  }
}

function payoutsKeyOf(
  { PAYOUTS_API_KEY: apiKey, PAYOUTS_PRINCIPAL_ID: principalId }: z.output<typeof schema>,
  profile: 'demo' | 'production',
): PayoutsKey | null {
  if (apiKey !== undefined && principalId !== undefined) return { apiKey, principalId }
  if (profile === 'demo' || apiKey !== undefined || principalId !== undefined)
    throw new SettingsInvalid('PAYOUTS_API_KEY and PAYOUTS_PRINCIPAL_ID are needed together.')
  return null
}

function collectionOf(given: z.output<typeof schema>): CollectionSettings | null {
  const { COLLECTION_ACCOUNT_NUMBER: number, COLLECTION_BANK_ID: bankId, COLLECTION_HOLDER: holder, COLLECTION_TAX_ID: taxId } = given
  if (number === undefined) return null
  if (bankId === undefined || holder === undefined || taxId === undefined)
    throw new SettingsInvalid('COLLECTION_ACCOUNT_NUMBER needs COLLECTION_BANK_ID, COLLECTION_HOLDER and COLLECTION_TAX_ID with it.')
  const accountType = given.COLLECTION_ACCOUNT_TYPE === 'ahorros' ? ACCOUNT_TYPES.savings : ACCOUNT_TYPES.current
  return { bankId, accountType, number, holder, taxId }
}

const SECRETS = [
  'WOMPI_PUBLIC_KEY',
  'WOMPI_PRIVATE_KEY',
  'WOMPI_INTEGRITY_SECRET',
  'WOMPI_EVENTS_SECRET',
  'PAYOUTS_API_KEY',
  'PAYOUTS_PRINCIPAL_ID',
  'PAYOUTS_EVENTS_SECRET',
] as const

function refuseTestSettings(given: z.output<typeof schema>): void {
  for (const name of SECRETS)
    if (/(^|[_-])(test|stagtest|sandbox)([_-]|$)/i.test(given[name] ?? ''))
      throw new SettingsInvalid(`${name} is a test key; production needs its own.`)
  for (const name of ['WOMPI_URL', 'PAYOUTS_URL'] as const) {
    const { protocol, hostname } = new URL(given[name])
    if (protocol !== 'https:' || isLoopbackHost(hostname) || hostname.split('.').includes('sandbox'))
      throw new SettingsInvalid(`${name} must be the https address of the real provider in production.`)
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
