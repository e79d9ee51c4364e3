/** Por conciliar: unmatched lines, and the officer's proposal for each. */
import { Button } from '@mantine/core'
import type { Refund, StatementLine } from '@tunjo/contract/bank-statements'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../../../../../ui/amount.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { Modal } from '../../../../../ui/modal.tsx'
import classes from '../withdrawals.module.css'
import { DecideLine } from './decide-line.tsx'
import { payerText } from './payer-text.ts'

interface LinesCardProps {
  lines: readonly StatementLine[]
  refunds: readonly Refund[]
  mayDecide: boolean
}

export function LinesCard({ lines, refunds, mayDecide }: LinesCardProps) {
  const { t } = useTranslation('officer-money')
  const [opened, setOpened] = useState<StatementLine | null>(null)
  return (
    <Card title={t('transfers.lines')}>
      <p className={classes.text}>{t('transfers.linesText')}</p>
      {lines.length === 0 ? (
        <EmptyState title={t('transfers.noLines')} />
      ) : (
        <DataTable
          label={t('transfers.lines')}
          columns={columnsOf(t, mayDecide ? setOpened : null)}
          rows={[...lines]}
          rowKey={({ id }) => id}
        />
      )}
      <Modal opened={opened !== null} onClose={() => setOpened(null)} title={t('transfers.lines')}>
        {opened && <DecideLine key={opened.id} line={opened} refunds={refunds} onDone={() => setOpened(null)} />}
      </Modal>
    </Card>
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
