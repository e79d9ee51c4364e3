/** Decisions about a message of the contact form on plain values. */
import { group } from '@tunjo/contract/amount-text'
import { CONTACT_LENGTH } from '@tunjo/contract/notifications'
import { hasInvisible, hasUnseenInLines } from '@tunjo/contract/plain-text'
import * as z from 'zod'
import { type Refusal, refusal } from '../../../../platform/http/refusal.ts'
import type { Allowance } from '../../../../platform/rate-limit/rate-limit.ts'

export interface ContactMessage {
  readonly sender: string
  readonly subject: string
  readonly message: string
}

const HOUR_MS = 60 * 60_000
/**
 * Allowance of one network for one address. Other networks have separate ones, so that an outsider cannot close the form for another
 * person's address.
 */
export const CONTACT_ALLOWANCE: Allowance = { tries: 5, windowMs: HOUR_MS }
/**
 * Allowance of mails to one address, from any network, so that it is not flooded with answers (R31). Further messages still reach support.
 */
export const CONTACT_MAIL_ALLOWANCE: Allowance = { tries: 5, windowMs: HOUR_MS }
/** Protects support's mailbox, while one person of an office or a telephone network does not close the form for the others. */
export const CONTACT_NETWORK_ALLOWANCE: Allowance = { tries: 60, windowMs: HOUR_MS }

const Email = z.email().max(CONTACT_LENGTH.sender)
/** A line break in a mail header would begin another header; no other control character belongs in one line either. */
const BREAKS_THE_LINE = /[\p{Cc}\u2028\u2029]/u

/** Trim the typed text. */
export const tidy = ({ sender, subject, message }: ContactMessage): ContactMessage => ({
  sender: trimSpaces(sender),
  subject: trimSpaces(subject).normalize('NFC'),
  // Texts copied from a word processor carry control characters that mails do not need.
  message: message
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim(),
})

/** Spaces only: a line break is refused, not removed. */
const trimSpaces = (text: string): string => text.replace(/^ +| +$/g, '')

/** Checks in the order of the form. */
export function checkContact({ sender, subject, message }: ContactMessage): Refusal | null {
  if (BREAKS_THE_LINE.test(sender) || !Email.safeParse(sender).success) return refusal('notifications.contact_sender_invalid')
  if (BREAKS_THE_LINE.test(subject) || !fits(subject, CONTACT_LENGTH.subject))
    return refusal('notifications.contact_subject_invalid', { maximum: CONTACT_LENGTH.subject })
  if (!fits(message, CONTACT_LENGTH.message))
    return refusal('notifications.contact_message_invalid', { maximum: group(String(CONTACT_LENGTH.message)) })
  return hasInvisible(subject) || hasUnseenInLines(message) ? refusal('request.text_unseen') : null
}

/** Counts characters as a person does. */
const fits = (text: string, maximum: number): boolean => text.trim() !== '' && [...text].length <= maximum
