/** Certificado anual: years with movements, each as PDF and as CSV; the current one is partial and labelled so. */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { certificateFile, certificatesQuery } from '../../../api/certificates.ts'
import { errorText } from '../../../api/error-text.ts'
import { SaveDocument } from '../../../parts/movements/save-document.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import classes from './record.module.css'

export function CertificatesCard() {
  const { t } = useTranslation('record')
  const certificates = useQuery(certificatesQuery)
  return (
    <Card title={t('certificates.title')}>
      <p className={classes.note}>{t('certificates.text')}</p>
      {certificates.isPending && <RowsSkeleton rows={1} />}
      {certificates.isLoadingError && <ErrorState message={errorText(certificates.error)} onRetry={() => void certificates.refetch()} />}
      {certificates.data && <Years years={certificates.data.years} />}
    </Card>
  )
}

function Years({ years }: { years: readonly { year: string; isPartial: boolean }[] }) {
  const { t } = useTranslation('record')
  const [chosen, setChosen] = useState<string | null>(null)
  // A completed year is the usual choice, as soon as there is one.
  const year = chosen ?? (years.find(({ isPartial }) => !isPartial) ?? years[0])?.year
  if (year === undefined) return <p className={classes.note}>{t('certificates.none')}</p>
  return (
    <div className={classes.statement}>
      <NativeSelect
        label={t('certificates.year')}
        value={year}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={years.map(({ year: value, isPartial }) => ({ value, label: isPartial ? t('certificates.partial', { year: value }) : value }))}
      />
      {(['pdf', 'csv'] as const).map((format) => (
        <SaveDocument
          key={format}
          text={t(`certificates.${format}`)}
          fileName={`tunjo-certificado-${year}.${format}`}
          load={() => certificateFile(year, format)}
        />
      ))}
    </div>
  )
}
