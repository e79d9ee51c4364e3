/** Permission to trade: verified, not blocked, consent given. */
import type { Transaction } from '../../../platform/database/database.ts'
import { refuse, refuseIf } from '../../../platform/http/refusal.ts'
import type { LimitsDependencies } from './context.ts'
import { checkPerson } from './rules.ts'

export async function mayTrade({ kyc, identity, risk }: LimitsDependencies, tx: Transaction, accountId: string): Promise<void> {
  const person = await kyc.person(accountId, tx)
  if (!person?.dossier) refuse('limits.not_verified')
  refuseIf(checkPerson(person))
  if (!(await risk.mayTransact(tx, accountId))) refuse('limits.in_review')
  refuseIf(await identity.checkConsent(tx, accountId))
}
