/** A customer's yearly certificate issued by an officer, in the language of the request, with the reason in the audit trail. */
import { validate as isUuid } from 'uuid'
import { type PersonActor, personActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller, HttpContext } from '../../../../platform/http/route.ts'
import { tidyText } from '../../../../platform/phrases/visible-text.ts'
import type { MovementsContext } from '../types.ts'
import { certificatePdf } from './certificates.ts'

export interface PersonCertificate {
  readonly userId: string
  readonly year: string
  readonly reason: string
}

/** @throws Refused `compliance.own_account`, `request.not_found`, `movements.no_certificate`, `movements.certificate_mismatch` */
export async function personCertificate(
  context: MovementsContext,
  caller: Caller,
  http: HttpContext,
  { userId, year, reason }: PersonCertificate,
): Promise<Uint8Array<ArrayBuffer>> {
  const accountId = userId.toLowerCase()
  if (accountId === caller.accountId) refuse('compliance.own_account')
  if (!isUuid(accountId) || !(await context.kyc.person(accountId))) refuse('request.not_found')
  const file = await certificatePdf(context, { accountId, locale: localeOf(http) }, year)
  await record(context, personActor(caller, http), { accountId, year, reason: tidyText(reason) })
  return file
}

/** A document must not leave without a record of it. */
async function record(
  { db, audit }: MovementsContext,
  actor: PersonActor,
  { accountId, year, reason }: { accountId: string; year: string; reason: string },
): Promise<void> {
  const object = { type: 'account', id: accountId }
  await inTransaction(db, (tx) => audit.record(tx, { actor, action: 'movements.certificate_given', object, after: { year }, reason }))
}
