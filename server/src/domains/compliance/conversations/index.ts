/**
 * Messages between compliance and a customer about held operations, declined documents, reviews, and a suspended or frozen account
 * (ADM-17). Schema `conversations`.
 *
 * Invariants: one conversation of a customer for each matter, opened by the event and never by its cause, so that neither a deadline nor a
 * silence discloses a confidential cause (Ley 526 de 1999); messages are immutable, and are erased with the key of the customer's files; a
 * repeated message is the same message; officers' notes are in another module; no officer answers themselves; a conversation whose customer
 * waits is not closed; the link of a mail opens only the recipient's conversation about the suspended or frozen account. Emits
 * `conversations.message_added`.
 */
export { createConversations } from './create-conversations.ts'
export { answerHours } from './rules.ts'
