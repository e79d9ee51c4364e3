/** Decisions of a reviewer about files and fields: all of one person, all pending, all or nothing (SEC-36, SEC-37). */
import { FORMS, type Form, SLOTS } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import type { KycContext } from '../core/context.ts'
import { lockCustomer } from '../core/customer-store.ts'
import { type ItemRow, itemsOf, lockItems } from '../core/form-store.ts'
import { ACCOUNT_CLOSED, isClosed } from '../core/is-closed.ts'
import { decideItems, moveForm } from '../core/move-form.ts'
import { levelOf } from '../core/rules.ts'
import type { Decision, Rejected, Reviewed, ReviewItem, ReviewRejection } from '../core/types.ts'
import { endRenewal } from './end-renewal.ts'

export async function acceptItems(context: KycContext, tx: Transaction, decision: Decision): Promise<Reviewed | Rejected<ReviewRejection>> {
  const reviewed = await lockReviewed(context, tx, decision)
  if ('rejection' in reviewed) return reviewed
  const { accountId, forms, items } = reviewed
  const { itemIds, actor, at } = decision
  const officerId = actor.accountId
  const cause = { at, actor: officer(officerId) }
  await decideItems(tx, items, { ...cause, to: 'accepted', description: null })
  const earlierAccounts: string[] = []
  for (const form of forms) {
    const isDone = (await itemsOf(tx, accountId, form)).every(({ state }) => state === 'accepted')
    if (!isDone) continue
    await moveForm(context, tx, { accountId, form }, { ...cause, to: 'accepted' })
    const earlierId = await endRenewal(context, tx, { accountId, form }, cause)
    if (earlierId) earlierAccounts.push(earlierId)
  }
  await context.outbox.emit(tx, 'kyc.documents_reviewed', { accountId, outcome: 'accepted', officerId })
  await context.audit.record(tx, {
    actor,
    action: 'kyc.documents_accepted',
    object: { type: 'account', id: accountId },
    after: { items: itemIds },
  })
  return { accountId, forms, earlierAccounts }
}

export async function declineItems(
  context: KycContext,
  tx: Transaction,
  { description, ...decision }: Decision & { description: string },
): Promise<Reviewed | Rejected<ReviewRejection>> {
  const reviewed = await lockReviewed(context, tx, decision)
  if ('rejection' in reviewed) return reviewed
  const { accountId, forms, items } = reviewed
  const { itemIds, actor, at } = decision
  const officerId = actor.accountId
  const cause = { at, actor: officer(officerId) }
  await decideItems(tx, items, { ...cause, to: 'declined', description })
  for (const form of forms) await moveForm(context, tx, { accountId, form }, { ...cause, to: 'declined' })
  await context.outbox.emit(tx, 'kyc.documents_reviewed', { accountId, outcome: 'declined', officerId })
  const object = { type: 'account', id: accountId }
  await context.audit.record(tx, { actor, action: 'kyc.documents_declined', object, after: { items: itemIds }, reason: description })
  const person = await context.identity.person(accountId, tx)
  const slots = items.map(({ slot }) => slot).join(',')
  const values = { level: String(Math.max(...forms.map(levelOf))), description, slots }
  if (person)
    await context.notifications.notify(tx, {
      accountId,
      kind: 'kyc.documents_declined',
      values,
      mailTo: person.email,
      url: '/application/verification/',
    })
  return { accountId, forms, earlierAccounts: [] }
}

const NOT_PENDING = { rejection: 'not_pending' } as const

interface LockedItems {
  accountId: string
  forms: Form[]
  items: ItemRow[]
}

/** The person's lock comes first, like in every change of a form, so that sending and reviewing never deadlock. */
async function lockReviewed(
  context: KycContext,
  tx: Transaction,
  { itemIds }: Pick<Decision, 'itemIds'>,
): Promise<LockedItems | Rejected<ReviewRejection>> {
  const ids = [...new Set(itemIds)]
  const accountId = oneOwner(await lockItems(tx, ids, 'none'), ids)
  await lockCustomer(tx, accountId, context.clock.now())
  const items = await lockItems(tx, ids, 'update')
  if (await isClosed(context, tx, accountId)) return ACCOUNT_CLOSED
  if (items.some(({ state }) => state !== 'pending')) return NOT_PENDING
  return { accountId, forms: [...new Set(items.map(({ form }) => form))], items }
}

function oneOwner(items: readonly ItemRow[], ids: readonly string[]): string {
  const owners = new Set(items.map(({ accountId }) => accountId))
  const [owner] = owners
  if (!owner || owners.size > 1 || items.length !== ids.length) refuse('request.not_found')
  return owner
}

/** Sent items without replaced ones, for the reviewer. */
export async function listReviewItems({ db }: KycContext, accountId: string): Promise<ReviewItem[]> {
  const items = await itemsOf(db, accountId)
  return inReviewOrder(items.filter(({ state }) => state !== 'staged')).map((item) => ({
    ...item,
    name: item.fileId && typeof item.facts.name === 'string' ? item.facts.name : '',
  }))
}

export const inReviewOrder = (items: readonly ItemRow[]): ItemRow[] => items.toSorted((one, other) => placeOf(one) - placeOf(other))

/** Sort key by form, then by slot; the fields of a form come after its files. */
function placeOf({ form, slot }: ItemRow): number {
  const place = Object.keys(SLOTS[form]).indexOf(slot)
  return FORMS.indexOf(form) * 100 + (place < 0 ? 99 : place)
}
