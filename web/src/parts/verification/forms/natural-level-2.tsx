/** Level 2 of a person: residence, occupation, and a proof of residence (KYC-10). */

import { useQuery } from '@tanstack/react-query'
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { NaturalLevel2Stored } from '@tunjo/contract/kyc-forms'
import { useTranslation } from 'react-i18next'
import { submitNaturalLevel2 } from '../../../api/kyc.ts'
import { codesQuery } from '../../../api/parameters.ts'
import { DocumentSlot } from '../document-slot.tsx'
import { DraftLoaded } from '../draft-loaded.tsx'
import { DraftState } from '../draft-state.tsx'
import { accessTo } from '../form-access.ts'
import { ListSelect } from '../list-select.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { useDraft } from '../use-draft.ts'
import { useDraftFields } from '../use-draft-fields.ts'
import { useSubmission } from '../use-submission.tsx'
import classes from '../verification.module.css'
import { CountedTextarea } from './counted-textarea.tsx'
import { areDocumentsReady } from './documents-ready.ts'
import { FormSection } from './form-section.tsx'
import { FundsDeclaration } from './funds-declaration.tsx'
import { LEVEL_2_DEFAULTS, level2Body, level2Readiness } from './level-2-rules.ts'
import { Residence } from './residence.tsx'

export function NaturalLevel2Form({ level }: { level: LevelStatus }) {
  return <DraftLoaded form={level.form}>{(first) => <Level2 level={level} first={first} />}</DraftLoaded>
}

function Level2({ level, first }: { level: LevelStatus; first: Draft }) {
  const { t } = useTranslation('verification-forms')
  const draft = useDraft(first, LEVEL_2_DEFAULTS)
  const access = accessTo(level)
  const fields = useDraftFields({ draft, schema: NaturalLevel2Stored, isReadOnly: !access.fields })
  const occupations = useQuery(codesQuery('occupations'))
  const activities = useQuery(codesQuery('economicActivities'))
  const body = level2Body(draft.values)
  const { onSubmit, isSending, dialogs } = useSubmission(draft, async () => {
    if (body) await submitNaturalLevel2(body)
  })
  const occupation = fields.list('occupationID')
  const activity = fields.list('economicActivityID')

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {access.fields && <DraftState {...draft} />}
      <Residence draft={draft} fields={fields} />
      <FormSection title={t('work.title')}>
        <ListSelect
          {...occupation}
          label={t('work.occupation')}
          items={occupations.data ?? []}
          error={occupations.isError ? t('residence.listFailed') : occupation.error}
        />
        <ListSelect
          {...activity}
          label={t('work.activity')}
          description={t('work.activityHint')}
          items={(activities.data ?? []).map(({ id, code, name }) => ({ id, name: `${code} · ${name}` }))}
          error={activities.isError ? t('residence.listFailed') : activity.error}
        />
        <CountedTextarea
          {...fields.text('descriptionEconomicActivity')}
          label={t('work.description')}
          description={t('work.descriptionHint')}
          maximum={500}
        />
      </FormSection>
      <FormSection title={t('funds.title')}>
        <FundsDeclaration {...fields.yesNo('sourceOfFunds')} label={t('funds.question')} />
      </FormSection>
      <DocumentSlot level={level} draft={draft} slot="proofResidence" label={t('proof.label')} hint={t('proof.hint')} />
      <SubmitButton
        level={level}
        isComplete={level2Readiness(draft.values, areDocumentsReady(level, draft.files)) === 'ready'}
        isSending={isSending}
      />
      {dialogs}
    </form>
  )
}
