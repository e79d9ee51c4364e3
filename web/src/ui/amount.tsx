/** Amount: tabular figures, Colombian format, muted unit, direction as a sign and not only a colour. */

import { VisuallyHidden } from '@mantine/core'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import classes from './amount.module.css'
import { defaultFraction, type FractionDigits, formatFigure } from './amount-format.ts'

export interface AssetUnit {
  code: string
  scale: number
}

export interface AmountProps {
  /** Base units of the asset. */
  value: bigint
  asset: AssetCode | AssetUnit
  /** `in` and `out` put a sign before the figure; without it only negatives have one. */
  direction?: 'in' | 'out'
  /** The peso sign before COP; the unit after the figure stays. */
  withSymbol?: boolean
  withUnit?: boolean
  fraction?: FractionDigits
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

export function Amount({ value, asset, direction, withSymbol = true, withUnit = true, fraction, size }: AmountProps) {
  const { t } = useTranslation('ui')
  const { code, scale } = typeof asset === 'string' ? { code: asset, scale: ASSETS[asset].scale } : asset
  const isPeso = code === 'COP'
  const sign = direction === 'in' ? '+' : direction === 'out' || value < 0n ? '−' : ''
  return (
    <span className={classes.amount} data-direction={direction} data-size={size} translate="no">
      {direction && <VisuallyHidden translate="yes">{t(`amount.${direction}`)} </VisuallyHidden>}
      {sign}
      {isPeso && withSymbol && <span className={classes.symbol}>$&nbsp;</span>}
      {formatFigure(value, scale, fraction ?? defaultFraction(value, scale, isPeso))}
      {withUnit && <span className={classes.unit}>&nbsp;{code}</span>}
    </span>
  )
}
