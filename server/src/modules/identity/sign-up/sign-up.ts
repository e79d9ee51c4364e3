/**
 * Registers a person (ID-01). Whether the e-mail has an account is told by mail only: answer, work and time are the same.
 */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { networkOf } from '../../../platform/http/network.ts'
import { newId, sha256 } from '../../../platform/ids.ts'
import { refuse, refuseIf } from '../../../platform/refusal.ts'
import { findAccountByEmail, insertAccount } from '../core/account-store.ts'
import { beginAccount } from '../core/accounts/move-account.ts'
import { updatePendingPassword } from '../core/activation-store.ts'
import { versionsInForce } from '../core/consent/read-consents.ts'
import type { IdentityContext } from '../core/context.ts'
import { mailActivation, mailAlreadyRegistered, noteSignUp } from '../core/mail-links.ts'
import { hashPassword, isCommonPassword } from '../core/passwords.ts'
import { MAIL_ALLOWANCE, MAIL_NETWORK_ALLOWANCE } from '../core/rate-limits.ts'
import { checkPassword, normalizeEmail } from '../core/rules.ts'

export interface SignUp {
  email: string
  password: string
  termsAccepted: boolean
  ip: string
  /** Of the browser's cookie; null when it has none. */
  deviceKey: string | null
}

export async function signUp(context: IdentityContext, { email: typed, password, termsAccepted, ip, deviceKey }: SignUp): Promise<void> {
  const email = normalizeEmail(typed)
  if (!email) refuse('identity.email_invalid')
  refuseIf(checkPassword(password, email, isCommonPassword))
  if (!termsAccepted) refuse('identity.terms_not_accepted')
  await context.rateLimit.take(
    [
      { kind: 'sign-up-network', key: networkOf(ip), allowance: MAIL_NETWORK_ALLOWANCE },
      { kind: 'sign-up', key: email, allowance: MAIL_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  const passwordHash = await hashPassword(password)
  await inTransaction(context.db, (tx) => register(context, tx, { email, passwordHash, ip, deviceKey }))
}

async function register(
  context: IdentityContext,
  tx: Transaction,
  person: { email: string; passwordHash: string } & Pick<SignUp, 'ip' | 'deviceKey'>,
) {
  const { clock, outbox, entry } = context
  const { email, passwordHash, ip, deviceKey } = person
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
  if (isNew) await beginAccount(tx, id, { at: now })
  const known = isNew ? undefined : await findAccountByEmail(tx, email)
  const accountId = known?.id ?? id
  const { 'terms-and-conditions': termsVersion, 'data-policy': dataPolicyVersion } = versionsInForce(context)
  const consent = { termsVersion, dataPolicyVersion, acceptedAt: now, ip }
  const facts = { email, accountId, passwordHash, ...consent }
  if (isNew) await outbox.emit(tx, 'identity.account_created', { accountId })
  // Nobody's: whoever types an e-mail has not shown that it is theirs, and must not pin an alert on its owner.
  const arrival = { place: 'sign_up', accountId: null, emails: [email], ips: [ip] } as const
  const isBarred = (await entry.recordHits(tx, arrival)).length > 0
  // A browser keeps nobody out (`noteDevice`); the account that comes of it is met when it enters.
  if (deviceKey) await entry.recordHits(tx, { ...arrival, emails: [], ips: [], devices: [sha256(deviceKey)] })
  if (known?.activatedAt || isBarred) {
    // Nobody gets this token, nor one who may not come in a mail. A sign-in with this password must hear what it would hear of an e-mail that had no account.
    await noteSignUp(context, tx, facts)
    return isBarred ? undefined : mailAlreadyRegistered(context, tx, email)
  }
  if (!isNew) await updatePendingPassword(tx, accountId, passwordHash)
  await mailActivation(context, tx, facts)
}
