/** Machine-readable zones of invented people. */
export interface InventedCard {
  cardNumber: string
  nuip: string
  surnames: string
  names: string
  sex: string
  /** `900517` */
  birthDate: string
  expiryDate: string
  nationality?: string
}

export function cardZone({ cardNumber, nuip, surnames, names, sex, birthDate, expiryDate, nationality = 'COL' }: InventedCard): string[] {
  const upper = filled(`ICCOL${withDigit(cardNumber)}11001`, 30)
  const optional = filled(nuip, 11)
  const dates = [withDigit(birthDate), withDigit(expiryDate)]
  const overall = digitOf(upper.slice(5) + dates.join('') + optional)
  return [upper, `${dates[0]}${sex}${dates[1]}${nationality}${optional}${overall}`, nameLine('', surnames, names, 30)]
}

export interface InventedPassport {
  number: string
  surnames: string
  names: string
  sex: string
  birthDate: string
  expiryDate: string
  issuer?: string
}

export function passportZone({ number, surnames, names, sex, birthDate, expiryDate, issuer = 'COL' }: InventedPassport): string[] {
  const document = withDigit(filled(number, 9))
  const dates = [withDigit(birthDate), withDigit(expiryDate)]
  const personal = withDigit(filled('', 14))
  const overall = digitOf(document + dates.join('') + personal)
  return [nameLine(`P<${issuer}`, surnames, names, 44), `${document}${issuer}${dates[0]}${sex}${dates[1]}${personal}${overall}`]
}

const filled = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<')
const nameLine = (before: string, surnames: string, names: string, length: number): string =>
  filled(`${before}${surnames}<<${names}`.replaceAll(' ', '<'), length)
const withDigit = (text: string): string => text + digitOf(text)

/** Check digit with weights 7, 3, 1; letters count from 10, fillers zero (ICAO 9303-3 §4.9). */
function digitOf(text: string): string {
  const values = [...text].map((letter) => (letter === '<' ? 0 : Number.parseInt(letter, 36)))
  return String(values.reduce((sum, value, index) => sum + value * ([7, 3, 1][index % 3] ?? 0), 0) % 10)
}
