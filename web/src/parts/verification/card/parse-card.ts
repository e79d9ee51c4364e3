/**
 * Barcode record on the back of the yellow cédula: fixed positions in about 530 bytes of Latin 1, empty ones filled with NUL.
 * No official document defines it; the positions are those that public readers agree on (packagist eitol/colombian-cedula-reader), and
 * the record is trusted only when number, surname, sex and birth date are all well-formed.
 */
export interface Card {
  /** Without leading zeros. */
  readonly number: string
  /** Names, then surnames, as on the card: capitals, no accents. */
  readonly fullName: string
  readonly surnames: string
  readonly names: string
  readonly sex: 'F' | 'M'
  /** `1990-05-17` */
  readonly birthDate: string
  /** `O+`; empty when missing. */
  readonly bloodType: string
}

const MARK = 'PubDSK_1'
const MARK_AT = 24
const PLACES = {
  number: [48, 58],
  surname: [58, 81],
  secondSurname: [81, 104],
  name: [104, 127],
  secondName: [127, 150],
  sex: [151, 152],
  birthDate: [152, 160],
  bloodType: [166, 169],
} as const

/** Null when the bytes are no such record. */
export function parseCard(bytes: Uint8Array): Card | null {
  const text = new TextDecoder('latin1').decode(bytes)
  const mark = text.indexOf(MARK)
  // In some cards, and with readers that drop NULs, the record is shifted by one position.
  const begins = mark === -1 ? [0, 1, -1] : [mark - MARK_AT]
  for (const begin of begins) {
    const card = readAt(text, begin)
    if (card) return card
  }
  return null
}

function readAt(text: string, begin: number): Card | null {
  const place = (name: keyof typeof PLACES) => {
    const [from, to] = PLACES[name]
    return text
      .slice(Math.max(0, begin + from), Math.max(0, begin + to))
      .replace(/\0+/g, ' ')
      .trim()
  }
  const number = place('number')
  const surnames = joined(place('surname'), place('secondSurname'))
  const names = joined(place('name'), place('secondName'))
  const sex = place('sex')
  const birthDate = place('birthDate').replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const isName = (words: string) => /^\p{Lu}[\p{Lu}' .-]*$/u.test(words)
  if (!/^\d{10}$/.test(number) || !isName(surnames) || !isName(names)) return null
  if ((sex !== 'F' && sex !== 'M') || !isDay(birthDate)) return null
  const blood = place('bloodType')
  const bloodType = /^(?:AB|A|B|O)[+-]/.exec(blood)?.[0] ?? ''
  return { number: number.replace(/^0+/, ''), fullName: joined(names, surnames), surnames, names, sex, birthDate, bloodType }
}

const joined = (...words: string[]): string => words.filter((word) => word !== '').join(' ')

function isDay(text: string): boolean {
  const time = Date.parse(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}
