/** Whether a bank account is the person's, as far as banks said, and which of several an officer looks at first. Pure. */
import type { OfficerBankAccount } from '@tunjo/contract/payments-officers'
import { foldText } from '../../../platform/list-query.ts'
import { isDocumentOf, type Known } from '../transfers/payer.ts'
import type { SavedAccount } from './account-use-store.ts'

type Mismatch = OfficerBankAccount['mismatches'][number]
type Facts = Pick<SavedAccount, 'refusedId' | 'refusedAt' | 'told' | 'isPaid'>

/** `person`: as verified now; null: nobody is, so nothing can differ from it. */
export function mismatchesOf({ refusedId, refusedAt, told }: Facts, person: Known | null): Mismatch[] {
  const refused: Mismatch[] = refusedId && refusedAt ? [{ why: 'bank_refused', at: refusedAt.toISOString(), transactionId: refusedId }] : []
  if (!told || !person) return refused
  const used = { at: new Date(told.at).toISOString(), transactionId: told.id }
  if (!isDocumentOf(person, told.documentNumber)) return [...refused, { why: 'document_changed', ...used }]
  if (foldText(person.fullName) !== foldText(told.fullName)) return [...refused, { why: 'name_changed', ...used }]
  return refused
}

export const matchOf = (mismatches: readonly Mismatch[], isPaid: boolean): OfficerBankAccount['match'] =>
  mismatches.length > 0 ? 'differs' : isPaid ? 'confirmed' : 'unproven'

interface Ranked extends Pick<OfficerBankAccount, 'match' | 'deletedAt'> {
  readonly alerts: readonly unknown[]
}

/** What does not match, whatever became of it; then what has an alert; of the rest those that are still there, unproven before confirmed. */
export const worstFirst = <Account extends Ranked>(accounts: readonly Account[]): Account[] =>
  [...accounts].sort((a, b) => rankOf(a) - rankOf(b))

function rankOf({ match, deletedAt, alerts }: Ranked): number {
  if (match === 'differs') return deletedAt === null ? 0 : 1
  if (alerts.length > 0) return 2
  if (deletedAt !== null) return 5
  return match === 'unproven' ? 3 : 4
}
