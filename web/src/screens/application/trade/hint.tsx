/** Why INTERCAMBIAR is disabled, and the next step. */
import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Quote, TokenBalance } from '@tunjo/contract/trading'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { formatPercent, unitsOf } from '../../../parts/price-figures.ts'
import classes from './swap-panel.module.css'
import type { SwapState } from './swap-state.ts'
import { figure } from './token-row.tsx'

interface HintProps {
  state: SwapState
  sold: TokenBalance
  quote: Quote | null
  onRetry: () => void
}

export function Hint({ state, sold, quote, onRetry }: HintProps) {
  const { t } = useTranslation('trade')
  const content = contentOf()
  return (
    <div role="status" className={content ? classes.hint : undefined}>
      {content}
    </div>
  )

  function contentOf() {
    switch (state.kind) {
      case 'noRoute':
        return t('hint.noRoute')
      case 'belowMinimum':
        return t('hint.belowMinimum', { symbol: sold.symbol, minimum: figure(state.minimum, sold.decimals) })
      case 'impactRefused':
        return t('hint.impactRefused', { impact: quote && formatPercent(quote.price_impact_percent) })
      case 'notVerified':
        return (
          <>
            {t('hint.notVerified')}{' '}
            <Anchor component={Link} to="/postregister/" underline="always" inherit>
              {t('hint.verify')}
            </Anchor>
          </>
        )
      case 'insufficientBalance':
        return (
          <>
            {balanceText()}{' '}
            {sold.symbol === 'COP' && (
              <Anchor
                renderRoot={(props) => <Link to="/application/wallets" search={{ abrir: 'abono' }} {...props} />}
                underline="always"
                inherit
              >
                {t('hint.deposit')}
              </Anchor>
            )}
          </>
        )
      case 'quoteFailed':
        return (
          <>
            {errorText(state.error)}{' '}
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {t('hint.retry')}
            </Button>
          </>
        )
      default:
        return null
    }
  }

  /** When buying, the expected cost may be within the balance while the maximum cost is not. */
  function balanceText(): string {
    const { symbol, decimals } = sold
    const balance = unitsOf(sold.balance, decimals)
    const isOnlyTheMaximum = quote !== null && unitsOf(quote.input_amount, decimals) <= balance
    if (!isOnlyTheMaximum) return t('hint.insufficientBalance', { symbol })
    return t('hint.insufficientMaximum', { symbol, maximum: figure(unitsOf(quote.maximum_sold, decimals), decimals) })
  }
}
