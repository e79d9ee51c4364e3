/** Level 2 of a company: the document of its compliance officer (KYC-13). */
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { useTranslation } from 'react-i18next'
import { submitLegalLevel2 } from '../../../api/kyc.ts'
import { DocumentSlot } from '../document-slot.tsx'
import { DraftLoaded } from '../draft-loaded.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { useDraft } from '../use-draft.ts'
import { useSubmission } from '../use-submission.tsx'
import classes from '../verification.module.css'
import { areDocumentsReady } from './documents-ready.ts'
import forms from './forms.module.css'

export function LegalLevel2Form({ level }: { level: LevelStatus }) {
  return <DraftLoaded form={level.form}>{(first) => <Level2 level={level} first={first} />}</DraftLoaded>
}

function Level2({ level, first }: { level: LevelStatus; first: Draft }) {
  const { t } = useTranslation('verification-forms')
  const draft = useDraft(first)
  const { onSubmit, isSending, dialogs } = useSubmission(draft, submitLegalLevel2)
  const isOpen = level.state === 'open' || level.state === 'declined'
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {isOpen && <p className={forms.hint}>{t('legal2.intro')}</p>}
      <DocumentSlot
        level={level}
        draft={draft}
        slot="complianceOfficer"
        label={t('slots.complianceOfficer')}
        hint={t('slots.complianceOfficerHint')}
      />
      <SubmitButton level={level} isComplete={areDocumentsReady(level, draft.files)} isSending={isSending} />
      {dialogs}
    </form>
  )
}
