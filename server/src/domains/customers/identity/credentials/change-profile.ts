/** Language of an account. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { updateLanguage } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'

export async function changeProfile({ db, outbox }: IdentityContext, accountId: string, langKey: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await updateLanguage(tx, accountId, langKey)
    await outbox.emit(tx, 'identity.account_changed', { accountId, change: 'profile' })
  })
}
