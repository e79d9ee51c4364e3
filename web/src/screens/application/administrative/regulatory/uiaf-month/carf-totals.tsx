/** Totals of the yearly report by asset and kind: transactions, units and pesos. */
import type { CarfTotal } from '@tunjo/contract/regulatory-carf'
import { useTranslation } from 'react-i18next'
import { formatDecimal } from '../../../../../parts/price-figures.ts'
import classes from '../../../../../parts/regulatory/regulatory.module.css'

export function CarfTotals({ totals }: { totals: readonly CarfTotal[] }) {
  const { t } = useTranslation('regulatory')
  if (totals.length === 0) return '—'
  return (
    <ul className={classes.list}>
      {totals.map(({ asset, kind, transactions, units, cop }) => (
        <li key={`${asset} ${kind}`}>
          {t('carf.total', {
            kind: t(`carf.kinds.${kind}`),
            units: formatDecimal(units),
            asset,
            count: transactions,
            cop: cop === null ? t('carf.noPrice') : `COP ${formatDecimal(cop, 2)}`,
          })}
        </li>
      ))}
    </ul>
  )
}
