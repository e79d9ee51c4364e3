/** Picture of the way of a swap through the pools: tokens, and the fee of the pool between each two; one line for each route. */
import { formatUnits } from '@tunjo/contract/money'
import type { Quote } from '@tunjo/contract/trading'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent, unitsOf } from '../../../parts/price-figures.ts'
import { TokenIcon } from '../../../ui/token-icon.tsx'
import classes from './route-picture.module.css'

const SHARE_DECIMALS = 4
const percentOfShare = (share: string): string => formatPercent(formatUnits(unitsOf(share, SHARE_DECIMALS), SHARE_DECIMALS - 2))

export function RoutePicture({ routes }: Pick<Quote, 'routes'>) {
  const { t } = useTranslation('trade')
  const isSplit = routes.length > 1
  return (
    <div className={classes.routes}>
      <h3 className={classes.title}>{t(isSplit ? 'route.titleSplit' : 'route.title')}</h3>
      {routes.map(({ share, hops }) => (
        <div key={hops.map(({ pool }) => pool).join()} className={classes.route}>
          {isSplit && <span className={classes.share}>{percentOfShare(share)}</span>}
          <ol className={classes.steps} aria-label={isSplit ? t('route.stepsShare', { share: percentOfShare(share) }) : t('route.steps')}>
            {hops.map((hop, index) => (
              <Fragment key={hop.pool}>
                {index === 0 && <Token symbol={hop.token_in} />}
                <li className={classes.pool}>
                  <span className={classes.hidden}>{t('route.pool')} </span>
                  {formatPercent(hop.fee_percent)}
                </li>
                <Token symbol={hop.token_out} />
              </Fragment>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

const Token = ({ symbol }: { symbol: string }) => (
  <li className={classes.token} translate="no">
    <TokenIcon symbol={symbol} size={18} />
    {symbol}
  </li>
)
