/**
 * The level a person works on (KYC-15, ADM-11). Going up needs the accepted documents of the level below and copies what they prove into
 * the dossier; going down opens the forms of the lost levels again.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { LegalLevel1Fields, NaturalLevel1Fields, NaturalLevel2Fields } from '@tunjo/contract/kyc-forms'
import { type Transaction, violatedConstraint } from '../../platform/database.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import type { KycContext } from './context.ts'
import {
  type CustomerRow,
  DOCUMENT_INDEX,
  type DossierFacts,
  findCustomer,
  insertLevelChange,
  lockCustomer,
  putDossier,
  putResidence,
  updateCustomer,
} from './customer-store.ts'
import { findForm, formsOfAccount, reopenForm } from './form-store.ts'
import { checkLevelChange, formsOf, levelOf, NOT_BEGUN, statusOfLevel, verifiedLevel } from './rules.ts'
import { DOCUMENT_TYPES, type LevelChange, type LevelStatus } from './types.ts'

export async function changeLevel(context: KycContext, tx: Transaction, change: LevelChange): Promise<LevelStatus> {
  const { accountId, newLevel } = change
  const now = context.clock.now()
  if (!(await findCustomer(tx, accountId))) refuse('request.not_found')
  const customer = await lockCustomer(tx, accountId, now)
  const verified = verifiedLevel(customer)
  const forms = await formsOfAccount(tx, accountId)
  const accepted = forms
    .filter(({ form, state }) => state === 'accepted' && formsOf(customer.personType).includes(form))
    .map(({ form }) => levelOf(form))
  refuseIf(checkLevelChange(customer, newLevel, { personType: customer.personType, levels: new Set(accepted) }))
  const status = statusOfLevel(newLevel)
  await updateCustomer(tx, accountId, { ...customer, ...status }, now)
  await insertLevelChange(tx, change, customer, status, now)
  if (verifiedLevel(status) > verified) await proveLevel(context, tx, accountId, customer, newLevel - 1)
  for (const form of formsOf(customer.personType)) if (levelOf(form) >= newLevel) await reopenForm(tx, accountId, form, now)
  await followState(context, tx, accountId, verifiedLevel(status))
  await context.outbox.emit(tx, 'kyc.level_changed', {
    accountId,
    verifiedLevel: String(verifiedLevel(status)),
    officerId: change.officerId,
  })
  if (verifiedLevel(status) > verified) await tellVerified(context, tx, accountId, verifiedLevel(status))
  return status
}

/** Only between unverified and verified: a suspended account stays suspended. */
async function followState({ identity }: KycContext, tx: Transaction, accountId: string, verified: number): Promise<void> {
  const person = await identity.person(accountId, tx)
  if (person?.state !== ACCOUNT_STATE.unverified && person?.state !== ACCOUNT_STATE.verified) return
  const state = verified > 0 ? ACCOUNT_STATE.verified : ACCOUNT_STATE.unverified
  if (person.state !== state) await identity.setState(tx, accountId, state)
}

async function proveLevel(
  context: KycContext,
  tx: Transaction,
  accountId: string,
  { personType }: CustomerRow,
  level: number,
): Promise<void> {
  const now = context.clock.now()
  if (level === 1) {
    const form = await findForm(tx, accountId, personType === 'natural' ? 'natural-1' : 'legal-1')
    const dossier =
      personType === 'natural'
        ? personOf(context, NaturalLevel1Fields.parse(form?.fields))
        : companyOf(LegalLevel1Fields.parse(form?.fields))
    await putDossier(tx, accountId, dossier, now).catch((error) => {
      if (violatedConstraint(error) === DOCUMENT_INDEX) refuse('kyc.document_taken')
      throw error
    })
  }
  if (level === 2 && personType === 'natural') {
    const home = NaturalLevel2Fields.parse((await findForm(tx, accountId, 'natural-2'))?.fields)
    await putResidence(tx, accountId, residenceOf(context, home), now)
  }
}

function personOf({ parameters }: KycContext, fields: NaturalLevel1Fields): DossierFacts {
  const code = parameters.identificationType(fields.identificationTypeID)?.code
  const documentType = DOCUMENT_TYPES.find((type) => type === code)
  if (!documentType) throw new Error('an accepted form has an unknown document type')
  const { fullName, identificationNumber: documentNumber, cellphoneNumber: phone, birthDate, peps: isPep } = fields
  return { personType: 'natural', fullName, documentType, documentNumber, phone, birthDate, isPep }
}

const companyOf = ({ legalName, nit, cellphoneNumber }: LegalLevel1Fields): DossierFacts => ({
  personType: 'legal',
  fullName: legalName,
  documentType: 'NIT',
  documentNumber: nit,
  phone: cellphoneNumber,
  birthDate: null,
  isPep: false,
})

function residenceOf({ parameters }: KycContext, fields: NaturalLevel2Fields): { country: string; address: string } {
  if (!fields.isColombian) {
    const { homeAddress, outsideCity, outsideState, outsideCountry = '' } = fields
    return { country: outsideCountry, address: `${homeAddress}, ${outsideCity}, ${outsideState}` }
  }
  const city = fields.cityID === undefined ? null : parameters.city(fields.cityID)
  const department = city && parameters.department(city.departmentId)
  return { country: 'CO', address: [fields.homeAddress, city?.name, department?.name].filter((part) => part).join(', ') }
}

async function tellVerified({ identity, notifications }: KycContext, tx: Transaction, accountId: string, level: number): Promise<void> {
  const person = await identity.person(accountId, tx)
  if (!person) return
  const values = { level: String(level) }
  await notifications.notify(tx, { accountId, kind: 'kyc.level_verified', values, mailTo: person.email, url: '/application/verification/' })
}

export const currentStatus = async ({ db }: KycContext, accountId: string): Promise<LevelStatus> => {
  const customer = await findCustomer(db, accountId)
  return customer ? { currentLevel: customer.currentLevel, isVerified: customer.isVerified } : NOT_BEGUN
}
