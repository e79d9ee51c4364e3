/** Declared data of a person, in the form of the specification (KYC-15); null for a level that was not sent. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { KycContext } from '../core/context.ts'
import { type ItemRow, itemsOf } from '../core/form-store.ts'
import { FIELDS_SLOT } from '../core/forms.ts'
import { KeptLevel1, KeptLevel2 } from '../core/kept-fields.ts'

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
  const items = await itemsOf(db, accountId)
  const first = sentFields(items, 'natural-1')
  const second = sentFields(items, 'natural-2')
  const person = first && KeptLevel1.parse(first)
  const home = second && KeptLevel2.parse(second)
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

/** Sent fields, without the draft that may replace them. */
const sentFields = (items: readonly ItemRow[], name: Form): ItemRow['facts'] | null =>
  items.findLast(({ form, slot, state }) => form === name && slot === FIELDS_SLOT && state !== 'staged')?.facts ?? null
