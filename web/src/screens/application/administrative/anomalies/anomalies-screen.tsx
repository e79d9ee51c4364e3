/**
 * /application/administrative/financial/anomalies, 'Pagos por aclarar' (ADM-15): differences between a provider's record and the ledger.
 */
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PAYMENT_ANOMALY_STATES, type PaymentAnomaly } from '@tunjo/contract/payment-anomalies'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { anomaliesQuery } from '../../../../api/payment-anomalies.ts'
import { tableAnswer } from '../../../../parts/table-answer.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { ServerTable } from '../../../../ui/server-table/server-table.tsx'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import { pageParams } from '../../../../ui/server-table/table-state.ts'
import { useTableAddress } from '../../../../ui/server-table/use-table-address.ts'
import { anomalyColumns } from './anomaly-columns.tsx'
import { AnomalyModal } from './anomaly-modal.tsx'

const SHAPE: TableShape = { filters: { state: PAYMENT_ANOMALY_STATES }, sorts: [], pageSizes: [25, 50, 100] }

export default function AnomaliesScreen() {
  const { t } = useTranslation('anomalies')
  const [opened, setOpened] = useState<PaymentAnomaly | null>(null)
  const { state, dispatch, query } = useTableAddress(SHAPE)
  const asked = PAYMENT_ANOMALY_STATES.find((one) => one === query.filters.state)
  const answer = useQuery(anomaliesQuery({ state: asked, ...pageParams(query) }))
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <ServerTable
        name="payment-anomalies"
        label={t('title')}
        columns={anomalyColumns(t, setOpened)}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        state={state}
        dispatch={dispatch}
        {...tableAnswer(answer)}
        filters={[
          { key: 'state', label: t('state'), options: PAYMENT_ANOMALY_STATES.map((value) => ({ value, label: t(`states.${value}`) })) },
        ]}
        empty={<EmptyState icon={<IconCircleCheck size={28} stroke={1.5} />} title={t('noneTitle')} text={t('noneText')} />}
        pageSizes={SHAPE.pageSizes}
        isRoomy
      />
      <AnomalyModal anomaly={opened} onClose={() => setOpened(null)} />
    </>
  )
}
