/** "1 BTC = 262.143.111,50000000 COP"; a click inverts it. */
import { UnstyledButton } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import type { Quote, TokenBalance } from '@tunjo/contract/trading'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPrice, isBase, ratioOf } from '../../../parts/price-figures.ts'
import classes from './swap-panel.module.css'

interface PriceLineProps {
  sold: TokenBalance
  bought: TokenBalance
  quote: Quote | null
  isSearching: boolean
  isUnset: boolean
}

export function PriceLine({ sold, bought, quote, isSearching, isUnset }: PriceLineProps) {
  const { t } = useTranslation('trade')
  const [isTurned, setTurned] = useState(false)
  return (
    <div className={classes.price}>
      <span className={classes.quiet}>{t('price.label')}</span>
      <div role="status">{content()}</div>
    </div>
  )

  function content() {
    if (isSearching) return t('price.searching')
    if (isUnset) return <span className={classes.quiet}>{t('price.unset')}</span>
    const base = isBase(sold.symbol, bought.symbol) !== isTurned ? 'sold' : 'bought'
    const ratio =
      quote && (base === 'sold' ? ratioOf(quote.expected_output, quote.input_amount) : ratioOf(quote.input_amount, quote.expected_output))
    if (!ratio) return <span className={classes.quiet}>{t('price.unknown')}</span>
    const [one, other] = base === 'sold' ? [sold, bought] : [bought, sold]
    const line = t('price.line', { base: one.symbol, price: formatPrice(ratio), quote: other.symbol })
    return (
      <UnstyledButton className={classes.turn} onClick={() => setTurned(!isTurned)} aria-label={t('price.invert', { line })}>
        <span translate="no">{line}</span>
        <IconArrowsLeftRight size={16} aria-hidden />
      </UnstyledButton>
    )
  }
}
