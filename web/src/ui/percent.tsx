/** Percentage as text, rounded down, with tabular figures. */
import { formatShare } from './percent-format.ts'

export function Percent({ part, total }: { part: bigint | number; total: bigint | number }) {
  return (
    <span translate="no" style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatShare(part, total)}
    </span>
  )
}
