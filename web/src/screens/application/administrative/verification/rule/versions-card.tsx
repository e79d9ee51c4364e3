/** Every version of a rule, newest first: changes, effective date, maker, checker and reason. */
import type { RuleDetail, RuleVersion } from '@tunjo/contract/alert-rules'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { differencesOf, Numbers } from '../../../../../parts/alert-rules/rule-texts.tsx'
import classes from '../../../../../parts/alert-rules/rules.module.css'
import { Differences } from '../../../../../parts/versions/differences.tsx'
import { DecidedBy, VersionNumber } from '../../../../../parts/versions/version-cells.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'

export function VersionsCard({ detail }: { detail: RuleDetail }) {
  const { t } = useTranslation('alert-rules')
  return (
    <div className={classes.wide}>
      <Card title={t('versions')}>
        <DataTable label={t('versions')} columns={columnsOf(t, detail)} rows={detail.versions} rowKey={({ version }) => String(version)} />
      </Card>
    </div>
  )
}

const columnsOf = (t: TFunction<'alert-rules'>, { rule, versions }: RuleDetail): readonly Column<RuleVersion>[] => [
  {
    key: 'version',
    header: t('columns.version'),
    isLead: true,
    render: (version) => <VersionNumber {...version} />,
  },
  { key: 'from', header: t('columns.from'), render: ({ from }) => <DateTime value={new Date(from)} /> },
  {
    key: 'changes',
    header: t('columns.changes'),
    render: (version) => {
      const before = versions.find((one) => one.version === version.version - 1)
      if (!before) return <Numbers rule={rule} values={version.numbers} />
      return (
        <Differences
          label={t('changesOf', { version: version.version })}
          differences={differencesOf(rule, t('columns.mode'), before, version)}
        />
      )
    },
  },
  { key: 'decision', header: t('columns.decision'), render: ({ decision }) => <DecidedBy decision={decision} /> },
]
