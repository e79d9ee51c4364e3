/** Lists and PEP: the report of the screening provider, or a notice that there is none (ADM-07). */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { resultsQuery, screeningQuery, stepsQuery } from '../../../../../api/compliance.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { ErrorState } from '../../../../../ui/error-state.tsx'
import { BlockSkeleton } from '../../../../../ui/skeletons.tsx'
import { CheckPanel } from '../checks/check-panel.tsx'
import { FolderCard } from '../documents/folder-card.tsx'
import { LazyDiligenceCard } from '../due-diligence/lazy-diligence-card.tsx'
import type { DocumentView } from '../person-views.ts'
import { RiskCard } from '../risk/risk-card.tsx'
import { pepStatements } from './pep-statements.ts'
import classes from './review.module.css'

interface ScreeningViewProps {
  userId: string
  document: DocumentView
  /** True while a dialog of the page is open: keys then belong to the dialog. */
  isBlocked: boolean
}

export function ScreeningView({ userId, document, isBlocked }: ScreeningViewProps) {
  const { t } = useTranslation('review')
  const report = useQuery(screeningQuery(userId))
  const results = useQuery(resultsQuery(userId))
  const steps = useQuery(stepsQuery(userId))
  const failed = [report, results, steps].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <ErrorState message={errorText(failed.error)} onRetry={() => void failed.refetch()} />
  if (!report.data || !results.data || !steps.data) return <BlockSkeleton height={200} />
  const pep = results.data.PEPS.result
  const statements = document === 'pep' ? pepStatements({ declared: steps.data.Level1?.pep ?? null, result: pep }) : []
  return (
    <div className={classes.screening}>
      {statements.map((one) => (
        <p key={one}>{t(`views.${one}`)}</p>
      ))}
      {report.data.description && (
        <Alert color="amber" role="status">
          {report.data.description}
        </Alert>
      )}
      <CheckPanel userId={userId} isBlocked={isBlocked} />
      <RiskCard userId={userId} />
      {document === 'pep' && <FolderCard userId={userId} folder="pep" isClosed={pep !== 'Si'} />}
      {document === 'pep' && <LazyDiligenceCard userId={userId} />}
    </div>
  )
}
