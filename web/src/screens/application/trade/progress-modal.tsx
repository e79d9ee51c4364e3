/** 'Transaction in process' (EX-07): live until it is settled or refunded. Closing it, or the page, does not affect the trade. */
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Trade } from '@tunjo/contract/trading'
import { useTranslation } from 'react-i18next'
import { receiptFile } from '../../../api/documents.ts'
import { errorText } from '../../../api/error-text.ts'
import { tradeQuery } from '../../../api/trading.ts'
import { SaveDocument } from '../../../parts/movements/save-document.tsx'
import { unitsOf } from '../../../parts/price-figures.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { MoneyTimeline } from '../../../ui/money-timeline.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import classes from './modals.module.css'
import { figure } from './token-row.tsx'
import { tradeSteps } from './trade-steps.ts'

/** Decimals of any token. */
const TEXT_SCALE = 18

export function ProgressModal({ tradeId, onClose }: { tradeId: string | null; onClose: () => void }) {
  const { t } = useTranslation('trade')
  const { data: trade, error, refetch } = useQuery({ ...tradeQuery(tradeId ?? ''), enabled: tradeId !== null })
  const title = trade?.state === 'settled' ? 'doneTitle' : trade?.state === 'refunded' ? 'refundedTitle' : 'title'
  return (
    <Modal opened={tradeId !== null} onClose={onClose} title={t(`progress.${title}`)} size="sm">
      {trade && <Progress trade={trade} onClose={onClose} />}
      {!trade && error && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {!trade && !error && <RowsSkeleton rows={4} />}
    </Modal>
  )
}

function Progress({ trade, onClose }: { trade: Trade; onClose: () => void }) {
  const { t } = useTranslation('trade')
  return (
    <div className={classes.stack}>
      <p className={classes.text} role="status">
        {leadOf()}
      </p>
      <MoneyTimeline
        label={t('progress.label')}
        steps={tradeSteps(trade).map(({ name, state, at }) => ({
          key: name,
          title: t(`progress.${name}`),
          state,
          at,
          text: name === 'confirming' && state === 'active' ? t('progress.confirmations', confirmationsOf(trade)) : undefined,
        }))}
      />
      {trade.transaction_hash && (
        <Anchor href={`/explorer/tx/${trade.transaction_hash}`} target="_blank" rel="noopener" underline="always">
          {t('progress.transaction')} {t('progress.newTab')}
        </Anchor>
      )}
      {trade.state === 'settled' && (
        <SaveDocument text={t('progress.receipt')} fileName={`tunjo-comprobante-${trade.id}.pdf`} load={() => receiptFile(trade.id)} />
      )}
      <Button onClick={onClose}>{t('progress.continue')}</Button>
    </div>
  )

  function leadOf(): string {
    if (trade.state === 'refunded') return t('progress.refundedLead')
    if (trade.state !== 'settled') return t('progress.lead')
    return t('progress.doneLead', { received: `${figure(unitsOf(trade.amount_out, TEXT_SCALE), TEXT_SCALE)} ${trade.symbol_out}` })
  }
}

const confirmationsOf = ({ confirmations, confirmations_needed: needed }: Trade) => ({ done: Math.min(confirmations, needed), needed })
