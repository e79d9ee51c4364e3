/**
 * Revokes an added factor: a freeze by the link of its mail revokes that factor. An attacker who added one could otherwise return through
 * it after the reset, or lock the owner out with it.
 */

import type { Transaction } from '../../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../../platform/time/format-date.ts'
import type { IdentityContext } from '../context.ts'
import { COOLDOWN_MS } from '../withdrawal-cooldown.ts'
import { countFactors, deleteRecoveryCodes, deleteTotpConfirmedBy, findOwnFactors } from './factor-store.ts'
import { deletePasskey } from './passkey-store.ts'

export interface DoubtedFactor {
  accountId: string
  /** As in the link: the passkey, or the account itself for its authenticator app. */
  subjectId: string
  /** Time of the mail about the factor. */
  notifiedAt: Date
}

/** No effect when the link was about something else, or the factor no longer exists. */
export async function revokeDoubtedFactor(context: IdentityContext, tx: Transaction, doubted: DoubtedFactor, mailTo: string | null) {
  const { accountId, subjectId, notifiedAt } = doubted
  const isTotp = subjectId === accountId
  const name = isTotp ? undefined : await deletePasskey(tx, accountId, subjectId)
  if (isTotp ? !(await deleteTotpConfirmedBy(tx, accountId, notifiedAt)) : name === undefined) return
  if (countFactors(await findOwnFactors(tx, accountId)) === 0) await deleteRecoveryCodes(tx, accountId)
  const now = context.clock.now()
  const values = { when: formatDateTime(now), until: formatDateTime(new Date(now.getTime() + COOLDOWN_MS)) }
  const to = mailTo === null ? { accountId } : { accountId, mailTo }
  if (name === undefined) await context.notifications.notify(tx, { ...to, kind: 'identity.totp_removed', values })
  else await context.notifications.notify(tx, { ...to, kind: 'identity.passkey_removed', values: { ...values, name } })
}
