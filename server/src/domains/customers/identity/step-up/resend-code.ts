/** Another code for the same approval; earlier tries still count. */
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { findAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { hashMailCode, mailCode, maskEmail, newMailCode, takeCodeMail } from './mail-code.ts'
import { replaceCode } from './step-up-store.ts'

/** Returns the masked mailbox. */
export async function resendCode(context: IdentityContext, caller: Caller, id: string): Promise<string> {
  const account = await findAccount(context.db, caller.accountId)
  if (!account || !isUuid(id)) refuse('identity.step_up_expired')
  await takeCodeMail(context.rateLimit, caller.accountId)
  const code = newMailCode()
  const now = context.clock.now()
  await inTransaction(context.db, async (tx) => {
    const description = await replaceCode(tx, { id, owner: caller, codeHash: hashMailCode(context, id, code), now })
    if (!description) refuse('identity.step_up_expired')
    await mailCode(context, tx, { account, code, description })
  })
  return maskEmail(account.email)
}
