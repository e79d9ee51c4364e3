/** Derivation and history of a person's risk, and officers' changes (ADM-09). */
import type { RiskAssessment, RiskChange } from '@tunjo/contract/compliance-risk'
import { useTranslation } from 'react-i18next'
import classes from './risk.module.css'
import { RiskChart } from './risk-chart.tsx'
import { RiskExplanation } from './risk-explanation.tsx'
import { RiskHistory } from './risk-history.tsx'

interface RiskDetailsProps {
  userId: string
  /** Null: not assessed yet. */
  assessment: RiskAssessment | null
  history: readonly RiskChange[]
}

export function RiskDetails({ userId, assessment, history }: RiskDetailsProps) {
  const { t } = useTranslation('risk')
  return (
    <>
      {assessment ? (
        <RiskExplanation userId={userId} assessment={assessment} />
      ) : (
        <p className={classes.text}>{t('explanation.missing')}</p>
      )}
      <section className={classes.part} aria-label={t('history.title')}>
        <h3>{t('history.title')}</h3>
        <RiskChart changes={history} />
        <RiskHistory changes={history} />
      </section>
    </>
  )
}
