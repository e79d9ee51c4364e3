/** Amount from the wire: decimal text of an asset. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { Amount } from '../ui/amount.tsx'

export const AssetAmount = ({ asset, text }: { asset: AssetCode; text: string }) => (
  <Amount value={parseUnits(text, ASSETS[asset].scale) ?? 0n} asset={asset} />
)
