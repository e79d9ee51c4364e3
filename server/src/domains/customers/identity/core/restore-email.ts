/** Restores the address to which a link was mailed: the reset of the person who opens it must not go to an attacker's mailbox. */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import type { Transaction } from '../../../../platform/database/database.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { type AccountRow, findAccountByEmail, lockAccount, releaseEmail, updateEmail } from './account-store.ts'
import { moveAccount } from './accounts/move-account.ts'
import type { IdentityContext } from './context.ts'
import { undoChanges } from './email-change/email-change-transitions.ts'

export interface MailedLink {
  /** The change that the mail reported, if it reported one. */
  changeId: string | null
  mailedAt: Date
}

/** Address that can reset the password now. Null when another account has the old one: then only an officer can open the account. */
export async function restoreEmail(
  { audit }: Pick<IdentityContext, 'audit'>,
  tx: Transaction,
  account: Pick<AccountRow, 'id' | 'email'>,
  link: MailedLink,
  now: Date,
): Promise<string | null> {
  const oldEmail = await undoChanges(tx, { accountId: account.id, ...link }, now)
  if (!oldEmail || oldEmail === account.email) return account.email
  await releaseEmail(tx, oldEmail)
  if (await findAccountByEmail(tx, oldEmail)) {
    const before = await suspend(tx, account.id, now)
    const actor = { kind: 'system', name: 'identity.restore_email' } as const
    const object = { type: 'account', id: account.id }
    await audit.record(tx, { actor, action: 'identity.state_changed', object, before, after: ACCOUNT_STATE.suspended })
    return null
  }
  await updateEmail(tx, account.id, oldEmail)
  return oldEmail
}

/** Returns the former state. */
async function suspend(tx: Transaction, id: string, at: Date): Promise<AccountState | null> {
  const account = await lockAccount(tx, id, 'update')
  if (!account) return null
  return (await moveAccount(tx, account, { to: ACCOUNT_STATE.suspended, at, actor: SYSTEM })) ? account.state : null
}
