/** Name matching of bank accounts against their customer, by what banks answered, and the order in which officers review them. Pure. */
import type { OfficerBankAccount } from '@tunjo/contract/payments-officers'
import { foldText } from '../../../../platform/database/list-query.ts'
import { isDocumentOf, type KnownPerson } from '../transfers/payer.ts'
import type { SavedAccount } from './account-use-store.ts'

type Mismatch = OfficerBankAccount['mismatches'][number]
type Facts = Pick<SavedAccount, 'refusedId' | 'refusedAt' | 'reported' | 'isPaid'>

/** `person`: the currently verified person; null when there is none, so nothing can differ. */
export function mismatchesOf({ refusedId, refusedAt, reported }: Facts, person: KnownPerson | null): Mismatch[] {
  const refused: Mismatch[] = refusedId && refusedAt ? [{ why: 'bank_refused', at: refusedAt.toISOString(), transactionId: refusedId }] : []
  if (!reported || !person) return refused
  const used = { at: new Date(reported.at).toISOString(), transactionId: reported.id }
  if (!isDocumentOf(person, reported.documentNumber)) return [...refused, { why: 'document_changed', ...used }]
  if (foldText(person.fullName) !== foldText(reported.fullName)) return [...refused, { why: 'name_changed', ...used }]
  return refused
}

export const matchOf = (mismatches: readonly Mismatch[], isPaid: boolean): OfficerBankAccount['match'] =>
  mismatches.length > 0 ? 'differs' : isPaid ? 'confirmed' : 'unproven'

interface Ranked extends Pick<OfficerBankAccount, 'match' | 'deletedAt'> {
  readonly alerts: readonly unknown[]
}

/** Order: accounts that do not match (also deleted ones), accounts with an alert, then existing accounts, unproven before confirmed. */
export const sortByRisk = <Account extends Ranked>(accounts: readonly Account[]): Account[] =>
  [...accounts].sort((a, b) => rankOf(a) - rankOf(b))

function rankOf({ match, deletedAt, alerts }: Ranked): number {
  if (match === 'differs') return deletedAt === null ? 0 : 1
  if (alerts.length > 0) return 2
  if (deletedAt !== null) return 5
  return match === 'unproven' ? 3 : 4
}
