/** Registration of a person (ID-01). Only the mail discloses whether the e-mail has an account: answer, work and time are the same. */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { newId, sha256 } from '../../../../platform/database/ids.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { type AccountRow, findAccountByEmail, insertAccount, type NewAccountRow } from '../core/account-store.ts'
import { beginAccount } from '../core/accounts/move-account.ts'
import { updatePendingPassword } from '../core/activation-store.ts'
import { versionsInForce } from '../core/consent/read-consents.ts'
import type { IdentityContext } from '../core/context.ts'
import { mailActivation, mailAlreadyRegistered, recordSignUp } from '../core/mail-links.ts'
import { hashPassword, isCommonPassword } from '../core/passwords.ts'
import { MAIL_ALLOWANCE, MAIL_NETWORK_ALLOWANCE } from '../core/rate-limits.ts'
import { checkPassword, normalizeEmail } from '../core/rules.ts'

export interface SignUp {
  email: string
  password: string
  termsAccepted: boolean
  ip: string
  /** Key of the browser's device cookie; null when it has none. */
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
  const known = await insertOrFind(tx, { id, email, passwordHash, createdAt: now })
  const isNew = known === undefined
  if (isNew) await beginAccount(tx, id, { at: now })
  const accountId = known?.id ?? id
  const { 'terms-and-conditions': termsVersion, 'data-policy': dataPolicyVersion } = versionsInForce(context)
  const consent = { termsVersion, dataPolicyVersion, acceptedAt: now, ip }
  const facts = { email, accountId, passwordHash, ...consent }
  if (isNew) await outbox.emit(tx, 'identity.account_created', { accountId })
  // Without an account: a typed e-mail proves no ownership, and must not cause an alert about its owner.
  const arrival = { place: 'sign_up', accountId: null, emails: [email], ips: [ip] } as const
  const isBlocked = (await entry.recordHits(tx, arrival)).length > 0
  // A listed browser blocks no person (`recordListedDevice`); the resulting account is checked when it signs in.
  if (deviceKey) await entry.recordHits(tx, { ...arrival, emails: [], ips: [], devices: [sha256(deviceKey)] })
  if (known?.activatedAt || isBlocked) {
    // This token is mailed to no address, since a blocked person gets no mail. A sign-in with this password must get the same answer as for
    // an e-mail without an account.
    await recordSignUp(context, tx, facts)
    return isBlocked ? undefined : mailAlreadyRegistered(context, tx, { id: accountId, email })
  }
  if (!isNew) await updatePendingPassword(tx, accountId, passwordHash)
  await mailActivation(context, tx, facts)
}

const INSERT_TRIES = 3

/**
 * Account that has the address; undefined when it was free, and now belongs to this account. An account that had it, and was closed or
 * moved to another address before it was read, left it free.
 */
async function insertOrFind(
  tx: Transaction,
  person: Pick<NewAccountRow, 'id' | 'email' | 'passwordHash' | 'createdAt'>,
): Promise<AccountRow | undefined> {
  const account: NewAccountRow = {
    ...person,
    authorities: ['ROLE_USER'],
    state: ACCOUNT_STATE.unverified,
    langKey: 'es',
    activatedAt: null,
  }
  for (let tries = 0; tries < INSERT_TRIES; tries++) {
    if (await insertAccount(tx, account)) return undefined
    const known = await findAccountByEmail(tx, person.email)
    if (known) return known
  }
  return refuse('server.busy')
}
