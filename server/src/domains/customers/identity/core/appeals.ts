/**
 * Appeal link, with which a customer whose account is suspended or frozen writes to us about it without a session. It is in mails only,
 * opens nothing but that conversation, and works while the account stays shut (SEC-78).
 */
import { APPEAL_PATH } from '@tunjo/contract/credentials'
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { historyOf } from '../../../../platform/state-machine/index.ts'
import type { NoticeRequest } from '../../../reference/notifications/index.ts'
import { type AccountRow, findAccount, lockAccount } from './account-store.ts'
import { ACCOUNT_STATES } from './accounts/states.ts'
import type { IdentityContext } from './context.ts'
import { findLink, issueLink } from './links.ts'
import { guessBuckets } from './rate-limits.ts'
import { APPEAL_LINK_LIFE_MS } from './rules.ts'
import type { Appeals } from './types.ts'

/** Customers only: officers settle such a case within the team, and read here the messages of customers. */
export async function mayAppeal(connection: Connection, { id, state, frozenAt, activatedAt, authorities }: AccountRow): Promise<boolean> {
  if (authorities.includes('ROLE_ADMIN') || activatedAt === null) return false
  if (state === ACCOUNT_STATE.suspended) return !(await isAddressDisputed(connection, id))
  return state !== ACCOUNT_STATE.closed && frozenAt !== null
}

/**
 * True when the product itself suspended the account: an attacker changed the address and it could not be restored, so its mailbox proves
 * nothing.
 */
async function isAddressDisputed(connection: Connection, id: string): Promise<boolean> {
  const last = (await historyOf(connection, ACCOUNT_STATES, id)).findLast(({ to }) => to === 'suspended')
  return last?.actor === 'system'
}

type LinkContext = Pick<IdentityContext, 'settings' | 'clock'>
export async function issueAppealLink({ settings, clock }: LinkContext, tx: Transaction, accountId: string): Promise<string> {
  const token = await issueLink(tx, { purpose: 'appeal', accountId, lifeMs: APPEAL_LINK_LIFE_MS }, clock.now())
  return `${settings.publicUrl}${APPEAL_PATH}/${token}`
}

/**
 * Mail about a shut account, with any preference: a person without access does not see the bell. With the link, for customers who may
 * appeal.
 */
export async function notifyShutAccount(
  context: LinkContext & Pick<IdentityContext, 'notifications'>,
  tx: Transaction,
  { accountId, ...notice }: NoticeFacts & Pick<NoticeRequest, 'accountId'>,
): Promise<void> {
  const account = await lockAccount(tx, accountId, 'update')
  if (!account) return
  const link = (await mayAppeal(tx, account)) ? { appealUrl: await issueAppealLink(context, tx, accountId) } : {}
  await context.notifications.notify(tx, { ...notice, accountId, mailTo: account.email, ...link })
}

export function createAppeals(context: LinkContext & Pick<IdentityContext, 'db' | 'rateLimit'>): Appeals {
  const { db, clock, rateLimit } = context
  const appellant = async (connection: Connection, token: string): Promise<string | null> => {
    const link = await findLink(connection, token, 'appeal', clock.now())
    if (!link) return null
    const account = connection.isTransaction
      ? await lockAccount(connection, link.accountId, 'share')
      : await findAccount(connection, link.accountId)
    return account && (await mayAppeal(connection, account)) ? account.id : null
  }
  return {
    open(token, ip) {
      const buckets = guessBuckets('appeal', { account: null, knownDevice: null, ip })
      return rateLimit.attempt(buckets, 'identity.too_many_attempts', async (tries) => {
        const accountId = (await appellant(db, token)) ?? refuse('identity.appeal_expired')
        await tries.uncount()
        return accountId
      })
    },
    async check(tx, token) {
      if ((await appellant(tx, token)) === null) refuse('identity.appeal_expired')
    },
    async linkFor(tx, accountId) {
      const account = await lockAccount(tx, accountId, 'share')
      return account && (await mayAppeal(tx, account)) ? issueAppealLink(context, tx, accountId) : null
    },
  }
}
