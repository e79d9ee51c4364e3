/**
 * Fields of each form, checked and then stored (KYC-07, KYC-10, KYC-12). No stage here asks whether a document number belongs to another
 * customer: the answer would disclose to any account who is a customer. One document is one person nevertheless: the level is not granted
 * twice (review/prove-level.ts), and the reason is shown to the reviewer, who has the documents.
 */
import type { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import { refuseIf } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { partnerNumber } from '../core/people-facts.ts'
import { checkLegalLevel1, checkNaturalLevel1, checkNaturalLevel2, documentNumber, mobileNumber } from './field-rules.ts'
import { type Saved, saveFields } from './form-submission.ts'

export function submitNaturalLevel1(context: KycContext, accountId: string, given: NaturalLevel1Fields): Promise<Saved> {
  return saveFields(context, accountId, 'natural-1', async () => {
    refuseIf(checkNaturalLevel1(given, context.parameters, context.clock.now()))
    // The e-mail of the account is never changed by a form (SEC-21).
    const { email: _ignored, pepDetails, ...fields } = given
    const identificationNumber = documentNumber(fields.identificationNumber)
    const cellphoneNumber = mobileNumber(fields.cellphoneNumber) ?? fields.cellphoneNumber
    const fullName = fields.fullName.normalize('NFC').replace(/\s+/g, ' ')
    return { ...fields, ...(fields.peps ? { pepDetails } : {}), fullName, identificationNumber, cellphoneNumber }
  })
}

export function submitNaturalLevel2(context: KycContext, accountId: string, given: NaturalLevel2Fields): Promise<Saved> {
  return saveFields(context, accountId, 'natural-2', async () => {
    refuseIf(checkNaturalLevel2(given, context.parameters))
    // Of the two forms of an address only the chosen one is kept.
    const { isColombian: livesInColombia, cityID, outsideCountry, outsideState, outsideCity, ...fields } = given
    const residence = livesInColombia
      ? { cityID, departmentID: departmentOf(context, cityID) }
      : { outsideCountry: context.parameters.countryCode(outsideCountry ?? ''), outsideState, outsideCity }
    return { livesInColombia, ...fields, ...residence }
  })
}

const departmentOf = ({ parameters }: KycContext, cityId: number | undefined): number | null =>
  cityId === undefined ? null : (parameters.city(cityId)?.departmentId ?? null)

export function submitLegalLevel1(context: KycContext, accountId: string, given: LegalLevel1Fields): Promise<Saved> {
  return saveFields(context, accountId, 'legal-1', async () => {
    refuseIf(checkLegalLevel1(given, context.parameters, context.clock.now()))
    const nit = documentNumber(given.nit)
    const cellphoneNumber = mobileNumber(given.cellphoneNumber) ?? given.cellphoneNumber
    const shareholders = given.shareholders.map((one) => ({ ...one, identification: partnerNumber(one.identification) }))
    return { ...given, nit, cellphoneNumber, shareholders }
  })
}
