/** Dossier: the content of an accepted form is copied into it, never unreviewed fields. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Form } from '@tunjo/contract/kyc-forms'
import { type Transaction, violatedConstraint } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { DOCUMENT_INDEX, type DossierFacts, lockHolder, putDossier, putResidence, setSuccessor } from '../core/customer-store.ts'
import { KeptCompany, KeptLevel1, KeptLevel2 } from '../core/kept-fields.ts'
import { DOCUMENT_TYPES } from '../core/types.ts'

/**
 * Returns the closed account with this document, when it became an earlier account of this one.
 * @throws Refused `kyc.document_taken`
 */
export async function proveLevel(
  context: KycContext,
  tx: Transaction,
  accountId: string,
  form: Form,
  fields: unknown,
): Promise<string | null> {
  if (form === 'natural-1') return keepDossier(context, tx, accountId, personOf(context, KeptLevel1.parse(fields)))
  if (form === 'legal-1') return keepDossier(context, tx, accountId, companyOf(KeptCompany.parse(fields)))
  if (form === 'natural-2') await putResidence(tx, accountId, residenceOf(context, KeptLevel2.parse(fields)), context.clock.now())
  return null
}

async function keepDossier(context: KycContext, tx: Transaction, accountId: string, dossier: DossierFacts): Promise<string | null> {
  const earlierId = await succeedClosed(context, tx, accountId, dossier)
  try {
    await putDossier(tx, accountId, dossier, context.clock.now())
    return earlierId
  } catch (error) {
    if (violatedConstraint(error) === DOCUMENT_INDEX) refuse('kyc.document_taken')
    throw error
  }
}

/** Links the closed account of a returning person: it is unchanged, and an earlier account of this one from now on. */
async function succeedClosed(
  { identity }: KycContext,
  tx: Transaction,
  accountId: string,
  { documentType: type, documentNumber: number }: DossierFacts,
): Promise<string | null> {
  const earlierId = await lockHolder(tx, accountId, { type, number })
  const earlier = earlierId === null ? null : await identity.person(earlierId, tx)
  if (earlier?.state !== ACCOUNT_STATE.closed) return null
  await setSuccessor(tx, earlier.id, accountId)
  return earlier.id
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
