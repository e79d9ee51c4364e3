/** Initialisms of organisations: "ELN" and "Ejército de Liberación Nacional", "U.S." and "United States". */
import type { AnalysedName, NameWord } from './analyse-name.ts'

/** The words `from` to `to`. */
export interface Run {
  readonly from: number
  readonly to: number
}
/** Match of a run of words of one name with the word `at` of the other. */
export interface RunMatch<By> {
  readonly run: Run
  readonly at: number
  readonly value: number
  readonly by: By
  readonly weight: number
}

const INITIALS = 0.9
/** Bits of an initial, by the number of words that begin with it. */
const LETTER_BITS = 4
/** Two letters alone are weak evidence: other words must match too. */
export const TWO_LETTERS_BITS = 5
const LETTERS_MAX = 8
/** Small words, which often have no initial. */
const SMALL = new Set('and y e und et of de del la los las el the for para a to'.split(' '))

export function initialisms(long: AnalysedName, short: AnalysedName): RunMatch<'initials'>[] {
  return short.words.flatMap((word, at) => {
    if (!mayBeInitials(word)) return []
    return long.words.flatMap((_first, from) => {
      const to = endOf(word.text, long.words, from)
      const length = word.text.length
      return to === null
        ? []
        : [
            {
              run: { from, to },
              at,
              value: INITIALS,
              by: 'initials' as const,
              weight: length === 2 ? TWO_LETTERS_BITS : LETTER_BITS * length,
            },
          ]
    })
  })
}

export const mayBeInitials = ({ kind, text }: NameWord): boolean =>
  kind === 'name' && text.length >= 2 && text.length <= LETTERS_MAX && /^[a-z]+$/.test(text)

/** Index at which the words with these initials end; small words may be skipped. Null when the initials do not match. */
function endOf(initials: string, words: readonly NameWord[], from: number): number | null {
  if (words[from]?.text[0] !== initials[0]) return null
  let spelled = 0
  for (let at = from; at < words.length; at++) {
    const word = words[at]
    if (!word || word.kind === 'form' || word.kind === 'number') return null
    if (word.text[0] === initials[spelled]) spelled++
    else if (!SMALL.has(word.text)) return null
    if (spelled === initials.length) return at + 1
  }
  return null
}

/** Initials of the whole name, with and without its small words, as keys of the index. */
export function initialsOf({ type, words }: AnalysedName): readonly string[] {
  const spelled = words.filter(({ kind }) => kind === 'name' || kind === 'usual')
  if (type !== 'organisation' || spelled.length < 3) return []
  const letters = (chosen: readonly NameWord[]) => chosen.map(({ text }) => text[0] ?? '').join('')
  return [...new Set([letters(spelled), letters(spelled.filter(({ text }) => !SMALL.has(text)))])].filter(
    ({ length }) => length >= 3 && length <= LETTERS_MAX,
  )
}
