/** Texts that people must really write: what can be seen of them counts. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { type Refusal, refusal } from './refusal.ts'

/** Composed, and without the space around it. */
export const tidyText = (text: string): string => text.normalize('NFC').trim()

/** White space, controls, marks on other characters, and the blanks that have a shape only in name. */
const UNSEEN = /[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu

export const visibleLength = (text: string): number => [...tidyText(text).replace(UNSEEN, '')].length

/** At least so much of it that can be seen, and at most so many letters (SEC-33, SEC-34). */
export function checkLength(
  text: string,
  { minimum, maximum }: { minimum: number; maximum: number },
  { tooShort, tooLong }: { tooShort: ErrorCode; tooLong: ErrorCode },
): Refusal | null {
  if (visibleLength(text) < minimum) return refusal(tooShort)
  return [...tidyText(text)].length > maximum ? refusal(tooLong) : null
}

const EXCERPT_LENGTH = 240
/** For the dialog of a step-up, which is small; the approval is bound to all of the text. */
export function excerpt(text: string): string {
  const letters = [...tidyText(text)]
  return letters.length > EXCERPT_LENGTH ? `${letters.slice(0, EXCERPT_LENGTH).join('')}…` : letters.join('')
}
