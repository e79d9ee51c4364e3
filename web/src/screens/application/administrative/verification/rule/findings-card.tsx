/** People with findings of a rule: evaluates a rule in test mode before it raises alerts. */
import { useQuery } from '@tanstack/react-query'
import type { RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { FINDING_OUTCOMES, type FindingPage } from '@tunjo/contract/alert-rules'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { findingsQuery } from '../../../../../api/alert-rules.ts'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { PersonLink } from '../../../../../parts/person-link.tsx'
import { personAlertsPage } from '../../../../../parts/person-page.ts'
import { tableAnswer } from '../../../../../parts/table-answer.ts'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ServerTable } from '../../../../../ui/server-table/server-table.tsx'
import type { TableColumn } from '../../../../../ui/server-table/table-column.ts'
import { pageParams } from '../../../../../ui/server-table/table-state.ts'
import { useTableState } from '../../../../../ui/server-table/use-table-state.ts'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'

type Finding = FindingPage['results'][number]

export function FindingsCard({ rule }: { rule: RuleName }) {
  const { t } = useTranslation('alert-rules')
  const { state, dispatch, query } = useTableState({ pageSize: 25 })
  const outcome = FINDING_OUTCOMES.find((one) => one === query.filters.outcome)
  const answer = useQuery(findingsQuery(rule, { ...pageParams(query), outcome }))
  return (
    <div className={classes.wide}>
      <Card title={t('findings')}>
        <ServerTable
          name="rule-findings"
          label={t('findings')}
          columns={columnsOf(t)}
          rowKey={({ id }) => id}
          state={state}
          dispatch={dispatch}
          {...tableAnswer(answer)}
          filters={[
            { key: 'outcome', label: t('outcome'), options: FINDING_OUTCOMES.map((value) => ({ value, label: t(`outcomes.${value}`) })) },
          ]}
          empty={<EmptyState title={t('noFindings')} text={t('noFindingsText')} />}
        />
      </Card>
    </div>
  )
}

const columnsOf = (t: TFunction<'alert-rules'>): readonly TableColumn<Finding>[] => [
  {
    key: 'account',
    header: t('columns.account'),
    render: ({ accountId }) => <PersonLink id={accountId} to={personAlertsPage(accountId)} />,
    isFixed: true,
    isLead: true,
  },
  { key: 'said', header: t('columns.said'), render: ({ said }) => said, isLong: true },
  {
    key: 'outcome',
    header: t('outcome'),
    render: ({ outcome }) =>
      outcome === 'test' ? (
        <StatusBadge kind="waiting">{t('outcomes.test')}</StatusBadge>
      ) : (
        <StatusBadge kind="failed">{t('outcomes.raised')}</StatusBadge>
      ),
  },
  { key: 'severity', header: t('columns.severity'), render: ({ severity }) => t(`found.${severity}`) },
  { key: 'version', header: t('columns.version'), render: ({ version }) => `v${version}` },
  { key: 'at', header: t('columns.at'), render: ({ at }) => <DateTime value={new Date(at)} /> },
]
