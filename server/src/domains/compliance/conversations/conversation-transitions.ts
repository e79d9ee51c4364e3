/** Row of a conversation for its state machine. */
import type { ConversationState } from '@tunjo/contract/conversations'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, move, SYSTEM } from '../../../platform/state-machine/index.ts'
import { updateStatus } from './conversation-store.ts'
import { CONVERSATION_STATES } from './states.ts'
import type { ConversationRow, ConversationStatus } from './types.ts'

type Moved = Pick<ConversationRow, 'id' | 'state'>

const CONVERSATION: Aggregate<ConversationState, Moved> = {
  machine: CONVERSATION_STATES,
  table: 'conversation',
  columns: [],
  keyOf: ({ id }) => ({ id }),
}

export const beginConversation = (tx: Transaction, id: string, at: Date, actor: Actor = SYSTEM): Promise<void> =>
  begin(tx, CONVERSATION, { id, state: CONVERSATION_STATES.initial }, { at, actor })

interface Change {
  readonly standing: ConversationStatus
  readonly to: ConversationState
  readonly at: Date
  readonly actor: Actor
}

/** `row` is locked. In a closed conversation no customer waits, so it is opened first, and closed last. */
export async function settle(tx: Transaction, row: Moved, { standing, ...change }: Change): Promise<void> {
  if (change.to === 'open') await move(tx, CONVERSATION, row, change)
  await updateStatus(tx, row.id, standing)
  if (change.to === 'closed') await move(tx, CONVERSATION, row, change)
}
