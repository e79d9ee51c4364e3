/** Settings of token withdrawals: minimum amounts, thresholds of two officers, and the cancellation period. */
import type { AssetCode } from '@tunjo/contract/money'
import * as z from 'zod'
import { amountSetting, amountSettings, amountsGiven } from '../../../../platform/process/asset-setting.ts'
import type { PlatformSettings } from '../../../../platform/process/config.ts'
import { booleanSetting, declareSettings, type Environment, readSettings } from '../../../../platform/process/settings.ts'

const schema = declareSettings({
  /** Minimum of one token withdrawal. */
  ...amountSettings('CRYPTO_WITHDRAWAL_MINIMUM', ({ minimum }) => minimum.withdrawal),
  /** Amount of one withdrawal from which two officers review it. */
  ...amountSettings('CRYPTO_WITHDRAWAL_REVIEW_FROM', ({ withdrawal }) => withdrawal.reviewFrom),
  /** Amount from which a customer's first withdrawal is reviewed, for any asset. */
  CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP: amountSetting('COP').prefault('10000000'),
  /**
   * Pesos received within a day, as pesos or as tokens, from which a withdrawal of nearly all of it waits: for both rails (module
   * payments).
   */
  WITHDRAWAL_IN_AND_OUT_COP: z.coerce.number().int().min(1).default(5_000_000),
  /** Sum of one customer in 24 hours above which withdrawals are reviewed. */
  ...amountSettings('CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX', ({ withdrawal }) => withdrawal.accountDayMax),
  /** Sum of all customers above which withdrawals are reviewed. */
  ...amountSettings('CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX', ({ withdrawal }) => withdrawal.platformDayMax),
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
    minimums: amountsGiven(given, 'CRYPTO_WITHDRAWAL_MINIMUM'),
    reviewFrom: amountsGiven(given, 'CRYPTO_WITHDRAWAL_REVIEW_FROM'),
    firstReviewFromCop: given.CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP,
    inAndOutFromCop: BigInt(given.WITHDRAWAL_IN_AND_OUT_COP) * 100n,
    accountDayMax: amountsGiven(given, 'CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX'),
    platformDayMax: amountsGiven(given, 'CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX'),
    isListNeeded: given.CRYPTO_WITHDRAWAL_NEEDS_LIST ?? profile !== 'demo',
    cancelWindowMs: given.CRYPTO_WITHDRAWAL_CANCEL_SECONDS * 1_000,
  }
}
