/** Amounts, account and steps of one bank movement. */
import type { FiatTransactionDetail } from '@tunjo/contract/payments'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../ui/amount.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Hash } from '../../ui/hash.tsx'
import { MoneyTimeline } from '../../ui/money-timeline.tsx'
import { Summary, type SummaryLine } from '../../ui/summary.tsx'
import { directionOf } from './fiat-columns.tsx'
import { FiatState } from './fiat-state.tsx'
import { fiatSteps } from './fiat-steps.ts'
import { MovementActions } from './movement-actions.tsx'

export function MovementDetail({ movement }: { movement: FiatTransactionDetail }) {
  const { t } = useTranslation('money')
  const { kind, amount, state, creationDate, bankName, accountAlias, accountType, accountEnding, bankReference, transactionId } = movement
  const lines: SummaryLine[] = [
    { name: t('detail.amount'), value: <Amount value={amount} asset="COP" direction={directionOf(kind, state)} /> },
    { name: t('detail.state'), value: <FiatState state={state} /> },
    { name: t('detail.date'), value: <DateTime value={new Date(creationDate)} /> },
    { name: t('detail.bank'), value: bankName },
    { name: t('detail.account'), value: `${accountAlias} · ${t(`accountTypeShort.${accountType}`)} ••••${accountEnding}` },
    ...(bankReference ? [{ name: t('detail.reference'), value: <span translate="no">{bankReference}</span> }] : []),
    { name: t('detail.id'), value: <Hash value={transactionId} what={t('detail.what')} /> },
  ]
  return (
    <>
      <MoneyTimeline label={t('steps.label')} steps={fiatSteps(movement, t)} />
      <MovementActions movement={movement} />
      <Summary lines={lines} />
    </>
  )
}
