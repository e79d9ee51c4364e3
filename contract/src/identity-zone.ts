/**
 * Machine-readable zone (MRZ) of an identity document (ICAO 9303): three lines of 30 (TD1: cards) or two of 44 (TD3: passports). Shared,
 * so that the device accepts exactly what the server accepts: a zone is trusted only when every check digit is right.
 *
 * The number that Colombians know, the NUIP, is not the document number of their card: the field of that name has the number of the
 * plastic, and the second optional field has the NUIP. No official text defines it; public readers of real cards agree
 * (github Eitol/colombian_cedula_mrz_reader). How cards for foreigners use these fields is not published, so their number is not read.
 */
import { parse } from 'mrz'

export interface ZoneReading {
  readonly format: 'TD1' | 'TD3'
  /** Lines of the document, with confused letters and digits corrected. */
  readonly lines: readonly string[]
  /** Null when the zone does not state it. */
  readonly documentType: 'CC' | 'PA' | null
  /** Document number as the person knows it; null when the field that has it is uncertain. */
  readonly number: string | null
  /** The field of that name, whatever its meaning. */
  readonly documentNumber: string
  /** ISO 3166-1 alpha-3, or an ICAO extension. */
  readonly issuer: string
  readonly nationality: string
  /** Capitals without accents. Not covered by a check digit. */
  readonly surnames: string
  readonly names: string
  /** True when the names reach the end of the line, so they may be truncated. */
  readonly isNameCut: boolean
  readonly sex: 'F' | 'M' | ''
  /** `1990-05-17` */
  readonly birthDate: string
  readonly expiryDate: string
}

type Place = readonly [line: number, from: number, to: number]
interface Layout {
  readonly format: ZoneReading['format']
  readonly lines: number
  readonly length: number
  readonly digits: readonly Place[]
  readonly letters: readonly Place[]
  readonly documentNumber: Place
  /** Fields that contain only digits in Colombian documents. */
  readonly colombianDigits: readonly Place[]
  readonly names: Place
}

const LAYOUTS: readonly Layout[] = [
  {
    format: 'TD1',
    lines: 3,
    length: 30,
    digits: [
      [0, 14, 15],
      [1, 0, 7],
      [1, 8, 15],
      [1, 29, 30],
    ],
    letters: [
      [0, 0, 5],
      [1, 7, 8],
      [1, 15, 18],
      [2, 0, 30],
    ],
    documentNumber: [0, 5, 14],
    colombianDigits: [
      [0, 5, 30],
      [1, 18, 29],
    ],
    names: [2, 0, 30],
  },
  {
    format: 'TD3',
    lines: 2,
    length: 44,
    digits: [
      [1, 9, 10],
      [1, 13, 20],
      [1, 21, 28],
      [1, 42, 44],
    ],
    letters: [
      [0, 0, 44],
      [1, 10, 13],
      [1, 20, 21],
    ],
    documentNumber: [1, 0, 9],
    // Two letters, then digits; in the personal number too.
    colombianDigits: [
      [1, 2, 9],
      [1, 30, 42],
    ],
    names: [0, 5, 44],
  },
]

/** Digit by confusable letter. */
const DIGIT_FOR: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
}
const LETTER_FOR: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 2: 'Z', 4: 'A', 5: 'S', 6: 'G', 7: 'T', 8: 'B' }
const NUIP = /^[1-9]\d{5,9}$/

/**
 * Read a zone.
 *
 * @param today `2026-11-21`: resolves the century of a two-digit year. Returns null when the lines are no zone or a check digit is wrong.
 */
export function readZone(lines: readonly string[], today: string): ZoneReading | null {
  const layout = LAYOUTS.find(({ length, lines: count }) => lines.length === count && lines.every((line) => line.length === length))
  if (!layout || !lines.every((line) => /^[A-Z0-9<]+$/.test(line))) return null
  const typed = corrected(corrected(lines, layout.digits, DIGIT_FOR), layout.letters, LETTER_FOR)
  for (const candidate of candidatesOf(typed, layout)) {
    const reading = readingOf(candidate, layout, today)
    if (reading) return reading
  }
  return null
}

/** Possible readings of fields with letters and digits. The check digit selects the right one. */
function candidatesOf(typed: readonly string[], layout: Layout): (readonly string[])[] {
  const isColombian = typed[0]?.slice(2, 5) === 'COL'
  return [
    ...(isColombian ? [corrected(typed, layout.colombianDigits, DIGIT_FOR)] : []),
    typed,
    corrected(typed, [layout.documentNumber], { O: '0' }),
    corrected(typed, [layout.documentNumber], { 0: 'O' }),
  ]
}

function corrected(lines: readonly string[], places: readonly Place[], by: Readonly<Record<string, string>>): readonly string[] {
  return lines.map((line, index) =>
    places
      .filter(([of]) => of === index)
      .reduce(
        (text, [, from, to]) => text.slice(0, from) + text.slice(from, to).replace(/./g, (one) => by[one] ?? one) + text.slice(to),
        line,
      ),
  )
}

const CHECKED = [
  'documentCode',
  'issuingState',
  'documentNumber',
  'documentNumberCheckDigit',
  'nationality',
  'birthDate',
  'birthDateCheckDigit',
  'expirationDate',
  'expirationDateCheckDigit',
  'compositeCheckDigit',
] as const

function readingOf(lines: readonly string[], { format, names }: Layout, today: string): ZoneReading | null {
  const { fields } = parse(lines)
  if (CHECKED.some((name) => typeof fields[name] !== 'string')) return null
  const text = (name: keyof typeof fields) => fields[name] ?? ''
  const birthDate = dayOf(text('birthDate'), today)
  const expiryDate = dayOf(text('expirationDate'), `${Number(today.slice(0, 4)) + VALID_YEARS_MAX}-12-31`)
  if (!birthDate || !expiryDate) return null
  const nameLine = (lines[names[0]] ?? '').slice(names[1])
  const [surnames = '', given = ''] = nameLine.split('<<').map(spaced)
  const [issuer, nationality, documentNumber] = [text('issuingState'), text('nationality'), text('documentNumber')]
  const nuip = text('optional2')
  const isCedula = format === 'TD1' && text('documentCode').startsWith('I') && issuer === 'COL' && nationality === 'COL' && NUIP.test(nuip)
  const isPassport = format === 'TD3' && text('documentCode').startsWith('P')
  return {
    format,
    lines,
    documentType: isCedula ? 'CC' : isPassport ? 'PA' : null,
    number: isCedula ? nuip : isPassport ? documentNumber : null,
    documentNumber,
    issuer,
    nationality,
    surnames,
    names: given,
    isNameCut: !nameLine.endsWith('<'),
    sex: text('sex') === 'male' ? 'M' : text('sex') === 'female' ? 'F' : '',
    birthDate,
    expiryDate,
  }
}

const spaced = (text: string): string => text.replace(/</g, ' ').trim()

/** Longer than any document's validity. */
const VALID_YEARS_MAX = 20

/** `900517` → `1990-05-17`, in the latest century in which it is not after `latest`. */
function dayOf(text: string, latest: string): string | null {
  const century = Number(latest.slice(0, 2))
  const rest = `${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  const day = `${century}${rest}` > latest ? `${century - 1}${rest}` : `${century}${rest}`
  const time = Date.parse(day)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day
}
