/**
 * Conversations from events about a customer's matters: opened when an operation or document is held, declined or under review, with the
 * disclosable reason and a deadline; ended with the matter. Each event has its effect once, for any number of deliveries.
 */
import { inTransaction } from '../../../platform/database/database.ts'
import { amountText } from '../../reference/notifications/index.ts'
import { NOTHING } from './content.ts'
import type { ConversationsContext } from './context.ts'
import { endConversationsOf } from './conversation-end.ts'
import { reportMatter } from './report-matter.ts'

const HELD = 'IN_REVIEW'
/** Matters that were open before this module existed are not followed. */
const FROM_NOW = { from: 'now' } as const

export function followMatters(context: ConversationsContext): void {
  followVerification(context)
  followPesos(context)
  followTokens(context)
  context.outbox.on(
    'risk.permission_changed',
    'conversations',
    ({ accountId }, eventId) => followPermission(context, accountId, eventId),
    FROM_NOW,
  )
  context.outbox.on('identity.account_closed', 'conversations', ({ accountId }) => endConversationsOf(context, accountId), FROM_NOW)
}

function followVerification(context: ConversationsContext): void {
  const { kyc, outbox } = context
  const isPending = async (accountId: string) => (await kyc.listReviewItems(accountId)).some(({ state }) => state === 'pending')
  const matterOf = (accountId: string) => ({ accountId, topic: 'verification', subject: '' }) as const
  outbox.on(
    'kyc.form_sent',
    'conversations',
    async ({ accountId }, eventId) => {
      // Decided meanwhile, so no decision is awaited.
      if (!(await isPending(accountId))) return
      await reportMatter(context, matterOf(accountId), { step: 'waits', kind: 'review_begun', content: NOTHING, eventId })
    },
    FROM_NOW,
  )
  outbox.on(
    'kyc.documents_reviewed',
    'conversations',
    async ({ accountId, outcome }, eventId) => {
      if (outcome !== 'declined') return
      const declined = (await kyc.listReviewItems(accountId)).filter(({ state }) => state === 'declined')
      if (declined.length === 0) return
      const reason = [...new Set(declined.flatMap(({ description }) => description ?? []))].join('\n')
      await reportMatter(context, matterOf(accountId), { step: 'asks', kind: 'declined', content: { ...NOTHING, reason }, eventId })
    },
    FROM_NOW,
  )
  const over = async (accountId: string, eventId: string) => {
    // The next form may be under review already.
    if (!(await isPending(accountId)))
      await reportMatter(context, matterOf(accountId), { step: 'over', kind: 'resolved', content: NOTHING, eventId })
  }
  outbox.on('kyc.renewal_accepted', 'conversations', ({ accountId }, eventId) => over(accountId, eventId), FROM_NOW)
  outbox.on(
    'kyc.level_changed',
    'conversations',
    async ({ accountId }, eventId) => {
      await over(accountId, eventId)
      await followPermission(context, accountId, eventId)
    },
    FROM_NOW,
  )
}

/**
 * The matter was decided before this event was consumed: the event of its end was consumed already, and would not end a new conversation.
 */
const isDecided = (later: readonly { readonly state: string }[]): boolean => later.some(({ state }) => state !== HELD)

function followPesos(context: ConversationsContext): void {
  const { outbox } = context
  outbox.on(
    'payments.deposit_held',
    'conversations',
    async ({ accountId, depositId, amount, reason = null }, eventId) => {
      if (isDecided(await outbox.later(eventId, 'payments.deposit_updated', { depositId }))) return
      const content = { ...NOTHING, reason, amount: amountText('COP', amount) }
      const matter = { accountId, topic: 'deposit', subject: `payments:${depositId}` } as const
      await reportMatter(context, matter, { step: 'waits', kind: 'held', content, eventId })
    },
    FROM_NOW,
  )
  outbox.on(
    'payments.deposit_updated',
    'conversations',
    async ({ accountId, depositId, state }, eventId) => {
      const matter = { accountId, topic: 'deposit', subject: `payments:${depositId}` } as const
      if (state !== HELD) await reportMatter(context, matter, { step: 'over', kind: 'resolved', content: NOTHING, eventId })
    },
    FROM_NOW,
  )
  outbox.on(
    'payments.withdrawal_in_review',
    'conversations',
    async ({ accountId, withdrawalId, amount }, eventId) => {
      if (isDecided(await outbox.later(eventId, 'payments.withdrawal_updated', { withdrawalId }))) return
      const content = { ...NOTHING, amount: amountText('COP', amount) }
      const matter = { accountId, topic: 'withdrawal', subject: `payments:${withdrawalId}` } as const
      await reportMatter(context, matter, { step: 'waits', kind: 'held', content, eventId })
    },
    FROM_NOW,
  )
  outbox.on(
    'payments.withdrawal_updated',
    'conversations',
    async ({ accountId, withdrawalId, state }, eventId) => {
      const matter = { accountId, topic: 'withdrawal', subject: `payments:${withdrawalId}` } as const
      if (state !== HELD) await reportMatter(context, matter, { step: 'over', kind: 'resolved', content: NOTHING, eventId })
    },
    FROM_NOW,
  )
}

/** Their events contain no amount; the page links to the movement. There is no other notice about them. */
function followTokens(context: ConversationsContext): void {
  const { outbox } = context
  const follow = (
    topic: 'deposit' | 'withdrawal',
    { accountId, id, state }: { accountId: string; id: string; state: string },
    eventId: string,
  ) => {
    const matter = { accountId, topic, subject: `crypto:${id}` }
    const step = state === HELD ? ({ step: 'waits', kind: 'held', isNews: true } as const) : ({ step: 'over', kind: 'resolved' } as const)
    return reportMatter(context, matter, { ...step, content: NOTHING, eventId })
  }
  outbox.on(
    'crypto.deposit_updated',
    'conversations',
    async ({ depositId: id, ...event }, eventId) => {
      if (event.state === HELD && isDecided(await outbox.later(eventId, 'crypto.deposit_updated', { depositId: id }))) return
      await follow('deposit', { ...event, id }, eventId)
    },
    FROM_NOW,
  )
  outbox.on(
    'crypto.withdrawal_updated',
    'conversations',
    async ({ withdrawalId: id, ...event }, eventId) => {
      if (event.state === HELD && isDecided(await outbox.later(eventId, 'crypto.withdrawal_updated', { withdrawalId: id }))) return
      await follow('withdrawal', { ...event, id }, eventId)
    },
    FROM_NOW,
  )
}

/**
 * A customer who could move money and no longer can, by the current state. The text and the deadline are the same for every cause, also for
 * a sanctions list.
 */
async function followPermission(context: ConversationsContext, accountId: string, eventId: string): Promise<void> {
  const { db, kyc, risk } = context
  const matter = { accountId, topic: 'account', subject: '' } as const
  const isPaused = await inTransaction(db, async (tx) => {
    const person = await kyc.person(accountId, tx)
    return person !== null && person.verifiedLevel > 0 && !(await risk.mayTransact(tx, accountId))
  })
  if (isPaused) await reportMatter(context, matter, { step: 'waits', kind: 'paused', content: NOTHING, eventId })
  else await reportMatter(context, matter, { step: 'over', kind: 'resolved', content: NOTHING, eventId })
}
