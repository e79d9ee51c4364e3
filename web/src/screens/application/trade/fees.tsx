/** Costs and guarantees of a trade: always visible, with or without the confirmation. */
import { useQuery } from '@tanstack/react-query'
import { formatUnits } from '@tunjo/contract/money'
import type { Quote, TokenBalance, TradeType } from '@tunjo/contract/trading'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { COP_TOKEN_ID, valuationQuery } from '../../../api/trading.ts'
import { formatPercent, formatUsd, unitsOf } from '../../../parts/price-figures.ts'
import { formatCop } from '../../../ui/amount-format.ts'
import classes from './fees.module.css'
import { RoutePicture } from './route-picture.tsx'
import { figure } from './token-row.tsx'
import { costOf } from './trade-cost.ts'
import { percentOf } from './trade-settings.ts'

/** Hundredths of a per cent. */
const IMPACT_NOTICED = 100n
const IMPACT_HIGH = 300n

interface FeesProps {
  quote: Quote | null
  tradeType: TradeType
  sold: TokenBalance
  bought: TokenBalance
  slippageBps: number
  /** True while the quote belongs to an earlier request. */
  isOld?: boolean
}

export function Fees({ quote, tradeType, sold, bought, slippageBps, isOld = false }: FeesProps) {
  const { t } = useTranslation('trade')
  const none = t('fees.none')
  const impact = quote ? unitsOf(quote.price_impact_percent, 2, 'up') : 0n
  return (
    <div className={classes.fees} data-old={isOld || undefined}>
      <dl className={classes.list}>
        {row('liquidity', quote ? formatPercent(quote.liquidity_fee_percent) : none)}
        {row('platform', platformFeeText(), quote && quote.house_fee !== '0' && formatPercent(quote.house_fee_percent))}
        {row(
          'network',
          quote ? `${figure(unitsOf(quote.network_fee_cop, 2, 'up'), 2)} COP` : none,
          quote && t('fees.networkNote', { amount: formatUsd(quote.network_fee_usd, 'up') }),
        )}
        {row('impact', quote ? formatPercent(quote.price_impact_percent) : none, null, levelOf(impact))}
        {tradeType === 'input'
          ? row('minimum', quote ? `${amount(quote.minimum_received, bought)} ${bought.symbol}` : none)
          : row('maximum', quote ? `${amount(quote.maximum_sold, sold)} ${sold.symbol}` : none)}
        <WholeCost quote={quote} bought={bought} />
        {row('slippage', `${percentOf(slippageBps)}\u00a0%`)}
      </dl>
      {quote && <RoutePicture routes={quote.routes} />}
      {impact >= IMPACT_HIGH && (
        <p className={classes.warning} role="alert">
          {t('fees.impactHigh')}
        </p>
      )}
    </div>
  )

  function platformFeeText(): string {
    if (!quote) return none
    return quote.house_fee === '0' ? t('fees.noPlatformFee') : `${amount(quote.house_fee, bought)} ${bought.symbol}`
  }

  function row(
    name: 'liquidity' | 'platform' | 'network' | 'impact' | 'minimum' | 'maximum' | 'slippage',
    value: string,
    note?: ReactNode,
    level?: string,
  ) {
    return (
      <Fragment key={name}>
        <dt>{t(`fees.${name}`)}</dt>
        <dd data-level={level}>
          <span translate={/\d/.test(value) ? 'no' : undefined}>{value}</span>
          {note && <span className={classes.note}>{note}</span>}
        </dd>
      </Fragment>
    )
  }
}

/** Total cost in pesos against the market price. */
function WholeCost({ quote, bought }: Pick<FeesProps, 'quote' | 'bought'>) {
  const { t } = useTranslation('trade')
  const { data: price } = useQuery(valuationQuery(bought.id))
  const { data: copPrice } = useQuery(valuationQuery(COP_TOKEN_ID))
  const cost = quote && price && copPrice ? costOf(quote, { bought: price, cop: copPrice }) : null
  return (
    <>
      <dt>{t('fees.whole')}</dt>
      <dd>
        {cost ? <span translate="no">{formatCop(cost.cop)}</span> : t('fees.none')}
        {cost && (
          <span className={classes.note}>{t('fees.wholeNote', { percent: formatPercent(formatUnits(cost.percentHundredths, 2)) })}</span>
        )}
      </dd>
    </>
  )
}

const amount = (text: string, { decimals }: TokenBalance): string => figure(unitsOf(text, decimals), decimals)

function levelOf(impact: bigint): 'high' | 'noticed' | undefined {
  if (impact >= IMPACT_HIGH) return 'high'
  return impact >= IMPACT_NOTICED ? 'noticed' : undefined
}
