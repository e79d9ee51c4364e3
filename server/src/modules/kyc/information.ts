/** What a person declared, as the specification shows it (S1 §3.3); null for a level that was not sent. */
import { NaturalLevel1Fields, NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import type { KycContext } from './context.ts'
import { type FormRow, formsOfAccount } from './form-store.ts'

export interface KycInformation {
  Level1: {
    fullName: string
    cellphone: string
    identificationType: string
    identification: string
    birthDate: string
    peps: boolean
  } | null
  Level2: { address: string; activityDescription: string } | null
}

export async function showInformation({ db, parameters }: KycContext, accountId: string): Promise<KycInformation> {
  const forms = await formsOfAccount(db, accountId)
  const first = sentForm(forms, 'natural-1')
  const second = sentForm(forms, 'natural-2')
  const person = first && NaturalLevel1Fields.parse(first.fields)
  const home = second && NaturalLevel2Fields.parse(second.fields)
  return {
    Level1: person && {
      fullName: person.fullName,
      cellphone: person.cellphoneNumber,
      identificationType: parameters.identificationType(person.identificationTypeID)?.name ?? '',
      identification: person.identificationNumber,
      birthDate: person.birthDate,
      peps: person.peps,
    },
    Level2: home && { address: home.homeAddress, activityDescription: home.descriptionEconomicActivity },
  }
}

const sentForm = (forms: readonly FormRow[], name: FormRow['form']): FormRow | null =>
  forms.find(({ form, sentAt, fieldsReadyAt }) => form === name && sentAt !== null && fieldsReadyAt !== null) ?? null
