/** One level: state, items to submit again, form (KYC-05, KYC-08, KYC-17). Each form is loaded separately. */
import { Alert } from '@mantine/core'
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { Form } from '@tunjo/contract/kyc-forms'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPhrases } from '../../../i18n/index.ts'
import { Card } from '../../../ui/card.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { DeclinedSummary } from './declined-summary.tsx'
import classes from './verification-screen.module.css'

type LevelForm = ComponentType<{ level: LevelStatus }>
const withPhrases = async (load: Promise<LevelForm>) => (await Promise.all([load, loadPhrases(['verification-forms'])]))[0]
const form = (load: () => Promise<LevelForm>) => lazyComponent(load, { waiting: <RowsSkeleton rows={6} /> })

const level3 = form(() => withPhrases(import('../../../parts/verification/forms/level-3.tsx').then((file) => file.Level3Form)))

const FORMS: Record<Form, LevelForm> = {
  'natural-1': form(async () => (await import('../../../parts/verification/forms/natural-level-1.tsx')).NaturalLevel1Form),
  'natural-2': form(() =>
    withPhrases(import('../../../parts/verification/forms/natural-level-2.tsx').then((file) => file.NaturalLevel2Form)),
  ),
  'natural-3': level3,
  'legal-1': form(() => withPhrases(import('../../../parts/verification/forms/legal-level-1.tsx').then((file) => file.LegalLevel1Form))),
  'legal-2': form(() => withPhrases(import('../../../parts/verification/forms/legal-level-2.tsx').then((file) => file.LegalLevel2Form))),
  'legal-3': level3,
}

export function LevelCard({ level: verified }: { level: LevelStatus }) {
  const { t } = useTranslation('verification')
  // A verified form that is submitted again is filled in like a new one.
  const level: LevelStatus = verified.renewal ? { ...verified, ...verified.renewal, renewal: verified.renewal } : verified
  const LevelForm = FORMS[level.form]
  return (
    <Card title={t('level.name', { level: level.level })}>
      <div className={classes.level}>
        {level.state === 'declined' && <DeclinedSummary declined={level.declined} />}
        {level.state === 'sent' && (
          <Alert color="amber" title={t('level.sentTitle')} role="status">
            {t('level.sentText')}
          </Alert>
        )}
        {level.state === 'verified' && (
          <Alert color="forest" title={t('level.verifiedTitle')} role="status">
            {t('level.verifiedText')}
          </Alert>
        )}
        <LevelForm level={level} />
      </div>
    </Card>
  )
}
