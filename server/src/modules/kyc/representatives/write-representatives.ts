/** An officer writes down whom the papers of a company name: who represents it, and who owns it in the end. In place of the list before. */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { readNit } from '@tunjo/contract/company'
import { firstFault } from '@tunjo/contract/representative-rules'
import type { Representative } from '@tunjo/contract/representatives'
import type { Connection, Transaction } from '../../../platform/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type Refusal, refusal, refuse, refuseIf } from '../../../platform/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { lockCustomer } from '../core/customer-store.ts'
import { KeptCompany } from '../core/kept-fields.ts'
import { ageOn, PARTNER_NUMBER, partnerNumber } from '../core/people-facts.ts'
import { companyForm, insertRepresentatives, representativeLists } from '../core/representative-store.ts'
import type { CompanyStanding, RepresentativesKept, RepresentativesWritten } from '../core/types.ts'

/** @throws Refused `kyc.representatives_of_company`, `kyc.representatives_changed`, `kyc.representative_faulty`, … */
export async function writeRepresentatives(
  context: KycContext,
  tx: Transaction,
  { accountId, from, people: typed, noOwnerReason, actor, at }: RepresentativesWritten,
): Promise<RepresentativesKept> {
  const people = typed.map((one) => ({ ...one, documentNumber: partnerNumber(one.documentNumber) }))
  refuseIf(checkPeople(people, context.parameters, bogotaDay(at)))
  // Of two officers at once the second waits here, and then sees what the first wrote.
  await lockCustomer(tx, accountId, at)
  if (!(await companyForm(tx, accountId))) refuse('kyc.representatives_of_company')
  const [held] = await representativeLists(tx, accountId, 1)
  const version = held?.version ?? 0
  if (version !== from) refuse('kyc.representatives_changed')
  const list = { id: newId(), accountId, version: version + 1, people, noOwnerReason, writtenBy: actor.accountId, writtenAt: at }
  await insertRepresentatives(tx, list)
  await context.outbox.emit(tx, 'kyc.representatives_written', { accountId })
  // Without names: what stands in the trail can never be taken back.
  const after = { list: list.id, version: list.version, people: people.length, isOwnerFound: noOwnerReason === '' }
  await context.audit.record(tx, { actor, action: 'kyc.representatives_written', object: { type: 'account', id: accountId }, after })
  return list
}

const OLDEST_AGE = 120
const CEDULA = /^\d{4,10}$/

/** Ordered so that the officer first hears of the first line. */
export function checkPeople(
  people: readonly Representative[],
  { countryName }: Pick<KycContext['parameters'], 'countryName'>,
  today: string,
): Refusal | null {
  for (const [line, { documentType, documentNumber, nationality, birthDate }] of people.entries()) {
    if (!isNumberOf(documentType, documentNumber)) return refusal('kyc.representative_faulty', { line: line + 1, problem: 'document' })
    if (!countryName(nationality)) return refusal('kyc.country_unknown')
    // Who owns may be a child.
    const age = birthDate === null ? 0 : ageOn(today, birthDate)
    if (age < 0 || age > OLDEST_AGE || (birthDate !== null && birthDate > today)) return refusal('kyc.birth_date_invalid')
  }
  const fault = firstFault(people)
  return fault && refusal('kyc.representative_faulty', { line: fault.line + 1, problem: fault.problem })
}

function isNumberOf(type: Representative['documentType'], number: string): boolean {
  if (type === 'CC') return CEDULA.test(number)
  // Certificates leave the check digit out now and then.
  if (type === 'NIT') return ['right', 'unchecked'].includes(readNit(number).state)
  return PARTNER_NUMBER.test(number)
}

/** What decides whether a company may be accepted; null for whoever is none, or sent nothing yet. */
export async function companyStanding(connection: Connection, accountId: string): Promise<CompanyStanding | null> {
  const form = await companyForm(connection, accountId)
  if (!form) return null
  const [held] = await representativeLists(connection, accountId, 1)
  const { shareholders } = KeptCompany.parse(form.facts)
  const list = held ? { people: held.people, noOwnerReason: held.noOwnerReason, isBeforeForm: held.writtenAt < form.sentAt } : null
  return { shareholders, isAccepted: form.state === 'accepted', wasAccepted: form.wasAccepted, list }
}
