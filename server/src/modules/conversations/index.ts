/**
 * What compliance and a customer write to each other about what was held, declined or is under review (ADM-17). Schema `conversations`.
 *
 * Invariants: one conversation of a person for each matter, opened by what happened and never by its cause, so that a cause that may not be
 * told is not told by a clock or a silence either (Ley 526 de 1999); what was said is never changed, and goes with the key of the person's
 * files; a message that is sent again is the same message; officers' notes are elsewhere; nobody answers themselves; a conversation whose
 * customer waits is not closed. Emits `conversations.message_added`.
 */
export { createConversations } from './create-conversations.ts'
