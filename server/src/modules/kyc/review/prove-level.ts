/** Dossier: what an accepted form proves is copied into the dossier, never what was only typed. */
import type { Form } from '@tunjo/contract/kyc-forms'
import { type Transaction, violatedConstraint } from '../../../platform/database.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { DOCUMENT_INDEX, type DossierFacts, putDossier, putResidence } from '../core/customer-store.ts'
import { KeptCompany, KeptLevel1, KeptLevel2 } from '../core/kept-fields.ts'
import { DOCUMENT_TYPES } from '../core/types.ts'

/** @throws Refused `kyc.document_taken` */
export async function proveLevel(context: KycContext, tx: Transaction, accountId: string, form: Form, fields: unknown): Promise<void> {
  const now = context.clock.now()
  if (form === 'natural-1') await keepDossier(tx, accountId, personOf(context, KeptLevel1.parse(fields)), now)
  if (form === 'legal-1') await keepDossier(tx, accountId, companyOf(KeptCompany.parse(fields)), now)
  if (form === 'natural-2') await putResidence(tx, accountId, residenceOf(context, KeptLevel2.parse(fields)), now)
}

async function keepDossier(tx: Transaction, accountId: string, dossier: DossierFacts, now: Date): Promise<void> {
  try {
    await putDossier(tx, accountId, dossier, now)
  } catch (error) {
    if (violatedConstraint(error) === DOCUMENT_INDEX) refuse('kyc.document_taken')
    throw error
  }
}

function personOf({ parameters }: KycContext, fields: KeptLevel1): DossierFacts {
  const code = parameters.identificationType(fields.identificationTypeID)?.code
  const documentType = DOCUMENT_TYPES.find((type) => type === code)
  if (!documentType) throw new Error('an accepted form has an unknown document type')
  const { fullName, identificationNumber: documentNumber, cellphoneNumber: phone, birthDate, peps: isPep } = fields
  return { personType: 'natural', fullName, documentType, documentNumber, phone, birthDate, isPep }
}

const companyOf = ({ legalName, nit, cellphoneNumber }: KeptCompany): DossierFacts => ({
  personType: 'legal',
  fullName: legalName,
  documentType: 'NIT',
  documentNumber: nit,
  phone: cellphoneNumber,
  birthDate: null,
  isPep: false,
})

function residenceOf({ parameters }: KycContext, fields: KeptLevel2): { country: string; address: string } {
  if (!fields.livesInColombia) {
    const { homeAddress, outsideCity, outsideState, outsideCountry = '' } = fields
    return { country: outsideCountry, address: `${homeAddress}, ${outsideCity}, ${outsideState}` }
  }
  const city = fields.cityID === undefined ? null : parameters.city(fields.cityID)
  const department = city && parameters.department(city.departmentId)
  return { country: 'CO', address: [fields.homeAddress, city?.name, department?.name].filter((part) => part).join(', ') }
}
