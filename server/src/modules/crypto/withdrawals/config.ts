/** Settings of token withdrawals: least amounts, from when on two officers look, and the moment to call one back. */
import type { AssetCode } from '@tunjo/contract/money'
import * as z from 'zod'
import type { PlatformSettings } from '../../../platform/config.ts'
import { booleanSetting, declareSettings, type Environment, readSettings } from '../../../platform/settings.ts'
import { amountSetting, perAsset } from '../amount-setting.ts'

const schema = declareSettings({
  /** The least of one token withdrawal. */
  CRYPTO_WITHDRAWAL_MINIMUM_COP: amountSetting('COP').prefault('10000'),
  CRYPTO_WITHDRAWAL_MINIMUM_BTC: amountSetting('BTC').prefault('0.0001'),
  CRYPTO_WITHDRAWAL_MINIMUM_USDT: amountSetting('USDT').prefault('5'),
  /** From so much on in one withdrawal two officers look first. */
  CRYPTO_WITHDRAWAL_REVIEW_FROM_COP: amountSetting('COP').prefault('20000000'),
  CRYPTO_WITHDRAWAL_REVIEW_FROM_BTC: amountSetting('BTC').prefault('0.05'),
  CRYPTO_WITHDRAWAL_REVIEW_FROM_USDT: amountSetting('USDT').prefault('5000'),
  /** The first one of a customer that is worth so much, whatever the asset. */
  CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP: amountSetting('COP').prefault('10000000'),
  /** Pesos that came in within a day, as pesos or as tokens, from which one that takes nearly all of it out again waits: of both rails (module payments). */
  WITHDRAWAL_IN_AND_OUT_COP: z.coerce.number().int().min(1).default(5_000_000),
  /** And above so much of one customer in 24 hours. */
  CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_COP: amountSetting('COP').prefault('40000000'),
  CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_BTC: amountSetting('BTC').prefault('0.1'),
  CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_USDT: amountSetting('USDT').prefault('10000'),
  /** And above so much of all customers. */
  CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_COP: amountSetting('COP').prefault('2000000000'),
  CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_BTC: amountSetting('BTC').prefault('5'),
  CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_USDT: amountSetting('USDT').prefault('500000'),
  /** While no list of sanctions with addresses is loaded, two officers look at every one that leaves. By default, except in the demo. */
  CRYPTO_WITHDRAWAL_NEEDS_LIST: booleanSetting.optional(),
  /** So long a withdrawal stays here before anything is sent. */
  CRYPTO_WITHDRAWAL_CANCEL_SECONDS: z.coerce.number().int().min(0).max(86_400).default(10),
})

type Amounts = Readonly<Record<AssetCode, bigint>>

export interface WithdrawalSettings {
  readonly minimums: Amounts
  readonly reviewFrom: Amounts
  /** COP cents. */
  readonly firstReviewFromCop: bigint
  readonly inAndOutFromCop: bigint
  readonly accountDayMax: Amounts
  readonly platformDayMax: Amounts
  readonly isListNeeded: boolean
  readonly cancelWindowMs: number
}

export function readWithdrawalSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): WithdrawalSettings {
  const given = readSettings(schema, env)
  return {
    minimums: perAsset((asset) => given[`CRYPTO_WITHDRAWAL_MINIMUM_${asset}`]),
    reviewFrom: perAsset((asset) => given[`CRYPTO_WITHDRAWAL_REVIEW_FROM_${asset}`]),
    firstReviewFromCop: given.CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP,
    inAndOutFromCop: BigInt(given.WITHDRAWAL_IN_AND_OUT_COP) * 100n,
    accountDayMax: perAsset((asset) => given[`CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_${asset}`]),
    platformDayMax: perAsset((asset) => given[`CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_${asset}`]),
    isListNeeded: given.CRYPTO_WITHDRAWAL_NEEDS_LIST ?? profile !== 'demo',
    cancelWindowMs: given.CRYPTO_WITHDRAWAL_CANCEL_SECONDS * 1_000,
  }
}
