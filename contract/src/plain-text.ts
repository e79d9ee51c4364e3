/**
 * Plain text input, without invisible characters or characters that reverse the order of letters (Unicode TR 36, TR 39).
 * Such text is displayed differently from its stored form: an alias that resembles another, a name that a reviewer sees backwards.
 */
import * as z from 'zod'

/** Controls, bidirectional marks, zero widths, tags, soft hyphens, lone surrogates, private and unassigned characters, and blanks in disguise. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Emoji: two invisible characters are part of a sequence, as joiner and as variation selector. */
const EMOJI =
  /[\p{Extended_Pictographic}](?:\p{Emoji_Modifier}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)*/gu

/** True when the text has invisible characters; in one line a line break counts too. */
export const hasInvisible = (text: string): boolean => UNSEEN.test(text.replace(EMOJI, ''))
export const hasUnseenInLines = (text: string): boolean => hasInvisible(text.replace(/[\n\t]/g, ' '))
/** Drop invisible characters from a draft, which is checked only when submitted: emoji parts and line breaks stay. */
export const withoutInvisible = (text: string): string => text.replace(SEEN_OR_NOT, (found) => (isUnseenAlone(found) ? '' : found))
const SEEN_OR_NOT = new RegExp(`${EMOJI.source}|${UNSEEN.source}`, 'gu')
const isUnseenAlone = (text: string): boolean => UNSEEN.test(text) && !PICTURE.test(text) && !/[\n\t]/.test(text)
const PICTURE = /\p{Extended_Pictographic}/u

/** Normalise to one form for each character, and white space to single spaces. Line breaks stay, to be refused. */
export const tidyLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\p{Zs}]+/gu, ' ')
    .trim()

export const tidyLines = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\p{Zs}]+/gu, ' ')
    .trim()

interface Length {
  readonly minimum?: number
  readonly maximum: number
}
const UNSEEN_REFUSED = { error: 'request.text_unseen' }

/** Single line: a name, an alias, an address. */
export const plainLine = ({ minimum = 1, maximum }: Length) =>
  z
    .string()
    .overwrite(tidyLine)
    .min(minimum)
    .max(maximum)
    .refine((text) => !hasInvisible(text), UNSEEN_REFUSED)

/** Several lines: a description, a reason. */
export const plainLines = ({ minimum = 1, maximum }: Length) =>
  z
    .string()
    .overwrite(tidyLines)
    .min(minimum)
    .max(maximum)
    .refine((text) => !hasUnseenInLines(text), UNSEEN_REFUSED)

/** Key for visually confusable texts: ignores case, accents, spaces, and full-width and other forms of a letter. */
export const confusableKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s\p{C}]/gu, '')
    .toLocaleLowerCase('es-CO')
