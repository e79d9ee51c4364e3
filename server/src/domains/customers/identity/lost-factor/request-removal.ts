/** Request of an MFA reset after a right password: a link to the mailbox, which is the second thing to prove. */
import { LOST_FACTOR_PATH } from '@tunjo/contract/mfa-reset'
import { inTransaction } from '../../../../platform/database/database.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { findAccount, lockAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { type Browser, findLoginChallenge, holderOf } from '../core/factors/login-challenge-store.ts'
import { issueLink, revokeLinks } from '../core/links.ts'
import { MAIL_ALLOWANCE, MAIL_NETWORK_ALLOWANCE } from '../core/rate-limits.ts'
import { LOGIN_CHALLENGE_LIFE_MS, LOST_FACTOR_LINK_LIFE_MS } from '../core/rules.ts'
import { isProofOld } from '../core/sessions/may-enter.ts'
import { isOfficer, mayResetMfa } from './may-reset-mfa.ts'

export async function requestRemoval(context: IdentityContext, challenge: string, browser: Browser): Promise<void> {
  const { db, clock, rateLimit, settings, notifications, lostFactorWaitMs } = context
  const held = await findLoginChallenge(db, holderOf(challenge, browser), clock.now())
  const account = held && (await findAccount(db, held.accountId))
  if (!account) refuse('identity.second_factor_expired')
  if (isOfficer(account)) refuse('identity.lost_factor_officer')
  await rateLimit.take(
    [
      { kind: 'lost-factor-network', key: networkOf(browser.ip), allowance: MAIL_NETWORK_ALLOWANCE },
      { kind: 'lost-factor', key: account.id, allowance: MAIL_ALLOWANCE },
    ],
    'identity.too_many_attempts',
  )
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const locked = await lockAccount(tx, account.id, 'update')
    const isOld = locked && isProofOld(locked, new Date(held.expiresAt.getTime() - LOGIN_CHALLENGE_LIFE_MS))
    if (!locked || isOld || !mayResetMfa(locked)) refuse('identity.second_factor_expired')
    await revokeLinks(tx, locked.id, ['lost_factor'], now)
    const token = await issueLink(tx, { purpose: 'lost_factor', accountId: locked.id, lifeMs: LOST_FACTOR_LINK_LIFE_MS }, now)
    const values = {
      url: `${settings.publicUrl}${LOST_FACTOR_PATH}/${token}`,
      minutes: LOST_FACTOR_LINK_LIFE_MS / 60_000,
      hours: lostFactorWaitMs / 3_600_000,
    }
    await notifications.sendMail(tx, { to: locked.email, accountId: locked.id, template: 'identity.lost_factor', values })
  })
}
