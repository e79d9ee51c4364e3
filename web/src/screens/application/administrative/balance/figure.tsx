/** A figure of a comparison: money in its asset, or a count. */
import { ASSETS, parseUnits } from '@tunjo/contract/money'
import { COUNTED_CHECKS, type Difference } from '@tunjo/contract/reconciliation'
import { Amount } from '../../../../ui/amount.tsx'

export function Figure({ check, asset, text }: Pick<Difference, 'check' | 'asset'> & { text: string }) {
  if (COUNTED_CHECKS.has(check)) return <span>{text}</span>
  return <Amount value={parseUnits(text, ASSETS[asset].scale) ?? 0n} asset={asset} />
}
