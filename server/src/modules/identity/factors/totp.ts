/** The authenticator app as a factor: begun, confirmed by its first code, used. */
import type { Transaction } from '../../../platform/database.ts'
import { inTransaction } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import { findAccount, lockAccount } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { TOTP_PENDING_LIFE_MS } from '../rules.ts'
import { factorAdded } from './factor-change.ts'
import { confirmPendingTotp, findTotp, markTotpStepUsed, writePendingTotp } from './factor-store.ts'
import { tryFactor } from './factor-tries.ts'
import { codesForFirstFactor } from './recovery-codes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp-code.ts'

const purposeOf = (accountId: string) => `totp:${accountId}`

export async function beginTotp(context: IdentityContext, accountId: string): Promise<{ secret: string; uri: string }> {
  const { db, secrets, clock } = context
  const account = await findAccount(db, accountId)
  if (!account) refuse('identity.session_expired')
  const secret = newTotpSecret()
  const sealed = secrets.seal(purposeOf(accountId), Buffer.from(secret))
  if (!(await writePendingTotp(db, accountId, sealed, clock.now()))) refuse('identity.totp_already_on')
  return { secret, uri: totpUri(secret, account.email) }
}

/** Answers new recovery codes, or null when the person has some. */
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
      const step = stepOfCode(openSecret(context, accountId, row.sealedSecret), code, now)
      if (step === null) refuse('identity.second_factor_wrong')
      const recoveryCodes = await codesForFirstFactor(context, tx, accountId)
      await confirmPendingTotp(tx, accountId, step, now)
      await factorAdded(context, tx, { caller, account, kind: 'identity.totp_added', undoes: accountId })
      return recoveryCodes
    })
    context.sessions.forget(caller.sessionId)
    await tries.giveBack()
    return codes
  })
}

export async function useTotp(context: IdentityContext, tx: Transaction, accountId: string, code: string): Promise<boolean> {
  const row = await findTotp(tx, accountId)
  if (!row?.confirmedAt) return false
  const step = stepOfCode(openSecret(context, accountId, row.sealedSecret), code, context.clock.now())
  return step !== null && markTotpStepUsed(tx, accountId, step)
}

const openSecret = ({ secrets }: IdentityContext, accountId: string, sealed: string): string =>
  secrets.open(purposeOf(accountId), sealed).toString()
