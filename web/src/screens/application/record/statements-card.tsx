/** Extractos: completed months, each as PDF and as CSV. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statementFile, statementsQuery } from '../../../api/documents.ts'
import { errorText } from '../../../api/error-text.ts'
import { byLanguage } from '../../../i18n/language.ts'
import { SaveDocument } from '../../../parts/movements/save-document.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import classes from './record.module.css'

export function StatementsCard() {
  const { t } = useTranslation('record')
  const statements = useQuery(statementsQuery)
  return (
    <Card title={t('statements.title')}>
      <p className={classes.note}>{t('statements.text')}</p>
      {statements.isPending && <RowsSkeleton rows={1} />}
      {statements.isLoadingError && <ErrorState message={errorText(statements.error)} onRetry={() => void statements.refetch()} />}
      {statements.data && <Months months={statements.data.months} />}
    </Card>
  )
}

const formats = byLanguage((tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }))

function Months({ months }: { months: readonly string[] }) {
  const { t } = useTranslation('record')
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? months[0]
  if (month === undefined) return <p className={classes.note}>{t('statements.none')}</p>
  return (
    <div className={classes.statement}>
      <NativeSelect
        label={t('statements.month')}
        value={month}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={months.map((value) => ({ value, label: formats().format(new Date(`${value}-01`)) }))}
      />
      {(['pdf', 'csv'] as const).map((format) => (
        <SaveDocument
          key={format}
          text={t(`statements.${format}`)}
          fileName={`tunjo-extracto-${month}.${format}`}
          load={() => statementFile(month, format)}
        />
      ))}
    </div>
  )
}
