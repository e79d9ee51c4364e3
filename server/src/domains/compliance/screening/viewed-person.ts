/** Customer that an officer views. Each access is recorded in the audit trail. */
import { validate as isUuid } from 'uuid'
import { personActor } from '../../../platform/audit/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import type { Identity, Person } from '../../customers/identity/index.ts'

/** @throws Refused `request.not_found`, `compliance.own_account` */
export async function personOf({ identity }: { identity: Pick<Identity, 'person'> }, caller: Caller, userId: string): Promise<Person> {
  const person = isUuid(userId) ? await identity.person(userId) : null
  if (!person) refuse('request.not_found')
  // An officer may be a customer too, but must not read whether a list has them (Ley 526 de 1999).
  if (person.id.toLowerCase() === caller.accountId) refuse('compliance.own_account')
  return person
}

interface View {
  readonly caller: Caller
  readonly http: HttpContext
  readonly accountId: string
  readonly part: string
}
export async function recordView({ db, audit }: Pick<Platform, 'db' | 'audit'>, { caller, http, accountId, part }: View): Promise<void> {
  const entry = { actor: personActor(caller, http), action: 'kyc.person_viewed', object: { type: 'account', id: accountId } } as const
  await inTransaction(db, (tx) => audit.record(tx, { ...entry, after: { part } }))
}
