/** 'Residencia fiscal' of a person: the certification in force, and the earlier ones (CARF). */
import { useQuery } from '@tanstack/react-query'
import type { TaxCertification } from '@tunjo/contract/tax-certifications'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../../../api/error-text.ts'
import { personTaxQuery } from '../../../../../api/person-tax.ts'
import { ResidenceLines } from '../../../../../parts/tax-residence/residence-lines.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { RowsSkeleton } from '../../../../../ui/skeletons.tsx'
import classes from './tax-card.module.css'

export function TaxCard({ userId }: { userId: string }) {
  const { t } = useTranslation('tax-residence')
  const { data, error, isPending, isLoadingError, refetch } = useQuery(personTaxQuery(userId))
  return (
    <Card title={t('title')}>
      {isLoadingError && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {isPending && <RowsSkeleton rows={2} />}
      {data?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((certification, index) => (
            <Version key={certification.version} certification={certification} isCurrent={index === 0} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Version({ certification, isCurrent }: { certification: TaxCertification; isCurrent: boolean }) {
  const { t } = useTranslation('tax-residence')
  const { version, residences, statementVersion, certifiedAt } = certification
  const name = t(isCurrent ? 'current' : 'earlier', { version })
  return (
    <li className={classes.version}>
      <strong>{name}</strong>
      <ResidenceLines label={name} residences={residences} />
      <span className={classes.when}>
        <DateTime value={new Date(certifiedAt)} /> · {t('statementVersion', { version: statementVersion })}
      </span>
    </li>
  )
}
