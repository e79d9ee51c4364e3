/** Removal of a factor; with the last one the recovery codes are removed too. An officer keeps one. */
import { validate as isUuid } from 'uuid'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { type AccountRow, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { countFactors, deleteRecoveryCodes, deleteTotp, findOwnFactors } from '../core/factors/factor-store.ts'
import { deletePasskey } from '../core/factors/passkey-store.ts'
import { needsSecondFactor } from '../core/rules.ts'
import { factorsChanged } from './factor-change.ts'

export function removeTotp(context: IdentityContext, caller: Caller): Promise<void> {
  return remove(context, caller, async (tx, account) => {
    if (!(await deleteTotp(tx, caller.accountId))) refuse('identity.factor_not_found')
    await factorsChanged(context, tx, { caller, account, kind: 'identity.totp_removed' })
  })
}

export function removePasskey(context: IdentityContext, caller: Caller, id: string): Promise<void> {
  return remove(context, caller, async (tx, account) => {
    const name = isUuid(id) ? await deletePasskey(tx, caller.accountId, id) : undefined
    if (name === undefined) refuse('identity.factor_not_found')
    await factorsChanged(context, tx, { caller, account, kind: 'identity.passkey_removed', name })
  })
}

function remove(context: IdentityContext, { accountId }: Caller, work: (tx: Transaction, account: AccountRow) => Promise<void>) {
  return inTransaction(context.db, async (tx) => {
    // Two concurrent removals would each see the other's factor.
    const account = await lockAccount(tx, accountId, 'update')
    if (!account) refuse('identity.session_expired')
    await work(tx, account)
    if (countFactors(await findOwnFactors(tx, accountId)) > 0) return
    if (needsSecondFactor(context.settings, account)) refuse('identity.last_factor_required')
    await deleteRecoveryCodes(tx, accountId)
  })
}
