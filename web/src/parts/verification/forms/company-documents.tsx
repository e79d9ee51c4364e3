/** Documents of a company, each with its rule (KYC-12). */
import { TextInput } from '@mantine/core'
import type { LevelStatus } from '@tunjo/contract/kyc'
import { useTranslation } from 'react-i18next'
import { DocumentSlot } from '../document-slot.tsx'
import type { DraftHandle } from '../use-draft.ts'
import type { useDraftFields } from '../use-draft-fields.ts'
import { certificateDays } from './company-rules.ts'
import { FormSection } from './form-section.tsx'
import classes from './forms.module.css'

interface CompanyDocumentsProps {
  level: LevelStatus
  draft: DraftHandle
  fields: Pick<ReturnType<typeof useDraftFields>, 'text'>
  today: string
}

export function CompanyDocuments({ level, draft, fields, today }: CompanyDocumentsProps) {
  const { t } = useTranslation('verification-forms')
  const slot = (
    name: Exclude<keyof Phrases['verification-forms']['slots'], `${string}Hint` | `chamber${'Date' | 'Old' | 'Future'}` | 'returns'>,
  ) => <DocumentSlot level={level} draft={draft} slot={name} label={t(`slots.${name}`)} hint={t(`slots.${name}Hint`)} />
  return (
    <>
      <FormSection title={t('company.documents')}>
        <div className={classes.pair}>
          {slot('rut')}
          {slot('shareholderCertificate')}
          {slot('chamberOfCommerce')}
          <TextInput
            {...fields.text('chamberOfCommerceDate')}
            {...certificateDays(today)}
            type="date"
            label={t('slots.chamberDate')}
            description={t('slots.chamberDateHint')}
          />
          {slot('identityCopies')}
          {slot('financialStatements')}
        </div>
        {slot('tradeAuthorization')}
      </FormSection>
      <FormSection title={t('slots.returns')} hint={t('slots.returnsHint')}>
        <div className={classes.pair}>
          {slot('incomeReturns')}
          {slot('vatReturns')}
        </div>
      </FormSection>
    </>
  )
}
