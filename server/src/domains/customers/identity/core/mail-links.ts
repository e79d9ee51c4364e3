/** Mails whose link is the only action: the person with access to the mailbox decides. */
import { randomBytes } from 'node:crypto'
import { ACTIVATION_PATH } from '@tunjo/contract/activation'
import { RESET_PATH } from '@tunjo/contract/credentials'
import type { Transaction } from '../../../../platform/database/database.ts'
import { sha256 } from '../../../../platform/database/ids.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import type { AccountRow } from './account-store.ts'
import { type ActivationRow, insertActivation } from './activation-store.ts'
import type { IdentityContext } from './context.ts'
import { issueLink } from './links.ts'
import { ACTIVATION_LIFE_MS, RESET_LINK_LIFE_MS } from './rules.ts'

type MailContext = Pick<IdentityContext, 'settings' | 'clock' | 'notifications'>

/** Choices and consent of a sign-up, and the target of its link. */
export type SignUpFacts = Omit<ActivationRow, 'tokenHash' | 'expiresAt'> & { email: string }

/** Returns the token of its link. */
export async function recordSignUp({ clock }: Pick<MailContext, 'clock'>, tx: Transaction, { email: _, ...facts }: SignUpFacts) {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + ACTIVATION_LIFE_MS)
  await insertActivation(tx, { ...facts, tokenHash: sha256(token), expiresAt })
  return token
}

export async function mailActivation(context: MailContext, tx: Transaction, facts: SignUpFacts): Promise<void> {
  const { settings, notifications } = context
  const { email, acceptedAt, ip } = facts
  const token = await recordSignUp(context, tx, facts)
  const hours = ACTIVATION_LIFE_MS / 3_600_000
  const values = { url: `${settings.publicUrl}${ACTIVATION_PATH}/${token}`, hours, when: formatDateTime(acceptedAt), ip }
  await notifications.sendMail(tx, { to: email, accountId: facts.accountId, template: 'identity.activate', values })
}

export async function mailAlreadyRegistered(
  { settings, notifications }: MailContext,
  tx: Transaction,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
): Promise<void> {
  const values = { signInUrl: `${settings.publicUrl}/login` }
  await notifications.sendMail(tx, { to: email, accountId: id, template: 'identity.already_registered', values })
}

/** For a person who asks for a link that only an open account has. */
export async function mailClosed(
  { settings, notifications }: MailContext,
  tx: Transaction,
  { id, email }: Pick<AccountRow, 'id' | 'email'>,
) {
  const values = { signUpUrl: `${settings.publicUrl}/sign-up` }
  await notifications.sendMail(tx, { to: email, accountId: id, template: 'identity.account_closed', values })
}

export async function mailReset(context: MailContext, tx: Transaction, { id, email }: Pick<AccountRow, 'id' | 'email'>): Promise<void> {
  const { settings, clock, notifications } = context
  const token = await issueLink(tx, { purpose: 'password_reset', accountId: id, lifeMs: RESET_LINK_LIFE_MS }, clock.now())
  const values = { url: `${settings.publicUrl}${RESET_PATH}/${token}`, minutes: RESET_LINK_LIFE_MS / 60_000 }
  await notifications.sendMail(tx, { to: email, accountId: id, template: 'identity.reset_password', values })
}
