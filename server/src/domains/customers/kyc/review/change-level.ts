/**
 * Change of a person's level (KYC-15, ADM-11). A raise needs the accepted documents of the level below and copies their content into the
 * dossier; a lowering reopens the forms of the lost levels.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { PersonType } from '@tunjo/contract/kyc-forms'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { KycContext } from '../core/context.ts'
import { findCustomer, insertLevelChange, lockCustomer, updateCustomer } from '../core/customer-store.ts'
import { formsOfAccount, itemsOf, lockItemsOf } from '../core/form-store.ts'
import { FIELDS_SLOT } from '../core/forms.ts'
import { ACCOUNT_CLOSED, isClosed } from '../core/is-closed.ts'
import { decideItems, moveForm, reopenForm } from '../core/move-form.ts'
import { closeRenewal } from '../core/renewal-store.ts'
import { checkLevelChange, formsOf, isEarned, levelOf, NOT_BEGUN, statusOfLevel, verifiedLevel } from '../core/rules.ts'
import type { LevelChange, LevelChoice, LevelFacts, LevelRejection, LevelStatus, Rejected } from '../core/types.ts'
import { proveLevel } from './prove-level.ts'

export async function changeLevel(
  context: KycContext,
  tx: Transaction,
  change: LevelChange,
): Promise<LevelStatus | Rejected<LevelRejection>> {
  const { accountId, newLevel, actor, reason } = change
  const now = context.clock.now()
  if (!(await findCustomer(tx, accountId))) refuse('request.not_found')
  const customer = await lockCustomer(tx, accountId, now)
  if (await isClosed(context, tx, accountId)) return ACCOUNT_CLOSED
  const { personType } = customer
  const levels = await earnedLevels(tx, accountId, personType)
  const rejection = checkLevelChange(customer, newLevel, { personType, levels })
  if (rejection) return { rejection }
  const status = statusOfLevel(newLevel, personType)
  const verified = verifiedLevel(status)
  await updateCustomer(tx, accountId, { ...customer, ...status }, now)
  await insertLevelChange(tx, change, customer, status, now)
  if (verified > verifiedLevel(customer)) {
    await acceptLevel(context, tx, change, personType)
    await notifyLevel(context, tx, accountId, { kind: 'kyc.level_verified', verified })
  }
  if (verified < verifiedLevel(customer)) await notifyLevel(context, tx, accountId, { kind: 'kyc.level_lowered', verified })
  const cause = { at: now, actor: officer(actor.accountId) }
  for (const form of formsOf(personType)) {
    if (levelOf(form) < newLevel) continue
    await closeRenewal(tx, { accountId, subject: form }, { ...cause, to: 'dropped' })
    await reopenForm(context, tx, { accountId, form }, cause)
  }
  await followState(context, tx, change, verified)
  await context.outbox.emit(tx, 'kyc.level_changed', { accountId, verifiedLevel: `${verified}`, officerId: actor.accountId })
  const before = { currentLevel: customer.currentLevel, isVerified: customer.isVerified }
  await context.audit.record(tx, {
    actor,
    action: 'kyc.level_changed',
    object: { type: 'account', id: accountId },
    before,
    after: { ...status, ...change.approval, ...(change.withoutCheck ? { withoutCheck: true } : {}) },
    reason,
  })
  return status
}

export async function levelFacts(
  context: Pick<KycContext, 'clock' | 'identity'>,
  tx: Transaction,
  { accountId, newLevel }: Pick<LevelChange, 'accountId' | 'newLevel'>,
): Promise<LevelFacts | Rejected<LevelRejection>> {
  if (!(await findCustomer(tx, accountId))) refuse('request.not_found')
  const customer = await lockCustomer(tx, accountId, context.clock.now())
  if (await isClosed(context, tx, accountId)) return ACCOUNT_CLOSED
  const { personType, currentLevel, isVerified } = customer
  const rejection = checkLevelChange(customer, newLevel, { personType, levels: await earnedLevels(tx, accountId, personType) })
  if (rejection) return { rejection }
  const items = Object.fromEntries((await itemsOf(tx, accountId)).map(({ id, state }) => [id, state]))
  const verified = { before: verifiedLevel(customer), after: verifiedLevel(statusOfLevel(newLevel, personType)) }
  return { personType, currentLevel, isVerified, items, verified }
}

/** Every level of this kind of person, and one more for all done. */
export async function levelChoices(connection: Connection, accountId: string): Promise<LevelChoice[]> {
  const customer = (await findCustomer(connection, accountId)) ?? { ...NOT_BEGUN, personType: 'natural' as const }
  const levels = await earnedLevels(connection, accountId, customer.personType)
  return [1, ...formsOf(customer.personType).map((form) => levelOf(form) + 1)].map((newLevel) => {
    const rejection = checkLevelChange(customer, newLevel, { personType: customer.personType, levels })
    const state = rejection === null ? 'offered' : rejection === 'same_level' ? 'current' : 'not_earned'
    return { completed: verifiedLevel(statusOfLevel(newLevel, customer.personType)), newLevel, state }
  })
}

async function earnedLevels(tx: Connection, accountId: string, personType: PersonType): Promise<ReadonlySet<number>> {
  const [forms, items] = [await formsOfAccount(tx, accountId), await itemsOf(tx, accountId)]
  const own = forms.filter(({ form }) => formsOf(personType).includes(form))
  const earned = own.filter(({ form, state }) =>
    isEarned(
      state,
      items.filter((item) => item.form === form),
    ),
  )
  return new Set(earned.map(({ form }) => levelOf(form)))
}

/** Only between unverified and verified: an account that is suspended or closed meanwhile stays so. */
async function followState({ identity }: KycContext, tx: Transaction, { accountId, actor }: LevelChange, verified: number): Promise<void> {
  const [from, to] = verified > 0 ? [ACCOUNT_STATE.unverified, ACCOUNT_STATE.verified] : [ACCOUNT_STATE.verified, ACCOUNT_STATE.unverified]
  await identity.setState(tx, { accountId, state: to, onlyFrom: from, actor })
}

/** Fields that were declared with the documents are accepted with the level, if they were not before. */
async function acceptLevel(context: KycContext, tx: Transaction, change: LevelChange, personType: PersonType): Promise<void> {
  const { accountId, newLevel, actor } = change
  const at = context.clock.now()
  const form = formsOf(personType)[newLevel - 2]
  if (!form) return
  const items = await lockItemsOf(tx, accountId, form)
  const pending = items.filter(({ state }) => state === 'pending')
  const accepted = { to: 'accepted', at, actor: officer(actor.accountId) } as const
  await decideItems(tx, pending, { ...accepted, description: null })
  await moveForm(context, tx, { accountId, form }, accepted)
  const fields = items.find(({ slot }) => slot === FIELDS_SLOT)?.facts
  await proveLevel(context, tx, accountId, form, fields)
}

interface LevelNotice {
  readonly kind: 'kyc.level_verified' | 'kyc.level_lowered'
  readonly verified: number
}

/** Notifies the person of the next step, without the officer's reason, which is for officers. */
async function notifyLevel(
  { identity, notifications }: KycContext,
  tx: Transaction,
  accountId: string,
  { kind, verified }: LevelNotice,
): Promise<void> {
  const person = await identity.person(accountId, tx)
  if (!person) return
  const values = { level: String(verified) }
  await notifications.notify(tx, { accountId, kind, values, mailTo: person.email, url: '/application/verification/' })
}

export const currentStatus = async ({ db }: KycContext, accountId: string): Promise<LevelStatus> => {
  const customer = await findCustomer(db, accountId)
  return customer ? { currentLevel: customer.currentLevel, isVerified: customer.isVerified } : NOT_BEGUN
}
