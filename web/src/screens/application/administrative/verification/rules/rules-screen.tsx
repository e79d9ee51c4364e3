/** /application/administrative/verification/reglas, 'Reglas' (ADM-13): each alert rule, its version in force, and its usefulness. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleRow } from '@tunjo/contract/alert-rules'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { rulesQuery } from '../../../../../api/alert-rules.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { alertOf, ModeBadge, Numbers, rulePage, shareText } from '../../../../../parts/alert-rules/rule-texts.tsx'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { DashboardFrame } from '../../../../../parts/verification-dashboard/dashboard-frame.tsx'
import { group } from '../../../../../ui/amount-format.ts'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'

export default function RulesScreen() {
  const { t } = useTranslation('alert-rules')
  const rules = useQuery(rulesQuery)
  return (
    <DashboardFrame tab="rules" text={t('text')}>
      {rules.isPending && <RowsSkeleton rows={8} />}
      {rules.isLoadingError && <ErrorState message={errorText(rules.error)} onRetry={() => void rules.refetch()} />}
      {rules.data && <DataTable label={t('table')} columns={columnsOf(t)} rows={rules.data} rowKey={({ rule }) => rule} />}
    </DashboardFrame>
  )
}

const columnsOf = (t: TFunction<'alert-rules'>): readonly Column<RuleRow>[] => [
  {
    key: 'rule',
    header: t('columns.rule'),
    isLead: true,
    render: ({ rule }) => (
      <div>
        <Anchor renderRoot={(props) => <Link to={rulePage(rule)} {...props} />} fw={600}>
          {wordsOfRule(rule).title[currentLanguage()]}
        </Anchor>
        <span className={classes.about}>{t('alertOf', { alert: alertOf(rule) })}</span>
      </div>
    ),
  },
  { key: 'severity', header: t('columns.severity'), render: ({ rule }) => t(`severity.${wordsOfRule(rule).severity}`) },
  { key: 'mode', header: t('columns.mode'), render: (row) => <Mode row={row} /> },
  { key: 'numbers', header: t('columns.numbers'), render: ({ rule, numbers }) => <Numbers rule={rule} values={numbers} /> },
  { key: 'open', header: t('columns.open'), align: 'right', render: ({ open }) => group(String(open)) },
  {
    key: 'raised',
    header: t('columns.raised'),
    align: 'right',
    render: ({ raised, tested }) => (
      <>
        {group(String(raised))}
        {tested > 0 && <span className={classes.note}>{t('tested', { count: tested })}</span>}
      </>
    ),
  },
  { key: 'right', header: t('columns.right'), align: 'right', render: (row) => <span className={classes.share}>{shareText(t, row)}</span> },
]

function Mode({ row: { mode, coming, changeWaits } }: { row: RuleRow }) {
  const { t } = useTranslation('alert-rules')
  return (
    <>
      <ModeBadge mode={mode} />
      {coming && (
        <span className={classes.note}>
          {t('changesOn')} <DateTime value={new Date(coming.from)} as="day" />
        </span>
      )}
      {changeWaits && <span className={classes.note}>{t('waits')}</span>}
    </>
  )
}
