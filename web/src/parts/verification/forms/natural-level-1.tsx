/** Level 1 of a person: identity, political exposure, and three pictures (KYC-06…KYC-09). */
import { Alert, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LevelStatus } from '@tunjo/contract/kyc'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import { NaturalLevel1Fields } from '@tunjo/contract/kyc-forms'
import { paysByPse } from '@tunjo/contract/payments'
import { isFullName } from '@tunjo/contract/person-name'
import { useTranslation } from 'react-i18next'
import { submitNaturalLevel1 } from '../../../api/kyc.ts'
import { codesQuery } from '../../../api/parameters.ts'
import { rulesQuery } from '../../../api/payments.ts'
import { useAccount } from '../../../session.ts'
import { DocumentSlot } from '../document-slot.tsx'
import { DraftLoaded } from '../draft-loaded.tsx'
import { DraftState } from '../draft-state.tsx'
import { accessTo } from '../form-access.ts'
import { ListSelect } from '../list-select.tsx'
import { SubmitButton } from '../submit-button.tsx'
import { type DraftHandle, useDraft } from '../use-draft.ts'
import { useDraftFields } from '../use-draft-fields.ts'
import { useSubmission } from '../use-submission.tsx'
import classes from '../verification.module.css'
import { CardReading } from './card-reading.tsx'
import { cleanNumber, earliestBirth, hasPictures, isNumeric, isOfAge, LEVEL_1_DEFAULTS, latestBirth, level1Body } from './level-1-rules.ts'
import { Pep } from './pep.tsx'
import { PhoneField } from './phone-field.tsx'
import { type DocumentType, useCardReading } from './use-card-reading.ts'
import { usePhoneCheck } from './use-phone-check.ts'

export function NaturalLevel1Form({ level }: { level: LevelStatus }) {
  return <DraftLoaded form={level.form}>{(first) => <Level1 level={level} first={first} />}</DraftLoaded>
}

function Level1({ level, first }: { level: LevelStatus; first: Draft }) {
  const account = useAccount()
  const draft = useDraft(first, LEVEL_1_DEFAULTS)
  const { fields: isOpen } = accessTo(level)
  const types = useQuery(codesQuery('identificationTypes'))
  // A company is verified with its own form.
  const natural = (types.data ?? []).filter(({ code }) => code !== 'NIT')
  const code = natural.find(({ id }) => id === draft.values.identificationTypeID)?.code
  const phone = usePhoneCheck(draft.values.cellphoneNumber)
  const fields = useDraftFields({ draft, schema: NaturalLevel1Fields, isReadOnly: !isOpen })
  const body = level1Body(draft.values, new Date())
  const { onSubmit, isSending, dialogs } = useSubmission(draft, async () => {
    if (!body) return
    await submitNaturalLevel1({ ...body, email: account?.email })
  })

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      {isOpen && <DraftState {...draft} />}
      <FullName fields={fields} />
      <Identification {...{ draft, fields, natural, code }} hasFailed={types.isError} />
      <BirthDate fields={fields} isReadOnly={!isOpen} />
      <PhoneField {...fields.text('cellphoneNumber')} isWrong={phone.isWrong} onFocus={phone.begin} />
      <Pep draft={draft} isReadOnly={!isOpen} peps={fields.yesNo('peps')} />
      <Pictures {...{ level, draft, natural }} isPassport={code === 'PA'} />
      <SubmitButton level={level} isComplete={body !== null && !phone.isWrong && hasPictures(draft.files)} isSending={isSending} />
      {dialogs}
    </form>
  )
}

type Fields = ReturnType<typeof useDraftFields<typeof NaturalLevel1Fields>>

function FullName({ fields }: { fields: Fields }) {
  const { t } = useTranslation('verification')
  const name = fields.text('fullName')
  const isShort = fields.wasLeft('fullName') && !isFullName(name.value)
  return (
    <TextInput
      {...name}
      label={t('level1.fullName')}
      description={t('level1.fullNameHint')}
      error={name.error ?? (isShort ? t('level1.fullNameShort') : undefined)}
      autoComplete="name"
      maxLength={120}
    />
  )
}

interface IdentificationProps {
  draft: DraftHandle
  fields: Fields
  /** Document types of natural persons. */
  natural: readonly DocumentType[]
  /** Code of the chosen type. */
  code: string | null | undefined
  /** True when the types could not be loaded. */
  hasFailed: boolean
}

function Identification({ draft, fields, natural, code, hasFailed }: IdentificationProps) {
  const { t } = useTranslation('verification')
  const isDigitsOnly = isNumeric(code)
  return (
    <>
      <ListSelect
        {...fields.list('identificationTypeID')}
        label={t('level1.identificationType')}
        items={natural}
        error={hasFailed ? t('level1.listFailed') : undefined}
      />
      {code != null && !paysByPse(code) && <NotByPse />}
      <TextInput
        {...fields.text('identificationNumber')}
        onChange={({ currentTarget }) => draft.set('identificationNumber', cleanNumber(currentTarget.value, isDigitsOnly))}
        label={t('level1.identificationNumber')}
        description={t('level1.identificationNumberHint')}
        inputMode={isDigitsOnly ? 'numeric' : 'text'}
        autoComplete="off"
        maxLength={20}
      />
    </>
  )
}

function BirthDate({ fields, isReadOnly }: { fields: Fields; isReadOnly: boolean }) {
  const { t } = useTranslation('verification')
  const now = new Date()
  const birth = fields.text('birthDate')
  const isRight = birth.value === '' || isOfAge(birth.value, now)
  const problem = birth.value < earliestBirth(now) ? 'birthTooEarly' : 'underAge'
  return (
    <TextInput
      {...birth}
      type="date"
      label={t('level1.birthDate')}
      min={earliestBirth(now)}
      max={latestBirth(now)}
      autoComplete="bday"
      error={isRight || isReadOnly ? birth.error : t(`level1.${problem}`)}
    />
  )
}

interface PicturesProps {
  level: LevelStatus
  draft: DraftHandle
  natural: readonly DocumentType[]
  isPassport: boolean
}

/** Both sides of the document, which are read on this device, and the face. */
function Pictures({ level, draft, natural, isPassport }: PicturesProps) {
  const { t } = useTranslation('verification')
  const { fields: isOpen } = accessTo(level)
  const reading = useCardReading(draft, natural)
  const shared = { level, draft }
  return (
    <div className={classes.documents}>
      <DocumentSlot
        {...shared}
        slot="frontal"
        label={t('level1.frontal')}
        hint={t(isPassport ? 'level1.frontalPassportHint' : 'level1.frontalHint')}
        photograph="document"
        onPicture={isOpen && isPassport ? (picture) => reading.read('frontal', picture, { mayHaveBarcode: false }) : undefined}
      />
      <DocumentSlot
        {...shared}
        slot="back"
        label={t('level1.back')}
        hint={t(isPassport ? 'level1.backPassportHint' : 'level1.backHint')}
        photograph="document"
        onPicture={isOpen ? (picture) => reading.read('back', picture, { mayHaveBarcode: !isPassport }) : undefined}
      />
      {isOpen && <CardReading reading={reading} draft={draft} types={natural} />}
      <DocumentSlot {...shared} slot="selfie" label={t('level1.selfie')} hint={t('level1.selfieHint')} photograph="face" />
    </div>
  )
}

/** Remaining deposit methods for a document that PSE does not accept. */
function NotByPse() {
  const { t } = useTranslation('verification')
  const rules = useQuery(rulesQuery)
  return (
    <Alert color="amber" role="status" title={t('level1.notPseTitle')}>
      {t(rules.data?.deposit.transfers ? 'level1.notPseTransfers' : 'level1.notPse')}
    </Alert>
  )
}
