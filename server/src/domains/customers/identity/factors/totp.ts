/** Authenticator app as a factor: enrolment, confirmed by its first code. */
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { findAccount, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { confirmPendingTotp, findTotp, writePendingTotp } from '../core/factors/factor-store.ts'
import { tryFactor } from '../core/factors/factor-tries.ts'
import { codesForFirstFactor } from '../core/factors/recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from '../core/factors/totp-code.ts'
import { openTotpSecret, sealTotpSecret } from '../core/factors/use-totp.ts'
import { TOTP_PENDING_LIFE_MS } from '../core/rules.ts'
import { factorAdded } from './factor-change.ts'

export async function beginTotp(context: IdentityContext, accountId: string): Promise<{ secret: string; uri: string }> {
  const { db, clock } = context
  const account = await findAccount(db, accountId)
  if (!account) refuse('identity.session_expired')
  const secret = newTotpSecret()
  const sealed = sealTotpSecret(context, accountId, secret)
  if (!(await writePendingTotp(db, accountId, sealed, clock.now()))) refuse('identity.totp_already_on')
  return { secret, uri: totpUri(secret, account.email) }
}

/** Returns new recovery codes, or null when the person has some. */
export async function confirmTotp(
  context: IdentityContext,
  caller: Caller,
  code: string,
  deviceKey: string | null,
): Promise<string[] | null> {
  const { db, clock } = context
  const { accountId } = caller
  return tryFactor(context, { accountId, deviceKey, ip: null }, async (tries) => {
    const codes = await inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId, 'update')
      if (!account) refuse('identity.session_expired')
      const now = clock.now()
      const row = await findTotp(tx, accountId)
      if (!row || row.confirmedAt || now.getTime() - row.begunAt.getTime() > TOTP_PENDING_LIFE_MS) refuse('identity.totp_not_begun')
      const step = stepOfCode(openTotpSecret(context, accountId, row.sealedSecret), code, now)
      if (step === null) refuse('identity.second_factor_wrong')
      const recoveryCodes = await codesForFirstFactor(context, tx, accountId)
      await confirmPendingTotp(tx, accountId, step, now)
      await factorAdded(context, tx, { caller, account, kind: 'identity.totp_added', undoes: accountId })
      return recoveryCodes
    })
    context.sessions.invalidate(caller.sessionId)
    await tries.uncount()
    return codes
  })
}
