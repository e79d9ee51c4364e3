/** Intercambio (EX-01): swap panel, price chart, history. */
import { useQuery } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { tokensQuery } from '../../../api/trading.ts'
import { MatterNotices } from '../../../parts/conversations/matter-notices.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ChartFrame } from './chart-frame.tsx'
import { History } from './history.tsx'
import { OpenTrades } from './open-trades.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { ProgressModal } from './progress-modal.tsx'
import { changeSwap, type SwapForm } from './swap-form.ts'
import { SwapPanel } from './swap-panel.tsx'
import classes from './trade-screen.module.css'

const TOPICS = ['account'] as const
/** Pesos to BTC. */
const START: SwapForm = { tokenIn: 0, tokenOut: 30, type: 'unset', text: '', pesosSide: null }
export default function TradeScreen() {
  const { t } = useTranslation('trade')
  const { data, error, refetch } = useQuery(tokensQuery)
  const [form, change] = useReducer(changeSwap, START)
  const [shownTrade, showTrade] = useState<string | null>(null)
  const tokens = data?.filter(({ listed }) => listed) ?? []
  const sold = tokens.find(({ id }) => id === form.tokenIn)
  const bought = tokens.find(({ id }) => id === form.tokenOut)
  return (
    <>
      <PageHeader title={t('title')} text={t('lead')} />
      <MatterNotices topics={TOPICS} isApart />
      <div className={classes.screen}>
        <div className={classes.column}>
          {sold && bought ? (
            <SwapPanel tokens={tokens} sold={sold} bought={bought} form={form} change={change} onSent={showTrade} />
          ) : (
            <Card title={t('swap.title')}>
              {error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : <PanelSkeleton />}
            </Card>
          )}
        </div>
        <div className={classes.column}>
          <OpenTrades onShow={showTrade} />
          {sold && bought && <ChartFrame sold={sold} bought={bought} />}
        </div>
        <div className={classes.wide}>
          <History onShow={showTrade} />
        </div>
      </div>
      <ProgressModal tradeId={shownTrade} onClose={() => showTrade(null)} />
    </>
  )
}
