/** /application/administrative/configuration, 'Configuración de la casa' (ADM-13): every configuration set with its version in force. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConfigurationSet } from '@tunjo/contract/configuration'
import { wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { setsQuery } from '../../../../api/configuration.ts'
import { errorText } from '../../../../api/error-text.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import { ErrorState } from '../../../../ui/error-state.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../../ui/skeletons.tsx'
import classes from './configuration.module.css'
import { numberLines, setPage } from './set-texts.ts'

const SHOWN = 4

export default function SetsScreen() {
  const { t } = useTranslation('platform-configuration')
  const sets = useQuery(setsQuery)
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {sets.isPending && <RowsSkeleton rows={4} />}
      {sets.isLoadingError && <ErrorState message={errorText(sets.error)} onRetry={() => void sets.refetch()} />}
      {sets.data && <DataTable label={t('table')} columns={columnsOf(t)} rows={sets.data} rowKey={({ set }) => set} />}
    </>
  )
}

const columnsOf = (t: TFunction<'platform-configuration'>): readonly Column<ConfigurationSet>[] => [
  {
    key: 'set',
    header: t('columns.set'),
    isLead: true,
    render: ({ set }) => (
      <div>
        <Anchor renderRoot={(props) => <Link to={setPage(set)} {...props} />} fw={600}>
          {wordsOfSet(set).title[currentLanguage()]}
        </Anchor>
        <span className={classes.about}>{wordsOfSet(set).about[currentLanguage()]}</span>
      </div>
    ),
  },
  { key: 'values', header: t('columns.values'), render: (row) => <Values row={row} /> },
  { key: 'version', header: t('columns.version'), render: (row) => <Version row={row} /> },
]

function Values({ row: { set, numbers } }: { row: ConfigurationSet }) {
  const { t } = useTranslation('platform-configuration')
  const lines = numberLines(set, numbers)
  const more = lines.length - SHOWN
  return (
    <ul className={classes.numbers}>
      {lines.slice(0, SHOWN).map(({ key, label, text }) => (
        <li key={key}>
          {label}: <strong>{text}</strong>
        </li>
      ))}
      {more > 0 && <li>{t('more', { count: more })}</li>}
    </ul>
  )
}

function Version({ row: { version, coming, changeWaits } }: { row: ConfigurationSet }) {
  const { t } = useTranslation('platform-configuration')
  return (
    <>
      v{version}
      {coming && (
        <span className={classes.note}>
          {t('changesOn')} <DateTime value={new Date(coming.from)} as="day" />
        </span>
      )}
      {changeWaits && <span className={classes.note}>{t('waits')}</span>}
    </>
  )
}
