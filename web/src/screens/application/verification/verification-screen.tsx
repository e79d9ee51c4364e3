/** /application/verification (KYC-03): limits, levels, and the form of the chosen level. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { LevelStatus } from '@tunjo/contract/kyc'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { statusQuery } from '../../../api/kyc.ts'
import { loadPhrases } from '../../../i18n/index.ts'
import { MatterNotices } from '../../../parts/conversations/matter-notices.tsx'
import { LimitsCard } from '../../../parts/limits-card.tsx'
import { refreshAccount } from '../../../session.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { chosenLevel } from './chosen-level.ts'
import { LevelCard } from './level-card.tsx'
import { LevelsCard } from './levels-card.tsx'
import { PersonTypeChoice } from './person-type-choice.tsx'
import classes from './verification-screen.module.css'
import { WayBack } from './way-back.tsx'

const RenewalNotice = lazyComponent(
  async () => (await Promise.all([import('./renewal-notice.tsx'), loadPhrases(['renewals'])]))[0].RenewalNotice,
)
const TaxResidenceCard = lazyComponent(
  async () =>
    (await Promise.all([import('../../../parts/tax-residence/tax-residence-card.tsx'), loadPhrases(['tax-residence'])]))[0]
      .TaxResidenceCard,
  { waiting: <RowsSkeleton rows={3} /> },
)
const isRenewing = ({ levels, surveyRenewal }: { levels: readonly LevelStatus[]; surveyRenewal: object | null }): boolean =>
  surveyRenewal !== null || levels.some(({ renewal }) => renewal !== null)

const TOPICS = ['verification', 'account'] as const

export default function VerificationScreen() {
  const { t } = useTranslation('verification')
  const search = useSearch({ strict: false })
  const { data: status, error, refetch } = useQuery(statusQuery)
  const verified = status?.levels.filter(({ state }) => state === 'verified').length ?? 0

  useEffect(() => {
    // The menu and the forms that move money read the verification from the session.
    if (verified > 0) void refreshAccount()
  }, [verified])

  const level = status && chosenLevel(status.levels, search)
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} text={t('intro')} />
      <MatterNotices topics={TOPICS} />
      {verified > 0 && <WayBack />}
      {/* First action, in a reserved place so that the layout does not shift. */}
      {status && isRenewing(status) && <RenewalNotice levels={status.levels} survey={status.surveyRenewal} />}
      {(status || error) && <LimitsCard />}
      {error && !status && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {!status && !error && <RowsSkeleton rows={6} />}
      {status && level && (
        <>
          <LevelsCard levels={status.levels} current={level.level} />
          <PersonTypeChoice personType={status.personType} isFixed={!status.mayChoosePersonType} />
          <LevelCard key={`${level.form} ${level.renewal?.requestedAt}`} level={level} />
          {verified > 0 && <TaxResidenceCard isOpened={'abrir' in search && search.abrir === 'residencia'} />}
        </>
      )}
    </div>
  )
}
