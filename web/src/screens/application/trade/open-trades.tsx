/** Trades in flight, loaded from the server: still visible after a reload, without a dialog. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isOpen, tradesQuery } from '../../../api/trading.ts'
import { Card } from '../../../ui/card.tsx'
import { HISTORY_ROWS } from './history.tsx'
import classes from './open-trades.module.css'
import { TradeStateBadge } from './trade-state.tsx'

export function OpenTrades({ onShow }: { onShow: (tradeId: string) => void }) {
  const { t } = useTranslation('trade')
  const { data } = useQuery(tradesQuery(HISTORY_ROWS))
  const open = data?.filter(isOpen) ?? []
  if (open.length === 0) return null
  return (
    <Card title={t('progress.open')}>
      <ul className={classes.list}>
        {open.map((trade) => (
          <li key={trade.id}>
            <span className={classes.pair}>
              {trade.symbol_in} → {trade.symbol_out}
            </span>
            <TradeStateBadge trade={trade} />
            <Button size="compact-sm" variant="subtle" onClick={() => onShow(trade.id)}>
              {t('progress.details')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
