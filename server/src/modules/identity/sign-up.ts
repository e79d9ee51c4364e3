/**
 * Registers a person (ID-01). Whether the e-mail has an account is told by mail only: answer, work and time are the same.
 */
import { randomBytes } from 'node:crypto'
import { ACCOUNT_STATE, ACTIVATION_PATH, TERMS_VERSION } from '@tunjo/contract/identity'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { networkOf } from '../../platform/http/network.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { refuse, refuseIf } from '../../platform/refusal.ts'
import { findAccountByEmail, insertAccount, insertActivation, updatePendingPassword } from './account-store.ts'
import type { IdentityContext } from './context.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import { ACTIVATION_LIFE_MS, checkPassword, normalizeEmail, SIGN_UP_ALLOWANCE, SIGN_UP_NETWORK_ALLOWANCE } from './rules.ts'

export interface SignUp {
  email: string
  password: string
  termsAccepted: boolean
  ip: string
}

export async function signUp(context: IdentityContext, { email: typed, password, termsAccepted, ip }: SignUp): Promise<void> {
  const email = normalizeEmail(typed)
  if (!email) refuse('identity.email_invalid')
  refuseIf(checkPassword(password, email, isCommonPassword))
  if (!termsAccepted) refuse('identity.terms_not_accepted')
  await context.throttle.take(
    [
      { kind: 'sign-up-network', key: networkOf(ip), allowance: SIGN_UP_NETWORK_ALLOWANCE },
      { kind: 'sign-up', key: email, allowance: SIGN_UP_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  const passwordHash = await hashPassword(password)
  await inTransaction(context.db, (tx) => register(context, tx, { email, passwordHash, ip }))
}

async function register(context: IdentityContext, tx: Transaction, person: { email: string; passwordHash: string; ip: string }) {
  const { settings, clock, notifications, outbox } = context
  const { email, passwordHash, ip } = person
  const now = clock.now()
  const id = newId()
  const isNew = await insertAccount(tx, {
    id,
    email,
    passwordHash,
    authorities: ['ROLE_USER'],
    state: ACCOUNT_STATE.unverified,
    langKey: 'es',
    createdAt: now,
    activatedAt: null,
  })
  const known = isNew ? undefined : await findAccountByEmail(tx, email)
  if (known?.activatedAt) {
    const values = { signInUrl: `${settings.publicUrl}/login` }
    return notifications.sendMail(tx, { to: email, template: 'identity.already_registered', values })
  }
  const accountId = known?.id ?? id
  if (isNew) await outbox.emit(tx, 'identity.account_created', { accountId })
  else await updatePendingPassword(tx, accountId, passwordHash)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + ACTIVATION_LIFE_MS)
  const consent = { termsVersion: TERMS_VERSION, acceptedAt: now, ip }
  await insertActivation(tx, { tokenHash: sha256(token), accountId, passwordHash, ...consent, expiresAt })
  const values = { url: `${settings.publicUrl}${ACTIVATION_PATH}/${token}`, hours: ACTIVATION_LIFE_MS / 3_600_000 }
  await notifications.sendMail(tx, { to: email, template: 'identity.activate', values })
}
