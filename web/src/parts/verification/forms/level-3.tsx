/** Level 3 of a person or a company: three or more PDF files (KYC-11). */
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { MIN_LEVEL_3_DOCUMENTS } from '@tunjo/contract/kyc-forms'
import { useTranslation } from 'react-i18next'
import { submitLegalLevel3, submitNaturalLevel3 } from '../../../api/kyc.ts'
import { DocumentSlot } from '../document-slot.tsx'
import { DraftLoaded } from '../draft-loaded.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { useDraft } from '../use-draft.ts'
import { useSubmission } from '../use-submission.tsx'
import classes from '../verification.module.css'
import { areDocumentsReady } from './documents-ready.ts'
import forms from './forms.module.css'

export function Level3Form({ level }: { level: LevelStatus }) {
  return <DraftLoaded form={level.form}>{(first) => <Level3 level={level} first={first} />}</DraftLoaded>
}

function Level3({ level, first }: { level: LevelStatus; first: Draft }) {
  const { t } = useTranslation('verification-forms')
  const draft = useDraft(first)
  const isCompany = level.form === 'legal-3'
  const isComplete = areDocumentsReady(level, draft.files)
  const { onSubmit, isSending, dialogs } = useSubmission(draft, isCompany ? submitLegalLevel3 : submitNaturalLevel3)
  const isOpen = level.state === 'open' || level.state === 'declined'
  const count = { count: draft.files.length, minimum: MIN_LEVEL_3_DOCUMENTS }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {isOpen && <p className={forms.hint}>{t('level3.intro')}</p>}
      <DocumentSlot
        level={level}
        draft={draft}
        slot="documents"
        label={t('level3.documents')}
        hint={t(isCompany ? 'level3.companyHint' : 'level3.hint')}
      />
      {level.state === 'open' && (
        <p className={forms.hint} role="status">
          {t(isComplete ? 'level3.enough' : 'level3.count', count)}
        </p>
      )}
      <SubmitButton level={level} isComplete={isComplete} isSending={isSending} />
      {dialogs}
    </form>
  )
}
