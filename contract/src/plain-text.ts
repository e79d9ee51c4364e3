/**
 * Plain text: what people type, free of characters that cannot be seen or that turn the order of the letters round (Unicode TR 36, TR 39).
 * Such text reads otherwise than it is kept: an alias that looks like another, a name that a reviewer sees backwards.
 */
import * as z from 'zod'

/** Controls, bidirectional marks, zero widths, tags, soft hyphens, lone surrogates, private and unassigned characters, and blanks in disguise. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Inside a picture of several parts, and behind a sign to colour it, two of them are what makes the picture. */
const EMOJI =
  /[\p{Extended_Pictographic}](?:\p{Emoji_Modifier}|\uFE0F)?(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)*/gu

/** In one line a line break is unseen too. */
export const hasUnseen = (text: string): boolean => UNSEEN.test(text.replace(EMOJI, ''))
export const hasUnseenInLines = (text: string): boolean => hasUnseen(text.replace(/[\n\t]/g, ' '))
/** For what is kept as far as it got, and is checked where it is sent: pieces of pictures and line breaks stay. */
export const withoutUnseen = (text: string): string => text.replace(SEEN_OR_NOT, (found) => (isUnseenAlone(found) ? '' : found))
const SEEN_OR_NOT = new RegExp(`${EMOJI.source}|${UNSEEN.source}`, 'gu')
const isUnseenAlone = (text: string): boolean => UNSEEN.test(text) && !PICTURE.test(text) && !/[\n\t]/.test(text)
const PICTURE = /\p{Extended_Pictographic}/u

/** One form for each character, and white space as one presses the key. Line breaks stay, to be refused. */
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

/** A name, an alias, an address. */
export const plainLine = ({ minimum = 1, maximum }: Length) =>
  z
    .string()
    .overwrite(tidyLine)
    .min(minimum)
    .max(maximum)
    .refine((text) => !hasUnseen(text), UNSEEN_REFUSED)

/** A description, a reason: line breaks belong to it. */
export const plainLines = ({ minimum = 1, maximum }: Length) =>
  z
    .string()
    .overwrite(tidyLines)
    .min(minimum)
    .max(maximum)
    .refine((text) => !hasUnseenInLines(text), UNSEEN_REFUSED)

/** Two texts with one key look alike: case, accents and spaces do not tell them apart, nor do full-width and other forms of a letter. */
export const lookalikeKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s\p{C}]/gu, '')
    .toLocaleLowerCase('es-CO')
