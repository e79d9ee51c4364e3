/**
 * What compliance and a customer write to each other about what was held, declined or is under review, and about an account that is shut
 * (ADM-17). Schema `conversations`.
 *
 * Invariants: one conversation of a person for each matter, opened by what happened and never by its cause, so that a cause that may not be
 * told is not told by a clock or a silence either (Ley 526 de 1999); what was said is never changed, and goes with the key of the person's
 * files; a message that is sent again is the same message; officers' notes are elsewhere; nobody answers themselves; a conversation whose
 * customer waits is not closed; the link of a mail opens the conversation about the shut account of whoever got it, and nothing else. Emits `conversations.message_added`.
 */
export { createConversations } from './create-conversations.ts'
export { answerHours } from './rules.ts'
