/**
 * Stores the list of people that an officer reads from the documents of a company: its representatives and final owners. It replaces the
 * former list.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { readNit } from '@tunjo/contract/company'
import { firstFault } from '@tunjo/contract/representative-rules'
import type { Representative } from '@tunjo/contract/representatives'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { type Refusal, refusal, refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { lockCustomer } from '../core/customer-store.ts'
import { KeptCompany } from '../core/kept-fields.ts'
import { ageOn, PARTNER_NUMBER, partnerNumber } from '../core/people-facts.ts'
import { companyForm, insertRepresentatives, representativeLists } from '../core/representative-store.ts'
import type { CompanyOwnershipFacts, RepresentativesKept, RepresentativesWritten } from '../core/types.ts'

/** @throws Refused `kyc.representatives_of_company`, `kyc.representatives_changed`, `kyc.representative_faulty`, … */
export async function writeRepresentatives(
  context: KycContext,
  tx: Transaction,
  { accountId, from, people: typed, noOwnerReason, actor, at }: RepresentativesWritten,
): Promise<RepresentativesKept> {
  const people = typed.map((one) => ({ ...one, documentNumber: partnerNumber(one.documentNumber) }))
  refuseIf(checkPeople(people, context.parameters, bogotaDay(at)))
  // Of two concurrent officers the second waits here, and then sees the first one's list.
  await lockCustomer(tx, accountId, at)
  if (!(await companyForm(tx, accountId))) refuse('kyc.representatives_of_company')
  const [held] = await representativeLists(tx, accountId, 1)
  const version = held?.version ?? 0
  if (version !== from) refuse('kyc.representatives_changed')
  const list = { id: newId(), accountId, version: version + 1, people, noOwnerReason, writtenBy: actor.accountId, writtenAt: at }
  await insertRepresentatives(tx, list)
  await context.outbox.emit(tx, 'kyc.representatives_written', { accountId })
  // Without names: an audit entry can never be deleted.
  const after = { list: list.id, version: list.version, people: people.length, isOwnerFound: noOwnerReason === '' }
  await context.audit.record(tx, { actor, action: 'kyc.representatives_written', object: { type: 'account', id: accountId }, after })
  return list
}

const OLDEST_AGE = 120
const CEDULA = /^\d{4,10}$/

/** Ordered so that the officer sees the first faulty row first. */
export function checkPeople(
  people: readonly Representative[],
  { countryName }: Pick<KycContext['parameters'], 'countryName'>,
  today: string,
): Refusal | null {
  for (const [line, { documentType, documentNumber, nationality, birthDate }] of people.entries()) {
    if (!isNumberOf(documentType, documentNumber)) return refusal('kyc.representative_faulty', { line: line + 1, problem: 'document' })
    if (!countryName(nationality)) return refusal('kyc.country_unknown')
    // An owner may be a child.
    const age = birthDate === null ? 0 : ageOn(today, birthDate)
    if (age < 0 || age > OLDEST_AGE || (birthDate !== null && birthDate > today)) return refusal('kyc.birth_date_invalid')
  }
  const fault = firstFault(people)
  return fault && refusal('kyc.representative_faulty', { line: fault.line + 1, problem: fault.problem })
}

function isNumberOf(type: Representative['documentType'], number: string): boolean {
  if (type === 'CC') return CEDULA.test(number)
  // Certificates sometimes omit the check digit.
  if (type === 'NIT') return ['right', 'unchecked'].includes(readNit(number).state)
  return PARTNER_NUMBER.test(number)
}

/** Facts that decide whether a company may be accepted; null for a person, and before anything was sent. */
export async function companyOwnershipFacts(connection: Connection, accountId: string): Promise<CompanyOwnershipFacts | null> {
  const form = await companyForm(connection, accountId)
  if (!form) return null
  const [held] = await representativeLists(connection, accountId, 1)
  const { shareholders } = KeptCompany.parse(form.facts)
  const list = held ? { people: held.people, noOwnerReason: held.noOwnerReason, isBeforeForm: held.writtenAt < form.sentAt } : null
  return { shareholders, isAccepted: form.state === 'accepted', wasAccepted: form.wasAccepted, list }
}
