/** New recovery codes in place of the old ones, for a person with a factor. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { countFactors, findOwnFactors } from '../core/factors/factor-store.ts'
import { writeRecoveryCodes } from '../core/factors/recovery-codes.ts'
import { factorsChanged } from './factor-change.ts'

export async function renewRecoveryCodes(context: IdentityContext, caller: Caller): Promise<string[]> {
  return inTransaction(context.db, async (tx) => {
    const account = await lockAccount(tx, caller.accountId, 'update')
    if (!account || countFactors(await findOwnFactors(tx, caller.accountId)) === 0) refuse('identity.factor_not_found')
    const codes = await writeRecoveryCodes(context, tx, caller.accountId)
    await factorsChanged(context, tx, { caller, account, kind: 'identity.recovery_codes_made' })
    return codes
  })
}
