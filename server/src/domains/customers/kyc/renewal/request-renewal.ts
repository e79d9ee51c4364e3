/**
 * Renewal request (SAGRILAFT): a verified person is asked by an officer, or by the product, to send something again. Level and limits stay
 * as they are.
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { RENEWAL_BUSINESS_DAYS } from '@tunjo/contract/renewal-reasons'
import type { RenewalSubject } from '@tunjo/contract/renewals'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import { addBusinessDays } from '../../../../platform/time/business-days.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { KycContext } from '../core/context.ts'
import { findCustomer, lastSurvey, lockCustomer } from '../core/customer-store.ts'
import { formsOfAccount } from '../core/form-store.ts'
import { ACCOUNT_CLOSED, isClosed } from '../core/is-closed.ts'
import { insertRenewal, openRenewals } from '../core/renewal-store.ts'
import { formsOf, levelOf, verifiedLevel } from '../core/rules.ts'
import type { Rejected, RenewalRejection, RenewalRequest } from '../core/types.ts'

type People = Pick<KycContext, 'identity'>
/** Forms of verified levels, and the survey where there is one, without those that are asked for already. */
export async function renewable(people: People, connection: Connection, accountId: string): Promise<RenewalSubject[]> {
  const customer = await findCustomer(connection, accountId)
  if (!customer || (await isClosed(people, connection, accountId))) return []
  const verified = verifiedLevel(customer)
  if (verified === 0) return []
  const open = new Set((await openRenewals(connection, accountId)).map(({ subject }) => subject))
  const forms = await formsOfAccount(connection, accountId)
  const isAccepted = (name: RenewalSubject) => forms.some(({ form, state }) => form === name && state === 'accepted')
  const verifiedForms = formsOf(customer.personType).filter((form) => levelOf(form) <= verified && isAccepted(form))
  const survey = (await lastSurvey(connection, accountId)) === null ? [] : (['survey'] as const)
  return [...verifiedForms, ...survey].filter((subject) => !open.has(subject))
}

export async function requestRenewal(
  context: KycContext,
  tx: Transaction,
  { accountId, subjects, why, by }: RenewalRequest,
): Promise<{ requested: readonly RenewalSubject[]; dueAt: Date } | Rejected<RenewalRejection>> {
  const at = context.clock.now()
  const dueAt = addBusinessDays(at, RENEWAL_BUSINESS_DAYS)
  if (await findCustomer(tx, accountId)) await lockCustomer(tx, accountId, at)
  if (by && (await isClosed(context, tx, accountId))) return ACCOUNT_CLOSED
  const may = await renewable(context, tx, accountId)
  const requested = may.filter((subject) => subjects.includes(subject))
  if (by && requested.length < new Set(subjects).size) return { rejection: 'not_renewable' }
  if (requested.length === 0) return { requested, dueAt }
  const requestedBy = by?.actor.accountId ?? null
  const entry = { accountId, why, reason: by?.reason ?? null, requestedBy, at, dueAt }
  for (const subject of requested) await insertRenewal(tx, { ...entry, subject }, requestedBy ? officer(requestedBy) : SYSTEM)
  await context.audit.record(tx, {
    actor: by?.actor ?? { kind: 'system', name: 'kyc.renewal' },
    action: 'kyc.renewal_requested',
    object: { type: 'account', id: accountId },
    after: { subjects: requested, why, dueAt: dueAt.toISOString() },
    ...(by ? { reason: by.reason } : {}),
  })
  await notify(context, tx, accountId, { subjects: requested.join(','), until: formatDay(bogotaDay(dueAt)) })
  return { requested, dueAt }
}

async function notify(
  { identity, notifications }: KycContext,
  tx: Transaction,
  accountId: string,
  values: { subjects: string; until: string },
): Promise<void> {
  const person = await identity.person(accountId, tx)
  if (!person) return
  await notifications.notify(tx, {
    accountId,
    kind: 'kyc.renewal_requested',
    values,
    mailTo: person.email,
    url: '/application/verification/',
  })
}
