/**
 * Ends an MFA reset when one of its factors is proved during the wait: the factor is not lost, and the requester may not be the account's
 * person. It also ends when the requester's mailbox is no longer the account's.
 */
import type { Transaction } from '../../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../../platform/time/format-date.ts'
import type { AccountRow } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { sendSecurityNotice } from '../security-notice.ts'
import { cancelOpenRemoval } from './removal-transitions.ts'

/** The caller holds the lock of the account. */
export async function cancelRemovalOnProof(
  context: IdentityContext,
  tx: Transaction,
  account: Pick<AccountRow, 'id' | 'email'>,
): Promise<void> {
  const now = context.clock.now()
  if (!(await cancelOpenRemoval(tx, account.id, now))) return
  await sendSecurityNotice(context, tx, { account, kind: 'identity.factor_removal_cancelled', values: { when: formatDateTime(now) } })
  await context.outbox.emit(tx, 'identity.account_changed', { accountId: account.id, change: 'factors' })
}
