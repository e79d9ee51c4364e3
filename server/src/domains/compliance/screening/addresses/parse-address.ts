/**
 * Parser of Colombian addresses. It separates street, cross street, plate and quadrant; numbered units after the plate (tower, flat); named
 * parts (quarter, building); and words without a known role. The order of the parts does not matter.
 */
import { LONE_LETTERS, NAMED, ORDINALS, QUADRANTS, STREETS, UNITS } from './address-words.ts'
import { type AddressWord, readWords } from './read-words.ts'

export interface AddressNumber {
  readonly number: string
  /** `7 A Bis`: distinguishes the street from its neighbours. */
  readonly suffix: readonly string[]
}
export interface Street {
  readonly kind: string
  /** Name of an avenue that has no number. */
  readonly name: readonly string[]
  /** As many as are given: the number of the street when it has no name, that of the cross street, and the plate. */
  readonly numbers: readonly AddressNumber[]
  readonly quadrants: readonly string[]
}
/** One numbered or named part: `ap 501`, `br chapinero`. */
export interface AddressPart {
  readonly kind: string
  readonly value: readonly string[]
}
export interface ParsedAddress {
  readonly street: Street | null
  readonly parts: readonly AddressPart[]
  readonly rest: readonly string[]
}

const NUMBERS_MAX = 3

export function parseAddress(address: string): ParsedAddress {
  const words = readWords(address)
  const start = streetStart(words)
  const street = start === null ? null : readStreet(words, start)
  const before = start === null ? words : words.slice(0, start)
  const [first, second] = [readParts(before), readParts(street ? words.slice(street.end) : [])]
  const quadrants = [first, second].flatMap((read) => read.quadrants)
  return {
    street: street && { ...street.street, quadrants: sorted([...new Set([...street.street.quadrants, ...quadrants])]) },
    parts: [...first.parts, ...second.parts].sort(byPlace),
    rest: sorted([...first.rest, ...second.rest, ...(street ? [] : quadrants)]),
  }
}

/** Index of the first street word that is followed by its number, else of the first street word. */
function streetStart(words: readonly AddressWord[]): number | null {
  const starts = words.flatMap((_word, at) => (isStreet(words, at) ? [at] : []))
  return starts.find((at) => isNumber(words[afterKind(words, at)])) ?? starts[0] ?? null
}
function isStreet(words: readonly AddressWord[], at: number): boolean {
  const word = words[at]
  if (word?.kind !== 'word' || !STREETS.has(word.text)) return false
  if (word.text.length > 1) return true
  // A single letter may also belong to the street or the block before it.
  const before = words[at - 1]
  return words[at + 1]?.kind === 'number' && before?.kind !== 'number' && !isMarker(before?.text ?? '')
}
const isNumber = (word: AddressWord | undefined) => word?.kind === 'number' || (word?.kind === 'word' && ORDINALS.has(word.text))
/** Skip "Avenida Carrera" and "No.". */
function afterKind(words: readonly AddressWord[], at: number): number {
  const next = at + (isDouble(words, at) ? 2 : 1)
  return words[next]?.kind === 'sign' ? next + 1 : next
}
const isDouble = (words: readonly AddressWord[], at: number) =>
  STREETS.get(words[at]?.text ?? '') === 'av' && words[at + 1]?.kind === 'word' && STREETS.has(words[at + 1]?.text ?? '')

function readStreet(words: readonly AddressWord[], start: number): { street: Street; end: number } {
  const kind = STREETS.get(words[isDouble(words, start) ? start + 1 : start]?.text ?? '') ?? ''
  const reader = new StreetReader(words, afterKind(words, start), kind)
  return { street: reader.read(), end: reader.at }
}

class StreetReader {
  at: number
  private readonly words: readonly AddressWord[]
  private readonly kind: string
  private readonly name: string[] = []
  private readonly numbers: AddressNumber[] = []
  private readonly quadrants: string[] = []

  constructor(words: readonly AddressWord[], at: number, kind: string) {
    this.words = words
    this.at = at
    this.kind = kind
  }

  read(): Street {
    if (!isNumber(this.words[this.at])) this.readName()
    while (this.numbers.length < NUMBERS_MAX - (this.name.length > 0 ? 1 : 0) && this.readNumber()) this.readSuffix()
    return { kind: this.kind, name: this.name, numbers: this.numbers, quadrants: this.quadrants }
  }

  private readName(): void {
    for (let word = this.words[this.at]; word?.kind === 'word' && !isMarker(word.text); word = this.words[++this.at]) {
      const quadrant = QUADRANTS.get(word.text)
      if (quadrant && word.text.length > 1) this.quadrants.push(quadrant)
      else this.name.push(word.text)
    }
  }

  private readNumber(): boolean {
    let next = this.at
    while (this.words[next]?.kind === 'sign' || (this.words[next]?.kind === 'comma' && this.numbers.length < 2)) next++
    // Case "Calle 12 con Carrera 7-34".
    if (this.numbers.length === 1 && this.words[next]?.text === 'con') next++
    if (this.numbers.length === 1 && this.isCrossing(next)) next = afterKind(this.words, next)
    const word = this.words[next]
    if (!word || !isNumber(word)) return false
    this.numbers.push({ number: ORDINALS.get(word.text) ?? word.text, suffix: [] })
    this.at = next + 1
    return true
  }
  private isCrossing(at: number): boolean {
    const word = this.words[at]
    const kind = word?.kind === 'word' && word.text.length > 1 ? STREETS.get(word.text) : undefined
    return kind !== undefined && kind !== this.kind && isNumber(this.words[afterKind(this.words, at)])
  }

  private readSuffix(): void {
    const suffix: string[] = []
    for (let word = this.words[this.at]; word?.kind === 'word'; word = this.words[++this.at]) {
      if (this.isNumberSign(word.text)) continue
      const quadrant = this.words[this.at + 1]?.text === 'bis' ? undefined : QUADRANTS.get(word.text)
      if (quadrant) this.quadrants.push(quadrant)
      else if (this.isOwnLetter(word.text)) suffix.push(word.text)
      else break
    }
    const last = this.numbers.at(-1)
    if (last) this.numbers[this.numbers.length - 1] = { ...last, suffix }
  }
  /**
   * In "Calle 5 N 10-20" the N is the sign of the number: the sign is not repeated after a quadrant of the same letter. "Calle 5 N # 10-20"
   * is another address.
   */
  private isNumberSign(text: string): boolean {
    return text === 'n' && this.numbers.length === 1 && this.words[this.at + 1]?.kind === 'number'
  }
  private isOwnLetter(text: string): boolean {
    if (text === 'bis') return true
    // After the plate it is a tower or a house.
    const isPlate = this.numbers.length === NUMBERS_MAX - (this.name.length > 0 ? 1 : 0)
    return text.length === 1 && !(isPlate && LONE_LETTERS.has(text) && this.words[this.at + 1]?.kind === 'number')
  }
}

interface Parts {
  readonly parts: readonly AddressPart[]
  readonly rest: readonly string[]
  readonly quadrants: readonly string[]
}
function readParts(words: readonly AddressWord[]): Parts {
  const [parts, rest, quadrants]: [AddressPart[], string[], string[]] = [[], [], []]
  for (let at = 0; at < words.length; ) {
    const word = words[at] as AddressWord
    const kind = word.kind === 'word' ? kindAt(words, at) : undefined
    const quadrant = word.kind === 'word' && word.text.length > 1 ? QUADRANTS.get(word.text) : undefined
    at++
    if (kind !== undefined) {
      const value = UNITS.has(kind) ? unitValue(words, at) : namedValue(words, at)
      // A street without number and name does not identify a place.
      if (value.length > 0 || !STREETS.has(kind)) parts.push({ kind, value })
      at += value.length
    } else if (quadrant !== undefined) quadrants.push(quadrant)
    else if (word.kind === 'word' || word.kind === 'number') rest.push(word.text)
  }
  return { parts, rest, quadrants }
}

const isMarker = (text: string) => UNITS.has(text) || NAMED.has(text) || (STREETS.has(text) && text.length > 1)
function kindAt(words: readonly AddressWord[], at: number): string | undefined {
  const text = words[at]?.text ?? ''
  const letter = words[at + 1]?.kind === 'number' ? LONE_LETTERS.get(text) : undefined
  return UNITS.get(text) ?? NAMED.get(text) ?? letter ?? (text.length > 1 ? STREETS.get(text) : undefined)
}
/** Value of a unit: a number with its letter, a letter with its number, or one word. */
function unitValue(words: readonly AddressWord[], from: number): string[] {
  const [first, second] = [words[from], words[from + 1]]
  if (first?.kind === 'sign' || first === undefined || first.kind === 'comma') return []
  if (first.kind === 'number') {
    const isLetter =
      second?.kind === 'word' && second.text.length === 1 && !(LONE_LETTERS.has(second.text) && words[from + 2]?.kind === 'number')
    return isLetter ? [first.text, second.text] : [first.text]
  }
  if (isMarker(first.text)) return []
  return first.text.length === 1 && second?.kind === 'number' ? [first.text, second.text] : [first.text]
}
function namedValue(words: readonly AddressWord[], from: number): string[] {
  const value: string[] = []
  for (let at = from; at < words.length; at++) {
    const word = words[at]
    if (!word || word.kind === 'comma' || word.kind === 'sign' || (word.kind === 'word' && kindAt(words, at) !== undefined)) break
    value.push(word.text)
  }
  return value
}

const PLACES = [...new Set([...UNITS.values(), ...NAMED.values(), ...STREETS.values()])]
const byPlace = (one: AddressPart, other: AddressPart): number =>
  PLACES.indexOf(one.kind) - PLACES.indexOf(other.kind) || compareTexts(one.value.join(' '), other.value.join(' '))
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const sorted = (words: readonly string[]): string[] => [...words].sort(compareTexts)
