/** Settings of the crypto rail: minimum amounts, confirmations, the sweep threshold, and the hold of a new address. */
import type { AssetCode } from '@tunjo/contract/money'
import * as z from 'zod'
import { amountSettings, amountsGiven } from '../../../platform/process/asset-setting.ts'
import type { PlatformSettings } from '../../../platform/process/config.ts'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'
import { readWithdrawalSettings, type WithdrawalSettings } from './withdrawals/config.ts'

const schema = declareSettings({
  /** Confirmations before a credit, counting the block of the deposit itself. */
  CRYPTO_DEPOSIT_CONFIRMATIONS: z.coerce.number().int().min(1).max(1_000).default(12),
  /** Display name of the network. */
  CRYPTO_NETWORK_NAME: z.string().min(1).max(40).default('Ethereum'),
  /** A smaller deposit is credited only when several reach it together: alone it would cost more to sweep than it is worth. */
  ...amountSettings('CRYPTO_DEPOSIT_MINIMUM', ({ minimum }) => minimum.deposit),
  /** Sweep threshold of an address: less would cost more gas than it is worth. */
  ...amountSettings('CRYPTO_SWEEP_MINIMUM', ({ minimum }) => minimum.sweep),
  /** Hold before anything is sent to a new address. By default a day, and none in the demo. */
  CRYPTO_ADDRESS_HOLD_HOURS: z.coerce.number().min(0).max(168).optional(),
})

export interface CryptoSettings {
  readonly confirmationsNeeded: number
  readonly networkName: string
  readonly minimums: Readonly<Record<AssetCode, bigint>>
  readonly sweepMinimums: Readonly<Record<AssetCode, bigint>>
  readonly addressHoldMs: number
  readonly withdrawals: WithdrawalSettings
}

const HOUR_MS = 3_600_000

export function readCryptoSettings(env: Environment, { profile }: Pick<PlatformSettings, 'profile'>): CryptoSettings {
  const given = readSettings(schema, env)
  return {
    confirmationsNeeded: given.CRYPTO_DEPOSIT_CONFIRMATIONS,
    networkName: given.CRYPTO_NETWORK_NAME,
    minimums: amountsGiven(given, 'CRYPTO_DEPOSIT_MINIMUM'),
    sweepMinimums: amountsGiven(given, 'CRYPTO_SWEEP_MINIMUM'),
    addressHoldMs: (given.CRYPTO_ADDRESS_HOLD_HOURS ?? (profile === 'demo' ? 0 : 24)) * HOUR_MS,
    withdrawals: readWithdrawalSettings(env, { profile }),
  }
}
