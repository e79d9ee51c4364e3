/** Price chart in a frame of the product's own origin, keyed by the two token addresses (EX-09). */
import type { TokenBalance } from '@tunjo/contract/trading'
import { useTranslation } from 'react-i18next'
import { isBase } from '../../../parts/price-figures.ts'
import classes from './trade-screen.module.css'

export function ChartFrame({ sold, bought }: { sold: TokenBalance; bought: TokenBalance }) {
  const { t } = useTranslation('trade')
  // One chart for both directions, so that flipping the swap does not load it again.
  const [base, quote] = isBase(sold.symbol, bought.symbol) ? [sold, bought] : [bought, sold]
  if (base.address === null || quote.address === null) return null
  const source = `/chart/${base.address}/${quote.address}`
  // A new frame, since a navigation inside it would add an entry to the browser's history.
  return (
    <iframe
      key={source}
      src={source}
      title={t('chart.title', { base: base.symbol, quote: quote.symbol })}
      className={classes.chart}
      loading="lazy"
    />
  )
}
