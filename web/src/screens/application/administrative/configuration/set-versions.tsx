/** Every version of a set, newest first: changes, effective date, maker, checker and reason. */
import type { ConfigurationDetail, ConfigurationVersion } from '@tunjo/contract/configuration'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Differences } from '../../../../parts/versions/differences.tsx'
import { DecidedBy, VersionNumber } from '../../../../parts/versions/version-cells.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import classes from './configuration.module.css'
import { differencesOf } from './set-texts.ts'

export function SetVersions({ detail }: { detail: ConfigurationDetail }) {
  const { t } = useTranslation('platform-configuration')
  return (
    <div className={classes.wide}>
      <Card title={t('versions')}>
        <DataTable label={t('versions')} columns={columnsOf(t, detail)} rows={detail.versions} rowKey={({ version }) => String(version)} />
      </Card>
    </div>
  )
}

const columnsOf = (
  t: TFunction<'platform-configuration'>,
  { set, versions }: ConfigurationDetail,
): readonly Column<ConfigurationVersion>[] => [
  { key: 'version', header: t('columns.version'), isLead: true, render: (version) => <VersionNumber {...version} /> },
  { key: 'from', header: t('columns.from'), render: ({ from }) => <DateTime value={new Date(from)} /> },
  {
    key: 'changes',
    header: t('columns.changes'),
    render: (version) => {
      // Version numbers have gaps for rows that were never approved.
      const before = versions[versions.indexOf(version) + 1]
      if (!before) return t('firstValues')
      return <Differences label={t('changesOf', { version: version.version })} differences={differencesOf(t, set, before, version)} />
    },
  },
  { key: 'decision', header: t('columns.decision'), render: ({ decision }) => <DecidedBy decision={decision} /> },
]
