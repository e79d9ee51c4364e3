/** Client-side validation of the contact form: the server's limits, in the order of the fields. */
import { CONTACT_LENGTH } from '@tunjo/contract/notifications'
import * as z from 'zod'
import type { ContactMessage } from '../../../api/contact.ts'

export type ContactField = keyof ContactMessage
export type ContactMistake = 'senderInvalid' | 'subjectRequired' | 'subjectLong' | 'messageRequired' | 'messageLong'

const Email = z.email().max(CONTACT_LENGTH.sender)

export function checkContact({ sender, subject, message }: ContactMessage): Partial<Record<ContactField, ContactMistake>> {
  const mistakes: Partial<Record<ContactField, ContactMistake>> = {}
  if (!Email.safeParse(sender.trim()).success) mistakes.sender = 'senderInvalid'
  if (subject.trim() === '') mistakes.subject = 'subjectRequired'
  else if (lengthOf(subject) > CONTACT_LENGTH.subject) mistakes.subject = 'subjectLong'
  if (message.trim() === '') mistakes.message = 'messageRequired'
  else if (lengthOf(message) > CONTACT_LENGTH.message) mistakes.message = 'messageLong'
  return mistakes
}

/** Counts code points, as the server does. */
const lengthOf = (text: string): number => [...text.trim()].length
