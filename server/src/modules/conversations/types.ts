/** What the parts of conversations share: what one is about, and where it stands. */
import type { ConversationState, Topic } from '@tunjo/contract/conversations'

export interface Matter {
  readonly accountId: string
  readonly topic: Topic
  /** The movement; empty where a person has one conversation of the topic. */
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
/** What changes beside the state. */
export interface Standing {
  readonly lastAt: Date
  readonly matterDueAt: Date | null
  readonly answerDueAt: Date | null
  readonly unansweredSince: Date | null
  readonly asks: boolean
}
