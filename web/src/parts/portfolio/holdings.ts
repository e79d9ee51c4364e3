/** Balance rows as values to draw. */
import type { AssetCode } from '@tunjo/contract/money'
import { type BalanceRow, balanceUnits } from '@tunjo/contract/wallets'

export const ASSET_COLOR: Record<AssetCode, string> = {
  COP: 'var(--mantine-color-forest-6)',
  BTC: 'var(--mantine-color-gold-5)',
  USDT: 'var(--mantine-color-gray-5)',
}

export interface Holding {
  asset: AssetCode
  amount: bigint
  held: bigint
  valueCop: bigint | null
  /** Only for drawing; the text is the exact figure. */
  percent: number
  percentText: string
}

export function holdingOf(row: BalanceRow): Holding {
  const { asset, amount, held, valueCop, percentage } = row
  return {
    asset,
    amount: balanceUnits(asset, amount),
    held: balanceUnits(asset, held),
    valueCop,
    percent: Number.parseFloat(percentage ?? '0'),
    percentText: percentage === null ? '—' : percentage.replace('.', ',').replace('%', ' %'),
  }
}
