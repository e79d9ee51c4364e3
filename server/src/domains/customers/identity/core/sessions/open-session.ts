/** Opens a session for a proven person. Every flow ends here: password, second factor, passkey. */
import { inTransaction, type Transaction } from '../../../../../platform/database/database.ts'
import { newId, sha256 } from '../../../../../platform/database/ids.ts'
import { refuse } from '../../../../../platform/http/refusal.ts'
import { type AccountRow, findAccount, lockAccount } from '../account-store.ts'
import { isPersonBlocked, recordListedDevice, refuseEntry } from '../blocklist-check.ts'
import type { IdentityContext } from '../context.ts'
import { askSignInConfirmation } from '../devices/ask-sign-in-confirmation.ts'
import { newDeviceKey } from '../devices/device-cookie.ts'
import { findDevice, gatherFacts, updateSeen } from '../devices/device-store.ts'
import { beginDevice } from '../devices/move-device.ts'
import { judgeSignIn } from '../devices/rules.ts'
import { countFactors, findOwnFactors } from '../factors/factor-store.ts'
import { cancelRemovalOnProof } from '../removal/cancel-removal-on-proof.ts'
import { ABSOLUTE_LIFE_MS } from '../rules.ts'
import { checkMayEnter, isProofOld } from './may-enter.ts'
import { newRefreshToken } from './refresh-token.ts'
import { endSession, insertRefreshToken, insertSession } from './session-store.ts'
import { insertSignIn, type NewSignIn, type Origin, originOf, recordingRefusal } from './sign-in-history.ts'

export interface SignInContext {
  accountId: string
  ip: string
  userAgent: string
  /** Key of the browser's device cookie; null when it has none. */
  deviceKey: string | null
  /** The former session of the same browser; it ends (R6). */
  replacedSessionId: string | null
  /** Start of the sign-in by password. Without it, no password was asked. */
  passwordProvedAt?: Date
  /** Proved by more than the password. */
  bySecondFactor?: true
}
export interface SignedIn {
  accountId: string
  sessionId: string
  refreshToken: string
  /** For the browser's cookie. */
  deviceKey: string
}

export async function openSession(context: IdentityContext, attempt: SignInContext): Promise<SignedIn> {
  const { accountId, ip, userAgent, replacedSessionId } = attempt
  const account = await findAccount(context.db, accountId)
  if (account && (await isPersonBlocked(context, account, ip))) await recordingRefusal(context, attempt, async () => refuseEntry(attempt))
  const origin = await originOf(ip, userAgent)
  const signedIn = { accountId, sessionId: newId(), refreshToken: newRefreshToken(), deviceKey: attempt.deviceKey ?? newDeviceKey() }
  await recordingRefusal(context, attempt, () => inTransaction(context.db, (tx) => open(context, tx, attempt, signedIn, origin)))
  if (replacedSessionId) context.sessions.invalidate(replacedSessionId)
  return signedIn
}

async function open(context: IdentityContext, tx: Transaction, attempt: SignInContext, signedIn: SignedIn, origin: Origin): Promise<void> {
  const { accountId, ip, userAgent, replacedSessionId } = attempt
  const { sessionId, refreshToken, deviceKey } = signedIn
  const at = context.clock.now()
  const account = await lockAccountToEnter(tx, attempt)
  if (attempt.bySecondFactor) await cancelRemovalOnProof(context, tx, account)
  const keyHash = sha256(deviceKey)
  const { deviceId, isDeviceKnown, isUnfamiliar, isHeld } = await recognizeDevice(tx, accountId, keyHash, origin, at)
  await recordListedDevice(context, tx, account, keyHash)
  if (replacedSessionId) await endSession(tx, replacedSessionId, 'replaced', at)
  const expiresAt = new Date(at.getTime() + ABSOLUTE_LIFE_MS)
  const secondFactorAt = attempt.bySecondFactor ? at : null
  await insertSession(tx, { id: sessionId, accountId, ip, userAgent, createdAt: at, expiresAt, secondFactorAt })
  await insertRefreshToken(tx, sha256(refreshToken), sessionId)
  const signIn: NewSignIn = { id: newId(), accountId, at, origin, result: 'entered', sessionId, deviceId, vouched: isDeviceKnown }
  await insertSignIn(tx, signIn)
  if (isUnfamiliar) await askSignInConfirmation(context, tx, account, { signIn, isHeld })
  await context.outbox.emit(tx, 'identity.signed_in', { accountId, sessionId })
}

/** Waits for a concurrent denial, freeze or closing, and for the other of two concurrent first sign-ins. */
async function lockAccountToEnter(tx: Transaction, { accountId, passwordProvedAt, bySecondFactor }: SignInContext): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId, 'update')
  if (!account) refuse('identity.wrong_credentials')
  checkMayEnter(account)
  // A factor that was added since the password was checked: the sign-in begins again.
  if (!bySecondFactor && countFactors(await findOwnFactors(tx, accountId)) > 0) refuse('identity.second_factor_expired')
  if (isProofOld(account, passwordProvedAt)) refuse(bySecondFactor ? 'identity.second_factor_expired' : 'identity.wrong_credentials')
  return account
}

/** Recognises or records the device; a blocked one is refused. */
async function recognizeDevice(tx: Transaction, accountId: string, keyHash: string, origin: Origin, at: Date) {
  const device = await findDevice(tx, accountId, keyHash)
  const verdict = judgeSignIn({ ...(await gatherFacts(tx, accountId, origin)), deviceState: device?.state ?? null })
  if (verdict === 'blocked') refuse('identity.device_blocked')
  const deviceId = device?.id ?? newId()
  if (device) await updateSeen(tx, deviceId, origin, at)
  else await beginDevice(tx, { id: deviceId, accountId, keyHash, origin, at }, { isKnown: verdict.isDeviceKnown })
  return { deviceId, ...verdict }
}
