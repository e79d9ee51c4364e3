/** Decimal text of an asset as a figure. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { Amount } from '../../../../ui/amount.tsx'

export const TreasuryFigure = ({ asset, amount }: { asset: AssetCode; amount: string }) => (
  <Amount value={parseUnits(amount, ASSETS[asset].scale) ?? 0n} asset={asset} />
)
