/** End of the open conversations of a closed account, without a message: its customer can no longer read. */
import { inTransaction } from '../../../platform/database/database.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { ConversationsContext } from './context.ts'
import { lockOpenOf } from './conversation-store.ts'
import { settle } from './conversation-transitions.ts'

const NOT_WAITING = { matterDueAt: null, answerDueAt: null, unansweredSince: null, asks: false }

export async function endConversationsOf({ db, clock }: ConversationsContext, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const row of await lockOpenOf(tx, accountId))
      await settle(tx, row, { standing: { lastAt: row.lastAt, ...NOT_WAITING }, to: 'closed', at: clock.now(), actor: SYSTEM })
  })
}
