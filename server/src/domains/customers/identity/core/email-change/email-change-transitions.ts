/** State machine of a change of e-mail: its row, under the lock of the account. */
import type { Transaction } from '../../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, customer, move, moveAll } from '../../../../../platform/state-machine/index.ts'
import {
  type EmailChangeRow,
  insertEmailChange,
  lockChangesSince,
  lockEmailChange,
  lockOpenChange,
  type NewEmailChange,
  type ToUndo,
} from './email-change-store.ts'
import { EMAIL_CHANGE_STATES, type EmailChangeState } from './states.ts'

type Moving = Pick<EmailChangeRow, 'id' | 'state'>
export const EMAIL_CHANGE: Aggregate<EmailChangeState, Moving, 'changed_at' | 'cancelled_at' | 'undone_at'> = {
  machine: EMAIL_CHANGE_STATES,
  table: 'email_change',
  columns: ['changed_at', 'cancelled_at', 'undone_at'],
  keyOf: ({ id }) => ({ id }),
}

export async function beginEmailChange(tx: Transaction, asked: NewEmailChange): Promise<EmailChangeRow> {
  const change = await insertEmailChange(tx, asked)
  await begin(tx, EMAIL_CHANGE, change, { at: asked.createdAt, actor: customer(asked.accountId) })
  return change
}

/** Finishes the change: both mailboxes agreed. */
export async function finishEmailChange(tx: Transaction, { id, accountId }: EmailChangeRow, at: Date): Promise<void> {
  const change = await lockEmailChange(tx, id)
  if (change) await move(tx, EMAIL_CHANGE, change, { to: 'changed', at, actor: customer(accountId), set: { changed_at: at } })
}

/** True when there was one; a change that expired unfinished counts too. */
export async function cancelOpenChange(tx: Transaction, accountId: string, at: Date, actor: Actor = customer(accountId)): Promise<boolean> {
  const open = await lockOpenChange(tx, accountId)
  return open !== undefined && (await move(tx, EMAIL_CHANGE, open, { to: 'cancelled', at, actor, set: { cancelled_at: at } })) === 'moved'
}

/**
 * Address of the mailbox when the link was mailed: before the reported change, and before every change since. All of them are undone, so
 * that a link in a mailbox in between restores nothing. Undefined when there is nothing to undo.
 */
export async function undoChanges(tx: Transaction, link: ToUndo, at: Date): Promise<string | undefined> {
  const since = await lockChangesSince(tx, link)
  await moveAll(tx, EMAIL_CHANGE, since, { to: 'undone', at, actor: customer(link.accountId), set: { undone_at: at } })
  return since[0]?.oldEmail
}
