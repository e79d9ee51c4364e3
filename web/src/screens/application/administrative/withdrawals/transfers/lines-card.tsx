/** Por conciliar: unmatched lines, and the officer's proposal for each. */
import { Button } from '@mantine/core'
import type { StatementLine } from '@tunjo/contract/bank-statements'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../../ui/amount.tsx'
import type { Column } from '../../../../../ui/data-table.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import { PagedCard, type PagedCardProps } from '../paged-card.tsx'
import { DecideLine } from './decide-line.tsx'
import { payerText } from './payer-text.ts'

interface LinesCardProps extends Pick<PagedCardProps<StatementLine>, 'answer' | 'pageIndex' | 'onPage'> {
  mayDecide: boolean
}

export function LinesCard({ mayDecide, ...paged }: LinesCardProps) {
  const { t } = useTranslation('officer-money')
  const [opened, setOpened] = useState<StatementLine | null>(null)
  return (
    <PagedCard
      {...paged}
      title={t('transfers.lines')}
      text={t('transfers.linesText')}
      empty={t('transfers.noLines')}
      columns={columnsOf(t, mayDecide ? setOpened : null)}
      rowKey={({ id }) => id}
    >
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={t('transfers.lines')}>
        {opened && <DecideLine key={opened.id} line={opened} onDone={() => setOpened(null)} />}
      </Modal>
    </PagedCard>
  )
}

const columnsOf = (t: TFunction<'officer-money'>, onOpen: ((line: StatementLine) => void) | null): Column<StatementLine>[] => [
  { key: 'date', header: t('transfers.date'), render: ({ bookedOn }) => bookedOn, isLead: true },
  { key: 'amount', header: t('transfers.amount'), align: 'right', render: ({ amount }) => <Amount value={amount} asset="COP" /> },
  { key: 'reference', header: t('transfers.reference'), render: ({ reference, description }) => reference || description || '—' },
  { key: 'payer', header: t('transfers.payer'), render: ({ payer }) => payerText(payer) },
  { key: 'result', header: t('transfers.result'), render: ({ cause }) => t(`transfers.cause.${cause ?? 'none'}`) },
  {
    key: 'see',
    header: t('transfers.see'),
    hiddenHeader: true,
    align: 'right',
    render: (line) => {
      if (line.decisionWaits) return t('transfers.waits')
      return (
        onOpen && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onOpen(line)}
            aria-label={t('transfers.seeLabel', { id: line.bankId })}
          >
            {t('transfers.see')}
          </Button>
        )
      )
    },
  },
]
