/** Amounts of a found transaction; negative for outgoing ones. */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import type { FoundTransaction } from '../../../../api/found-transactions.ts'
import { Amount } from '../../../../ui/amount.tsx'

function unitsOf(asset: AssetCode, amount: string): bigint {
  const units = parseUnits(amount.replace('-', ''), ASSETS[asset].scale) ?? 0n
  return amount.startsWith('-') ? -units : units
}

export function FoundMoves({ found: { moved } }: { found: FoundTransaction }) {
  const { t } = useTranslation('officer-money')
  if (moved.length === 0) return t('found.unknownYet')
  return moved.map(({ asset, place, amount }) => (
    <div key={`${place} ${asset}`}>
      <Amount value={unitsOf(asset, amount)} asset={asset} />
    </div>
  ))
}

/** Once it is in suspense it waits for whose it is. */
export const waitsOf = ({ isSettleable, waits }: FoundTransaction) => (isSettleable ? 'owner' : waits)
