/**
 * Activation page of the sign-up mail (ID-01): once, within a day. The link proves the mailbox and the password proves the person who
 * signed up: an outsider who signs up with another person's e-mail must not choose the password of the account that its owner activates.
 * The owner of the mailbox without the password chooses another one and accepts the terms themselves: an outsider's acceptance is not
 * binding for the owner.
 */
import { inTransaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { findAccount } from '../core/account-store.ts'
import { type ActivationRow, activateAccount, findOpenActivation, useActivation } from '../core/activation-store.ts'
import { isPersonBlocked } from '../core/blocklist-check.ts'
import { versionsInForce } from '../core/consent/read-consents.ts'
import type { IdentityContext } from '../core/context.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../core/passwords.ts'
import { guessBuckets } from '../core/rate-limits.ts'
import { checkPassword, normalizeEmail } from '../core/rules.ts'
import { openSession, type SignedIn, type SignInContext } from '../core/sessions/open-session.ts'

interface LinkSignIn extends Omit<SignInContext, 'accountId' | 'passwordProvedAt' | 'bySecondFactor'> {
  token: string
  password: string
}

export async function activate(context: IdentityContext, { token, password, ...attempt }: LinkSignIn): Promise<SignedIn> {
  const passwordProvedAt = context.clock.now()
  const activation = await tryLink(context, { token, ip: attempt.ip, asked: 'password' }, async ({ passwordHash }) => {
    if (!(await verifyPassword(passwordHash, password))) refuse('identity.activation_password_wrong')
  })
  await makeActive(context, activation)
  return openSession(context, { ...attempt, accountId: activation.accountId, passwordProvedAt })
}

export interface NewPassword extends LinkSignIn {
  email: string
  termsAccepted: boolean
}

export async function activateWithNewPassword(
  context: IdentityContext,
  { token, email: typed, password, termsAccepted, ...attempt }: NewPassword,
): Promise<SignedIn> {
  const activation = await tryLink(context, { token, ip: attempt.ip, asked: 'email' }, async ({ email }) => {
    if (normalizeEmail(typed) !== email) refuse('identity.activation_email_wrong')
  })
  // The link stays valid for another try with a better password.
  refuseIf(checkPassword(password, activation.email, isCommonPassword))
  if (!termsAccepted) refuse('identity.terms_not_accepted')
  const passwordProvedAt = context.clock.now()
  const { 'terms-and-conditions': termsVersion, 'data-policy': dataPolicyVersion } = versionsInForce(context)
  const consent = { termsVersion, dataPolicyVersion, acceptedAt: passwordProvedAt, ip: attempt.ip }
  await makeActive(context, { ...activation, ...consent, passwordHash: await hashPassword(password) })
  return openSession(context, { ...attempt, accountId: activation.accountId, passwordProvedAt })
}

type OpenActivation = ActivationRow & { email: string }

/** Guesses of passwords do not use up the tries of a person who then chooses another one. */
async function tryLink(
  context: IdentityContext,
  { token, ip, asked }: { token: string; ip: string; asked: 'password' | 'email' },
  check: (activation: OpenActivation) => Promise<void>,
): Promise<OpenActivation> {
  const { db, clock, rateLimit } = context
  const activation = await findOpenActivation(db, sha256(token), clock.now())
  const account = activation && (await findAccount(db, activation.accountId))
  const buckets = guessBuckets(`activation-${asked}`, { account: activation?.accountId ?? null, knownDevice: null, ip })
  return rateLimit.attempt(buckets, 'identity.too_many_attempts', async (tries) => {
    if (!activation || !account || (await isPersonBlocked(context, account, ip))) refuse('identity.activation_expired')
    await check(activation)
    await tries.uncount()
    return activation
  })
}

async function makeActive({ db, clock }: IdentityContext, activation: ActivationRow): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const isFirst = (await useActivation(tx, activation.tokenHash, now)) && (await activateAccount(tx, activation, now))
    if (!isFirst) refuse('identity.activation_expired')
  })
}
