/** Shared types of conversations: their matter and their status. */
import type { ConversationState, Topic } from '@tunjo/contract/conversations'

export interface Matter {
  readonly accountId: string
  readonly topic: Topic
  /** The movement; empty where a customer has one conversation of the topic. */
  readonly subject: string
}
export interface ConversationRow extends Matter {
  readonly id: string
  readonly state: ConversationState
  readonly openedAt: Date
  readonly lastAt: Date
  readonly matterDueAt: Date | null
  readonly answerDueAt: Date | null
  readonly unansweredSince: Date | null
  readonly asks: boolean
}
/** Mutable fields in addition to the state. */
export interface ConversationStatus {
  readonly lastAt: Date
  readonly matterDueAt: Date | null
  readonly answerDueAt: Date | null
  readonly unansweredSince: Date | null
  readonly asks: boolean
}
