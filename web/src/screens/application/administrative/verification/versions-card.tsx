/** Every version of a rule, newest first: what it changed, from when, who asked, who agreed and why. */
import type { RuleDetail, RuleVersion } from '@tunjo/contract/alert-rules'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'
import { Differences, differencesOf, Numbers } from './rule-texts.tsx'
import classes from './rules.module.css'

const KINDS: Readonly<Record<RuleVersion['state'], StatusKind>> = {
  in_force: 'done',
  coming: 'waiting',
  past: 'neutral',
  replaced: 'neutral',
}

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
    render: ({ version, state }) => (
      <>
        v{version} <StatusBadge kind={KINDS[state]}>{t(`state.${state}`)}</StatusBadge>
      </>
    ),
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
  {
    key: 'decision',
    header: t('columns.decision'),
    render: ({ decision }) =>
      decision ? (
        <>
          {decision.reason}
          <span className={classes.note}>{t('by', { maker: decision.maker, checker: decision.checker })}</span>
        </>
      ) : (
        t('first')
      ),
  },
]
