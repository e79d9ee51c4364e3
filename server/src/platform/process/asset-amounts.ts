/** Defaults of the settings that exist once for each asset, in units. An operator changes them by the environment. */
import type { AssetCode } from '@tunjo/contract/money'

export interface AssetAmounts {
  readonly minimum: Readonly<Record<'trade' | 'deposit' | 'withdrawal' | 'sweep', string>>
  readonly withdrawal: Readonly<Record<'reviewFrom' | 'accountDayMax' | 'platformDayMax', string>>
  readonly signer: Readonly<Record<'operationMax' | 'dayMax' | 'approvalFrom', string>>
  readonly hotTarget: string
}

export const ASSET_AMOUNTS: Readonly<Record<AssetCode, AssetAmounts>> = {
  COP: {
    minimum: { trade: '1000', deposit: '1000', withdrawal: '10000', sweep: '40000' },
    withdrawal: { reviewFrom: '20000000', accountDayMax: '40000000', platformDayMax: '2000000000' },
    signer: { operationMax: '1300000000', dayMax: '13000000000', approvalFrom: '20000000' },
    hotTarget: '1800000000',
  },
  BTC: {
    minimum: { trade: '0.00002', deposit: '0.00001', withdrawal: '0.0001', sweep: '0.0001' },
    withdrawal: { reviewFrom: '0.05', accountDayMax: '0.1', platformDayMax: '5' },
    signer: { operationMax: '5', dayMax: '50', approvalFrom: '0.05' },
    hotTarget: '20',
  },
  USDT: {
    minimum: { trade: '0.25', deposit: '1', withdrawal: '5', sweep: '10' },
    withdrawal: { reviewFrom: '5000', accountDayMax: '10000', platformDayMax: '500000' },
    signer: { operationMax: '500000', dayMax: '5000000', approvalFrom: '5000' },
    hotTarget: '1800000',
  },
}
