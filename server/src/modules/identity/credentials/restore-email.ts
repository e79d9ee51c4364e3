/** Puts back the address to which a link was mailed: the one who opens it must not have the reset sent to a thief's mailbox. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { Transaction } from '../../../platform/database.ts'
import { type AccountRow, findAccountByEmail, releaseEmail, updateEmail, updateState } from '../account-store.ts'
import { undoChanges } from './email-change-store.ts'

export interface MailedLink {
  /** The change that the mail told of, if it told of one. */
  changeId: string | null
  mailedAt: Date
}

/** The address that can reset the password now. Null when somebody else has the old one: then only we can open the account. */
export async function restoreEmail(
  tx: Transaction,
  account: Pick<AccountRow, 'id' | 'email'>,
  link: MailedLink,
  now: Date,
): Promise<string | null> {
  const oldEmail = await undoChanges(tx, { accountId: account.id, ...link }, now)
  if (!oldEmail || oldEmail === account.email) return account.email
  await releaseEmail(tx, oldEmail)
  if (await findAccountByEmail(tx, oldEmail)) {
    await updateState(tx, account.id, { state: ACCOUNT_STATE.suspended, now })
    return null
  }
  await updateEmail(tx, account.id, oldEmail)
  return oldEmail
}
