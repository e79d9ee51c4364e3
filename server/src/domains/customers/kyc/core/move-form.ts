/** State machines of a form and its items: their rows, and their events. The caller holds the customer's lock. */
import type { Form } from '@tunjo/contract/kyc-forms'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Actor, type Aggregate, move, moveAll } from '../../../../platform/state-machine/index.ts'
import type { KycContext } from './context.ts'
import { type ItemRow, lockForm, lockItemsOf } from './form-store.ts'
import type { FormState } from './forms.ts'
import { FORM_STATES, ITEM_STATES } from './states.ts'
import type { ItemState } from './types.ts'

type Context = Pick<KycContext, 'outbox'>

interface OwnedForm {
  readonly accountId: string
  readonly form: Form
  readonly state: FormState
}
interface Cause {
  readonly at: Date
  readonly actor: Actor
}

/** The review announces its result once. */
const formAggregate = ({ outbox }: Context): Aggregate<FormState, OwnedForm, 'updated_at' | 'sent_at'> => ({
  machine: FORM_STATES,
  table: 'form',
  columns: ['updated_at', 'sent_at'],
  keyOf: ({ accountId, form }) => ({ account_id: accountId, form }),
  announce: async (tx, { accountId, form }, { to }) => {
    if (to === 'sent') await outbox.emit(tx, 'kyc.form_sent', { accountId, form })
  },
})

export const ITEM: Aggregate<ItemState, Pick<ItemRow, 'id' | 'state'>, 'sent_at' | 'reviewed_at' | 'reviewed_by' | 'description'> = {
  machine: ITEM_STATES,
  table: 'item',
  columns: ['sent_at', 'reviewed_at', 'reviewed_by', 'description'],
  keyOf: ({ id }) => ({ id }),
}

/** A form that was not begun stays so; one in a later state is unchanged. */
export async function moveForm(
  context: Context,
  tx: Transaction,
  { accountId, form }: { accountId: string; form: Form },
  { to, at, actor, illegal = 'fault' }: Cause & { to: FormState; illegal?: 'fault' | 'ignore' },
) {
  const row = await lockForm(tx, accountId, form)
  if (!row) return 'illegal'
  const set = { updated_at: at, ...(to === 'sent' ? { sent_at: at } : {}) }
  return move(tx, formAggregate(context), { accountId, form, state: row.state }, { to, at, actor, set, illegal })
}

/**
 * Sends the staged items to review and marks replaced ones as history. That includes accepted items where the whole form is sent again. The
 * dossier keeps the former data until the new items are accepted.
 */
export async function sendItems(
  tx: Transaction,
  { accountId, form, isAllAgain }: { accountId: string; form: Form; isAllAgain: boolean },
  cause: Cause,
): Promise<void> {
  const items = await lockItemsOf(tx, accountId, form)
  const of = (wanted: ItemState) => items.filter(({ state }) => state === wanted)
  if (of('staged').length === 0) throw new Error('a form is sent with something that was staged')
  if (isAllAgain) await moveAll(tx, ITEM, of('accepted'), { ...cause, to: 'replaced' })
  await moveAll(tx, ITEM, of('declined'), { ...cause, to: 'replaced' })
  await moveAll(tx, ITEM, of('staged'), { ...cause, to: 'pending', set: { sent_at: cause.at } })
}

/** Reopens the form of a lost level for a new verification: accepted items become history, the fields stay as a draft. */
export async function reopenForm(context: Context, tx: Transaction, key: { accountId: string; form: Form }, cause: Cause): Promise<void> {
  const items = await lockItemsOf(tx, key.accountId, key.form)
  const sent = items.filter(({ state }) => state !== 'staged')
  await moveAll(tx, ITEM, sent, { ...cause, to: 'replaced' })
  await moveForm(context, tx, key, { ...cause, to: 'draft' })
}

export interface Review extends Cause {
  readonly to: 'accepted' | 'declined'
  readonly description: string | null
}
/** `items` are locked and all pending, as the caller has checked. */
export async function decideItems(
  tx: Transaction,
  items: readonly Pick<ItemRow, 'id' | 'state'>[],
  { to, at, actor, description }: Review,
): Promise<void> {
  const set = { reviewed_by: actor.id, reviewed_at: at, description }
  const outcomes = await moveAll(tx, ITEM, items, { to, at, actor, note: description, set })
  if (outcomes.some((outcome) => outcome !== 'moved')) throw new Error('an item that is decided must be pending')
}
