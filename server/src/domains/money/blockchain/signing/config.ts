/** Settings of the signer. Only its process reads them. */
import type { AssetCode } from '@tunjo/contract/money'
import * as z from 'zod'
import { amountSettings, amountsGiven } from '../../../../platform/process/asset-setting.ts'
import type { PlatformSettings } from '../../../../platform/process/config.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../../platform/process/settings.ts'
import type { KmsSettings } from './kms-key.ts'
import type { Pkcs11Settings } from './pkcs11-key.ts'

const schema = declareSettings({
  /** Mnemonic of the platform's wallets. Demo only. */
  CHAIN_MNEMONIC_FILE: z.string().optional(),
  /** Location of the keys. The demo's mnemonic is one more location, with its own setting. */
  SIGNER_KEY: z.enum(['keystore', 'pkcs11', 'kms']).default('keystore'),
  /** Label in the token, or key id, ARN or alias in KMS. */
  SIGNER_HOT_KEY: z.string().optional(),
  /** The same for the treasury. */
  SIGNER_TREASURY_KEY: z.string().optional(),
  /** Shared library of the token. */
  SIGNER_PKCS11_MODULE: z.string().optional(),
  /** Label of the token. */
  SIGNER_PKCS11_TOKEN: z.string().optional(),
  /** File with the PIN of the token. */
  SIGNER_PKCS11_PIN_FILE: z.string().optional(),
  /** Folder where `pkcs11js` is installed. */
  SIGNER_LIBRARIES: z.string().optional(),
  /** Region of the keys in KMS. */
  SIGNER_KMS_REGION: z.string().optional(),
  /** Your own endpoint of KMS (VPC). */
  SIGNER_KMS_ENDPOINT: z.url().optional(),
  /** Encrypted keystore of the hot wallet (JSON, version 3, scrypt). Each wallet has one; both share one password file. */
  SIGNER_HOT_KEYSTORE: z.string().optional(),
  /** Keystore of the treasury. */
  SIGNER_TREASURY_KEYSTORE: z.string().optional(),
  /** File with the password of both keystores. */
  SIGNER_KEYSTORE_PASSWORD_FILE: z.string().optional(),
  /** Time without a block after which a transaction is replaced with a higher fee. */
  SIGNER_REPLACE_AFTER_SECONDS: z.coerce.number().int().min(1).max(240).default(60),
  /** Allowed deviation of a swap from the chain's price of the moment: the customers' five percent, and the movement since. */
  SIGNER_PRICE_TOLERANCE_BPS: z.coerce.number().int().min(1).max(5_000).default(600),
  /** Maximum that one operation sells, mints or burns; also for all operations of 24 hours together. */
  ...amountSettings('SIGNER_OPERATION_MAX', ({ signer }) => signer.operationMax),
  /** Maximum of 24 hours, separately for swaps, mints, burns and sweeps to the cold wallet. */
  ...amountSettings('SIGNER_DAY_MAX', ({ signer }) => signer.dayMax),
  /** A withdrawal from this amount on needs the sealed approval of two officers. */
  ...amountSettings('SIGNER_APPROVAL_FROM', ({ signer }) => signer.approvalFrom),
  /** Age of an address, by the signer's own record, before it is paid. By default 20 hours, and 0 in the demo. */
  SIGNER_ADDRESS_AGE_HOURS: z.coerce.number().min(0).max(168).optional(),
  /** While this file exists no withdrawal is signed: the operator's own switch. */
  SIGNER_STOP_FILE: z.string().optional(),
  /** Smallest sweep: an attacker could otherwise spend the wallet's gas on small amounts. At most the value of CRYPTO_SWEEP_MINIMUM_…. */
  ...amountSettings('SIGNER_SWEEP_MINIMUM', ({ minimum }) => minimum.sweep),
})

export type KeySource =
  | { readonly kind: 'mnemonic'; readonly file: string }
  | { readonly kind: 'keystore'; readonly hot: string; readonly treasury: string; readonly passwordFile: string }
  | { readonly kind: 'pkcs11'; readonly hot: string; readonly treasury: string; readonly token: Pkcs11Settings }
  | { readonly kind: 'kms'; readonly hot: string; readonly treasury: string; readonly kms: KmsSettings; readonly env: Environment }

export interface SignerSettings {
  readonly keySource: KeySource
  readonly replaceAfterMs: number
  readonly priceToleranceBps: bigint
  readonly operationMax: Readonly<Record<AssetCode, bigint>>
  readonly dayMax: Readonly<Record<AssetCode, bigint>>
  readonly approvalFrom: Readonly<Record<AssetCode, bigint>>
  readonly addressAgeMs: number
  readonly stopFile: string | null
  readonly sweepMinimums: Readonly<Record<AssetCode, bigint>>
}

const HOUR_MS = 3_600_000

export function readSignerSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): SignerSettings {
  const given = readSettings(schema, env)
  return {
    keySource: keySourceOf(given, env, profile),
    replaceAfterMs: given.SIGNER_REPLACE_AFTER_SECONDS * 1_000,
    priceToleranceBps: BigInt(given.SIGNER_PRICE_TOLERANCE_BPS),
    operationMax: amountsGiven(given, 'SIGNER_OPERATION_MAX'),
    approvalFrom: amountsGiven(given, 'SIGNER_APPROVAL_FROM'),
    addressAgeMs: (given.SIGNER_ADDRESS_AGE_HOURS ?? (profile === 'demo' ? 0 : 20)) * HOUR_MS,
    stopFile: given.SIGNER_STOP_FILE ?? null,
    dayMax: amountsGiven(given, 'SIGNER_DAY_MAX'),
    sweepMinimums: amountsGiven(given, 'SIGNER_SWEEP_MINIMUM'),
  }
}

type Given = z.output<typeof schema>

function keySourceOf(given: Given, env: Environment, profile: PlatformSettings['profile']): KeySource {
  const { CHAIN_MNEMONIC_FILE: file, SIGNER_HOT_KEYSTORE: hot, SIGNER_TREASURY_KEYSTORE: treasury } = given
  const { SIGNER_KEYSTORE_PASSWORD_FILE: passwordFile } = given
  if (profile === 'production' && file) throw new SettingsInvalid('CHAIN_MNEMONIC_FILE is a plaintext mnemonic, for the demo only.')
  if (given.SIGNER_KEY === 'pkcs11') return pkcs11Source(given)
  if (given.SIGNER_KEY === 'kms') return kmsSource(given, env)
  if (hot && treasury && passwordFile) return { kind: 'keystore', hot, treasury, passwordFile }
  if (file) return { kind: 'mnemonic', file }
  throw new SettingsInvalid('The signer needs SIGNER_HOT_KEYSTORE, SIGNER_TREASURY_KEYSTORE and SIGNER_KEYSTORE_PASSWORD_FILE.')
}

function pkcs11Source({ SIGNER_HOT_KEY: hot, SIGNER_TREASURY_KEY: treasury, ...given }: Given): KeySource {
  const { SIGNER_PKCS11_MODULE: module, SIGNER_PKCS11_TOKEN: token, SIGNER_PKCS11_PIN_FILE: pinFile } = given
  if (!hot || !treasury || !module || !token || !pinFile)
    throw new SettingsInvalid(
      'SIGNER_KEY=pkcs11 needs SIGNER_PKCS11_MODULE, SIGNER_PKCS11_TOKEN, SIGNER_PKCS11_PIN_FILE, SIGNER_HOT_KEY and SIGNER_TREASURY_KEY.',
    )
  return { kind: 'pkcs11', hot, treasury, token: { module, token, pinFile, libraries: given.SIGNER_LIBRARIES ?? null } }
}

function kmsSource({ SIGNER_HOT_KEY: hot, SIGNER_TREASURY_KEY: treasury, ...given }: Given, env: Environment): KeySource {
  const { SIGNER_KMS_REGION: region, SIGNER_KMS_ENDPOINT: endpoint = null } = given
  if (!hot || !treasury || !region)
    throw new SettingsInvalid('SIGNER_KEY=kms needs SIGNER_KMS_REGION, SIGNER_HOT_KEY and SIGNER_TREASURY_KEY.')
  return { kind: 'kms', hot, treasury, kms: { region, endpoint }, env }
}
