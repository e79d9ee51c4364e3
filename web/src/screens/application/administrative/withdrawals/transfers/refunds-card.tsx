/** Refunds approved by two officers, to be transferred at the bank with their code. */
import type { Refund } from '@tunjo/contract/bank-statements'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../../ui/amount.tsx'
import { CopyButton } from '../../../../../ui/copy-button.tsx'
import type { Column } from '../../../../../ui/data-table.tsx'
import { PagedCard, type PagedCardProps } from '../paged-card.tsx'
import { payerText } from './payer-text.ts'

export function RefundsCard(paged: Pick<PagedCardProps<Refund>, 'answer' | 'pageIndex' | 'onPage'>) {
  const { t } = useTranslation('officer-money')
  return (
    <PagedCard
      {...paged}
      title={t('transfers.refunds')}
      text={t('transfers.refundsText')}
      empty={t('transfers.noRefunds')}
      columns={columnsOf(t)}
      rowKey={({ lineId }) => lineId}
    />
  )
}

const columnsOf = (t: TFunction<'officer-money'>): Column<Refund>[] => [
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
]
