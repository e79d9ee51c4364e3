/** Refunds approved by two officers, to be transferred at the bank with their code. */
import type { Refund } from '@tunjo/contract/bank-statements'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../../ui/amount.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { CopyButton } from '../../../../../ui/copy-button.tsx'
import { DataTable } from '../../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import classes from '../withdrawals.module.css'
import { payerText } from './payer-text.ts'

export function RefundsCard({ refunds }: { refunds: readonly Refund[] }) {
  const { t } = useTranslation('officer-money')
  return (
    <Card title={t('transfers.refunds')}>
      <p className={classes.text}>{t('transfers.refundsText')}</p>
      {refunds.length === 0 ? (
        <EmptyState title={t('transfers.noRefunds')} />
      ) : (
        <DataTable
          label={t('transfers.refunds')}
          rows={[...refunds]}
          rowKey={({ lineId }) => lineId}
          columns={[
            {
              key: 'code',
              header: t('transfers.code'),
              isLead: true,
              render: ({ code }) => (
                <span>
                  <span translate="no">{code}</span> <CopyButton text={code} what={t('transfers.code')} />
                </span>
              ),
            },
            { key: 'amount', header: t('transfers.amount'), align: 'right', render: ({ amount }) => <Amount value={amount} asset="COP" /> },
            { key: 'payer', header: t('transfers.payer'), render: ({ payer }) => payerText(payer) },
          ]}
        />
      )}
    </Card>
  )
}
