/** Settings of token withdrawals: minimum amounts, thresholds of two officers, and the cancellation period. */
import { type AssetCode, perAsset } from '@tunjo/contract/money'
import * as z from 'zod'
import { amountSetting } from '../../../../platform/process/asset-setting.ts'
import type { PlatformSettings } from '../../../../platform/process/config.ts'
import { booleanSetting, declareSettings, type Environment, readSettings } from '../../../../platform/process/settings.ts'

const schema = declareSettings({
  /** Minimum of one token withdrawal. */
  CRYPTO_WITHDRAWAL_MINIMUM_COP: amountSetting('COP').prefault('10000'),
  CRYPTO_WITHDRAWAL_MINIMUM_BTC: amountSetting('BTC').prefault('0.0001'),
  CRYPTO_WITHDRAWAL_MINIMUM_USDT: amountSetting('USDT').prefault('5'),
  /** Amount of one withdrawal from which two officers review it. */
  CRYPTO_WITHDRAWAL_REVIEW_FROM_COP: amountSetting('COP').prefault('20000000'),
  CRYPTO_WITHDRAWAL_REVIEW_FROM_BTC: amountSetting('BTC').prefault('0.05'),
  CRYPTO_WITHDRAWAL_REVIEW_FROM_USDT: amountSetting('USDT').prefault('5000'),
  /** Amount from which a customer's first withdrawal is reviewed, for any asset. */
  CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP: amountSetting('COP').prefault('10000000'),
  /**
   * Pesos received within a day, as pesos or as tokens, from which a withdrawal of nearly all of it waits: for both rails (module
   * payments).
   */
  WITHDRAWAL_IN_AND_OUT_COP: z.coerce.number().int().min(1).default(5_000_000),
  /** Sum of one customer in 24 hours above which withdrawals are reviewed. */
  CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_COP: amountSetting('COP').prefault('40000000'),
  CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_BTC: amountSetting('BTC').prefault('0.1'),
  CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX_USDT: amountSetting('USDT').prefault('10000'),
  /** Sum of all customers above which withdrawals are reviewed. */
  CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_COP: amountSetting('COP').prefault('2000000000'),
  CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_BTC: amountSetting('BTC').prefault('5'),
  CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX_USDT: amountSetting('USDT').prefault('500000'),
  /** While no sanctions list with addresses is loaded, two officers review every outgoing one. By default, except in the demo. */
  CRYPTO_WITHDRAWAL_NEEDS_LIST: booleanSetting.optional(),
  /** Cancellation period of a withdrawal before anything is sent. */
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
