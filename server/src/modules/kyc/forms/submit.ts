/** The fields of each form, checked and then kept (KYC-07, KYC-10, KYC-12). */
import type { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import type { KycContext } from '../context.ts'
import { isDocumentTaken } from '../customer-store.ts'
import { checkLegalLevel1, checkNaturalLevel1, checkNaturalLevel2, documentNumber, mobileNumber } from './field-rules.ts'
import { type Saved, saveFields } from './send-form.ts'

export function submitNaturalLevel1(context: KycContext, accountId: string, given: NaturalLevel1Fields): Promise<Saved> {
  return saveFields(context, accountId, 'natural-1', async (tx) => {
    refuseIf(checkNaturalLevel1(given, context.parameters, context.clock.now()))
    // The e-mail of the account is never changed by a form (SEC-21).
    const { email: _ignored, pepDetails, ...fields } = given
    const identificationNumber = documentNumber(fields.identificationNumber)
    const type = context.parameters.identificationType(fields.identificationTypeID)?.code ?? ''
    if (await isDocumentTaken(tx, accountId, type, identificationNumber)) refuse('kyc.document_taken')
    const cellphoneNumber = mobileNumber(fields.cellphoneNumber) ?? fields.cellphoneNumber
    const fullName = fields.fullName.normalize('NFC').replace(/\s+/g, ' ')
    return { ...fields, ...(fields.peps ? { pepDetails } : {}), fullName, identificationNumber, cellphoneNumber }
  })
}

export function submitNaturalLevel2(context: KycContext, accountId: string, given: NaturalLevel2Fields): Promise<Saved> {
  return saveFields(context, accountId, 'natural-2', async () => {
    refuseIf(checkNaturalLevel2(given, context.parameters))
    // Of the two ways to say where one lives only the chosen one is kept.
    const { cityID, outsideCountry, outsideState, outsideCity, ...fields } = given
    const residence = given.isColombian
      ? { cityID, departmentID: departmentOf(context, cityID) }
      : { outsideCountry, outsideState, outsideCity }
    return { ...fields, ...residence }
  })
}

const departmentOf = ({ parameters }: KycContext, cityId: number | undefined): number | null =>
  cityId === undefined ? null : (parameters.city(cityId)?.departmentId ?? null)

export function submitLegalLevel1(context: KycContext, accountId: string, given: LegalLevel1Fields): Promise<Saved> {
  return saveFields(context, accountId, 'legal-1', async (tx) => {
    refuseIf(checkLegalLevel1(given, context.parameters, context.clock.now()))
    const nit = documentNumber(given.nit)
    if (await isDocumentTaken(tx, accountId, 'NIT', nit)) refuse('kyc.document_taken')
    const cellphoneNumber = mobileNumber(given.cellphoneNumber) ?? given.cellphoneNumber
    return { ...given, nit, cellphoneNumber }
  })
}
