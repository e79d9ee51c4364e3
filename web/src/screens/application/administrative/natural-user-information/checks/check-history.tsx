/** Earlier background checks, with a link to each report. */
import { Button } from '@mantine/core'
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'
import { REPORTED_VALUE_KIND, reportedValues, WORD_KIND, wordOf } from './check-facts.ts'
import classes from './checks.module.css'

interface CheckHistoryProps {
  checks: readonly BackgroundCheck[]
  chosen: string | null
  onChoose: (id: string) => void
}

export function CheckHistory({ checks, chosen, onChoose }: CheckHistoryProps) {
  const { t } = useTranslation('background-checks')
  return (
    <Card title={t('history.title')}>
      <DataTable label={t('history.title')} columns={columnsOf(t, chosen, onChoose)} rows={checks} rowKey={({ id }) => id} />
    </Card>
  )
}

type Phrase = TFunction<'background-checks'>

const columnsOf = (t: Phrase, chosen: string | null, onChoose: (id: string) => void): readonly Column<BackgroundCheck>[] => [
  {
    key: 'at',
    header: t('history.at'),
    isLead: true,
    render: ({ startedAt, launchedBy }) => (
      <div>
        <DateTime value={new Date(startedAt)} />
        <span className={classes.under}>{launchedBy ?? t('byItself')}</span>
      </div>
    ),
  },
  {
    key: 'state',
    header: t('history.state'),
    render: (check) => <StatusBadge kind={WORD_KIND[wordOf(check)]}>{t(`state.${wordOf(check)}`)}</StatusBadge>,
  },
  { key: 'result', header: t('result.title'), render: ({ result }) => (result ? <Answers result={result} /> : '—') },
  {
    key: 'read',
    header: t('history.read'),
    hiddenHeader: true,
    align: 'right',
    render: ({ id, startedAt, hasReport }) =>
      hasReport && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={id === chosen}
          aria-label={t('history.readOf', { date: formatDate(new Date(startedAt)) })}
          onClick={() => onChoose(id)}
        >
          {t('history.read')}
        </Button>
      ),
  },
]

const ANSWERS = ['background', 'listed', 'pep'] as const

function Answers({ result }: { result: NonNullable<BackgroundCheck['result']> }) {
  const { t } = useTranslation('background-checks')
  const said = reportedValues(result)
  return (
    <div>
      {ANSWERS.map((name) => (
        <span key={name} className={classes.answer}>
          {t(`result.${name}`)} <StatusBadge kind={REPORTED_VALUE_KIND[said[name]]}>{t(`said.${said[name]}`)}</StatusBadge>
        </span>
      ))}
    </div>
  )
}
