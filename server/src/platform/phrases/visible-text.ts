/** Required texts of people: only visible characters count. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { type Refusal, refusal } from '../http/refusal.ts'

/** Composed (NFC), without surrounding space. */
export const tidyText = (text: string): string => text.normalize('NFC').trim()

/** White space, controls, marks on other characters, and the blanks that only their name describes as letters. */
const UNSEEN = /[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu

export const visibleLength = (text: string): number => [...tidyText(text).replace(UNSEEN, '')].length

/** Checks the least number of visible characters, and the most letters (SEC-33, SEC-34). */
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
