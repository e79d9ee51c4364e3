/** Amount whose row names its unit; a tablet has no room to repeat it three times. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { Amount } from '../../../../ui/amount.tsx'

export const Units = ({ asset, text }: { asset: AssetCode; text: string }) => (
  <Amount value={parseUnits(text, ASSETS[asset].scale) ?? 0n} asset={asset} withUnit={false} />
)
