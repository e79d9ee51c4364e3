/** Level 1 of a company (KYC-12). */

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { submitLegalLevel1 } from '../../../api/kyc.ts'
import { countriesQuery } from '../../../api/parameters.ts'
import type { FieldProblem } from '../../../ui/form/form-problems.ts'
import { DraftLoaded } from '../draft-loaded.tsx'
import { DraftState } from '../draft-state.tsx'
import { accessTo } from '../form-access.ts'
import { ListSelect } from '../list-select.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { useDraft } from '../use-draft.ts'
import { useDraftFields } from '../use-draft-fields.ts'
import { useSubmission } from '../use-submission.tsx'
import classes from '../verification.module.css'
import { CompanyDocuments } from './company-documents.tsx'
import { COMPANY_DEFAULTS, companyFields } from './company-rules.ts'
import { CountedTextarea } from './counted-textarea.tsx'
import { DepartmentCity } from './department-city.tsx'
import { areDocumentsReady } from './documents-ready.ts'
import { FormSection } from './form-section.tsx'
import { FundsDeclaration } from './funds-declaration.tsx'
import { NitField } from './nit-field.tsx'
import { PhoneField } from './phone-field.tsx'
import { areRowsReady, readRows, toShareholders } from './shareholder-rows.ts'
import { Shareholders } from './shareholders.tsx'
import { usePhoneCheck } from './use-phone-check.ts'

export function LegalLevel1Form({ level }: { level: LevelStatus }) {
  return <DraftLoaded form={level.form}>{(first) => <Level1 level={level} first={first} />}</DraftLoaded>
}

function Level1({ level, first }: { level: LevelStatus; first: Draft }) {
  const { t } = useTranslation('verification-forms')
  const [today] = useState(() => bogotaDay(new Date()))
  const draft = useDraft(first, COMPANY_DEFAULTS)
  const access = accessTo(level)
  const fields = useDraftFields({ draft, schema: companyFields(today), isReadOnly: !access.fields, explain })
  const rows = readRows(draft.values.shareholders)
  const phone = usePhoneCheck(draft.values.cellphoneNumber)
  const countries = useQuery(countriesQuery)
  const country = fields.list('jurisdictionCountry')
  const answers = fields.value?.fundsAreLawful && areRowsReady(rows) ? { ...fields.value, shareholders: toShareholders(rows) } : null
  const isComplete = answers !== null && !phone.isWrong && areDocumentsReady(level, draft.files)
  const { onSubmit, isSending, dialogs } = useSubmission(draft, async () => {
    if (answers) await submitLegalLevel1(answers)
  })

  function explain({ field }: FieldProblem): string | undefined {
    if (field === 'nit') return t('company.nitInvalid')
    if (field !== 'chamberOfCommerceDate') return undefined
    return t(String(draft.values.chamberOfCommerceDate) > today ? 'slots.chamberFuture' : 'slots.chamberOld')
  }

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {access.fields && <DraftState {...draft} />}
      <FormSection title={t('company.about')}>
        <TextInput {...fields.text('legalName')} label={t('company.legalName')} autoComplete="organization" maxLength={150} />
        <NitField {...fields.text('nit')} onChange={(nit) => draft.set('nit', nit)} />
        <ListSelect
          {...country}
          label={t('company.country')}
          items={(countries.data ?? []).map(({ code, name }) => ({ id: code, name }))}
          error={countries.isError ? t('residence.listFailed') : country.error}
        />
        <DepartmentCity
          department={fields.list('departmentID')}
          city={fields.list('cityID')}
          onDepartment={(departmentID) => draft.change({ departmentID, cityID: null })}
        />
        <TextInput {...fields.text('mainAddress')} label={t('company.address')} autoComplete="street-address" maxLength={200} />
        <PhoneField {...fields.text('cellphoneNumber')} isWrong={phone.isWrong} onFocus={phone.begin} />
        <CountedTextarea
          {...fields.text('businessDescription')}
          label={t('company.business')}
          description={t('company.businessHint')}
          maximum={500}
        />
      </FormSection>
      <Shareholders rows={rows} onChange={(shareholders) => draft.set('shareholders', shareholders)} disabled={!access.fields} />
      <FormSection title={t('company.fundsTitle')}>
        <FundsDeclaration {...fields.yesNo('fundsAreLawful')} label={t('funds.companyQuestion')} />
        <CountedTextarea
          {...fields.text('fundsOrigin')}
          label={t('company.fundsOrigin')}
          description={t('company.fundsOriginHint')}
          maximum={500}
        />
      </FormSection>
      <CompanyDocuments level={level} draft={draft} fields={fields} today={today} />
      <SubmitButton level={level} isComplete={isComplete} isSending={isSending} />
      {dialogs}
    </form>
  )
}
