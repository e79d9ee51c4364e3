/** Import preview of each row of the file; rows with an error first. */
import { IMPORT_FAULTS, type ImportRow } from '@tunjo/contract/blocklist'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../../ui/data-table.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import classes from './black-list.module.css'

const isFaulty = ({ problem }: ImportRow) => IMPORT_FAULTS.some((fault) => fault === problem)

export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useTranslation('black-list')
  const faultyFirst = [...rows.filter(isFaulty), ...rows.filter((row) => !isFaulty(row))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
    <section className={classes.rows} aria-label={t('importRows')} tabIndex={0}>
      <DataTable
        label={t('importRows')}
        rows={faultyFirst}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'line', header: t('importColumns.line'), render: ({ line }) => line },
          { key: 'kind', header: t('importColumns.kind'), render: ({ kind }) => (kind ? t(`kind.${kind}`) : '—'), isLead: true },
          { key: 'value', header: t('importColumns.value'), render: ({ masked }) => masked || '—' },
          {
            key: 'reason',
            header: t('importColumns.reason'),
            render: ({ reason, expiresOn }) => (
              <>
                {reason || '—'}
                {expiresOn !== '' && <span className={classes.note}>{t('importUntil', { day: expiresOn })}</span>}
              </>
            ),
          },
          { key: 'result', header: t('importColumns.result'), render: (row) => <Result row={row} /> },
        ]}
      />
    </section>
  )
}

function Result({ row }: { row: ImportRow }) {
  const { t } = useTranslation('black-list')
  if (row.problem === null) return <StatusBadge kind="done">{t('importOutcome.good')}</StatusBadge>
  const outcome = isFaulty(row) ? 'faulty' : 'skipped'
  return (
    <>
      <StatusBadge kind={outcome === 'faulty' ? 'failed' : 'neutral'}>{t(`importOutcome.${outcome}`)}</StatusBadge>
      <span className={classes.note}>{t(`importProblem.${row.problem}`)}</span>
    </>
  )
}
