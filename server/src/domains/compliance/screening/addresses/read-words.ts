/** Tokeniser of addresses: words, numbers and signs, with the role that their neighbours suggest. */
import { foldText } from '../../../../platform/database/list-query.ts'
import { NUMBER_SIGNS, ORDINAL_ENDING } from './address-words.ts'

export interface AddressWord {
  readonly kind: 'word' | 'number' | 'sign' | 'comma'
  readonly text: string
}

/** A longer text is not an address. */
const LENGTH_MAX = 400
const PIECES = /(\p{L}+)([.°]*)|(\d+)|([#,;()\n])/gu
/** Ordinal signs: 7ª is the seventh, not 7 A. N° and Nº are kept as the number sign. */
const ORDINAL_SIGNS = /(?<=\d)[ªº°]/g
/** Suffix written directly after a number: 7A, 7ABis, 7BisB, 6AN. */
const SUFFIX = /^([a-z])?(bis)([a-z])?$|^([a-z])([nsew])$/

export function readWords(address: string): AddressWord[] {
  const plain = address.slice(0, LENGTH_MAX).replace(ORDINAL_SIGNS, ' ').replace(/[ªº]/g, '°')
  // "D.C." means the capital district, not a street.
  const text = foldText(plain.replace(/\bd\.\s*c\b/gi, 'dc'))
  return [...text.matchAll(PIECES)].flatMap((piece): AddressWord | AddressWord[] => {
    const [all, word, marks = '', number] = piece
    if (number !== undefined) return { kind: 'number', text: number.replace(/^0+(?=\d)/, '') }
    if (word === undefined) return { kind: all === '#' ? 'sign' : 'comma', text: all }
    return wordsOf(word, marks, /\d/.test(text[piece.index - 1] ?? ''))
  })
}

function wordsOf(word: string, marks: string, isWrittenOn: boolean): AddressWord[] {
  if (NUMBER_SIGNS.has(word) || (word === 'n' && (isWrittenOn ? /°/ : /./).test(marks))) return [{ kind: 'sign', text: '#' }]
  if (isWrittenOn && ORDINAL_ENDING.test(word)) return []
  const parts = isWrittenOn ? (SUFFIX.exec(word)?.slice(1).filter(Boolean) ?? [word]) : [word]
  return parts.map((text) => ({ kind: 'word', text }))
}
