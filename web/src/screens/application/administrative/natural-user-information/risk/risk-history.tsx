/** Every change of a person's risk: officer, time, reason, and second officer. */
import { Text } from '@mantine/core'
import type { RiskChange } from '@tunjo/contract/compliance-risk'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime, formatDate } from '../../../../../ui/date-time.tsx'
import classes from './risk.module.css'

const VALUES = ['none', 'yes', 'no', 'low', 'medium', 'high'] as const

export function RiskHistory({ changes }: { changes: readonly RiskChange[] }) {
  const { t } = useTranslation('risk')
  if (changes.length === 0) return <Text c="dimmed">{t('noChanges')}</Text>
  const word = (value: string) => {
    const known = VALUES.find((one) => one === value)
    return known ? t(`values.${known}`) : value
  }
  const columns: readonly Column<RiskChange>[] = [
    { key: 'what', header: t('history.what'), isLead: true, render: ({ action }) => t(`history.${action}`) },
    {
      key: 'change',
      header: t('history.change'),
      render: ({ before, after, until }) => (
        <>
          {`${word(before)} → ${word(after)}`}
          {until && (
            <span className={classes.figures}> {t('history.until', { until: formatDate(new Date(Date.parse(until) - 1), 'day') })}</span>
          )}
        </>
      ),
    },
    {
      key: 'risk',
      header: t('history.risk'),
      render: ({ riskBefore, riskAfter }) =>
        riskBefore === riskAfter ? t(`levels.${riskAfter}`) : `${t(`levels.${riskBefore}`)} → ${t(`levels.${riskAfter}`)}`,
    },
    { key: 'at', header: t('history.at'), render: ({ at }) => <DateTime value={new Date(at)} /> },
    {
      key: 'by',
      header: t('history.by'),
      render: ({ officer, second }) => (second ? t('history.two', { officer, second }) : (officer ?? t('history.rule'))),
    },
    { key: 'reason', header: t('history.reason'), render: ({ reason }) => reason },
  ]
  return (
    <DataTable label={t('history.title')} columns={columns} rows={changes} rowKey={({ at, action, after }) => `${at} ${action} ${after}`} />
  )
}
