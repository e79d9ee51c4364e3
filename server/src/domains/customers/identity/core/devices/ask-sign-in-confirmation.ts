/** Unfamiliar sign-in: it continues, and the person is asked by mail to confirm or deny it (ID-05). */
import { CONFIRM_LOCATION_PATH, DENY_LOCATION_PATH } from '@tunjo/contract/devices'
import type { Transaction } from '../../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../../platform/time/format-date.ts'
import type { AccountRow } from '../account-store.ts'
import type { IdentityContext } from '../context.ts'
import { issueLink } from '../links.ts'
import type { NewSignIn } from '../sessions/sign-in-history.ts'
import { startCooldown } from '../withdrawal-cooldown.ts'
import { CONFIRM_LINK_LIFE_MS, DENY_LINK_LIFE_MS } from './rules.ts'

export const HISTORY_PATH = '/application/login-report'

export async function askSignInConfirmation(
  context: IdentityContext,
  tx: Transaction,
  { id: accountId, email }: Pick<AccountRow, 'id' | 'email'>,
  { signIn, isHeld }: { signIn: NewSignIn; isHeld: boolean },
): Promise<void> {
  const { settings, notifications, outbox } = context
  const { id: signInId, at, origin } = signIn
  const hold = isHeld ? await startCooldown(context, tx, { accountId, reason: 'new_device', now: at }) : null
  const link = { accountId, subjectId: signInId }
  const confirm = await issueLink(tx, { ...link, purpose: 'confirm_location', lifeMs: CONFIRM_LINK_LIFE_MS }, at)
  const deny = await issueLink(tx, { ...link, purpose: 'deny_location', lifeMs: DENY_LINK_LIFE_MS }, at)
  const { ip, place, browser, system } = origin
  const values = { when: formatDateTime(at), place: place.label, ip, device: `${browser} · ${system}` }
  await notifications.sendMail(tx, {
    to: email,
    accountId,
    template: 'identity.unfamiliar_sign_in',
    values: {
      ...values,
      heldUntil: hold && formatDateTime(hold.until),
      confirmUrl: `${settings.publicUrl}${CONFIRM_LOCATION_PATH}/${confirm}`,
      confirmMinutes: CONFIRM_LINK_LIFE_MS / 60_000,
      denyUrl: `${settings.publicUrl}${DENY_LOCATION_PATH}/${deny}`,
      denyHours: DENY_LINK_LIFE_MS / 3_600_000,
    },
  })
  await notifications.notify(tx, { accountId, kind: 'identity.new_sign_in', values, url: HISTORY_PATH })
  await outbox.emit(tx, 'identity.unfamiliar_sign_in', { accountId, signInId, ip, country: place.country })
}
