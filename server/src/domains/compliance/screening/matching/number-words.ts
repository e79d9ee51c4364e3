/** Numbers in names of companies and armed groups, as words (English, Spanish) or digits: "Brigada Cuarenta y Cuatro", "44th Brigade". */
const list = (text: string): readonly string[] => text.split(' ')

const UNITS = [
  list('one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  list('uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve'),
]
const TENS = [
  list('twenty thirty forty fifty sixty seventy eighty ninety'),
  list('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
]
const ORDINALS = [
  list('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'),
  list('primer segundo tercer cuarto quinto sexto septimo octavo noveno decimo'),
  list('primero segunda tercero cuarta quinta sexta septima octava novena decima'),
  list('primera segunda tercera'),
]
const AMONG_TWENTIES = list('veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve')

const units = new Map(UNITS.flatMap((words) => words.map((word, at): [string, number] => [word, at + 1])))
const tens = new Map(TENS.flatMap((words) => words.map((word, at): [string, number] => [word, 10 * (at + 2)])))
tens.set('fourty', 40)
const whole = new Map([...units, ...AMONG_TWENTIES.map((word, at): [string, number] => [word, 21 + at])])
const ordinals = new Map(ORDINALS.flatMap((words) => words.map((word, at): [string, number] => [word, at + 1])))
/** Ordinals in digits: 44th, 3er, 7ma. */
export const ORDINAL = /^(\d+)(?:st|nd|rd|th|o|a|era?|[rdtvnm][ao])$/
const UNIT_MAX = 9

/** Numbers as digits, "44" for "forty-four" and "forty 4" too; an ordinal, "44th", also as one word. */
export function numbersAsDigits(words: readonly string[]): string[] {
  const out: string[] = []
  for (let at = 0; at < words.length; at++) {
    const ten = tens.get(words[at] ?? '')
    const unitAt = words[at + 1] === 'y' ? at + 2 : at + 1
    const unit = ten === undefined ? null : unitOf(words[unitAt])
    if (ten !== undefined && unit !== null) {
      out.push(`${ten + unit.value}${unit.ending}`)
      at = unitAt
    } else out.push(ten === undefined ? single(words[at] ?? '') : String(ten))
  }
  return out
}

function unitOf(word = ''): { value: number; ending: '' | 'º' } | null {
  const ordinal = ordinals.get(word)
  const value = ordinal ?? units.get(word) ?? (/^\d$/.test(word) ? Number(word) : 0)
  return value === 0 || value > UNIT_MAX ? null : { value, ending: ordinal === undefined ? '' : 'º' }
}
function single(word: string): string {
  const number = whole.get(word)
  if (number !== undefined) return String(number)
  const ordinal = ordinals.get(word) ?? ORDINAL.exec(word)?.[1]
  return ordinal === undefined ? word : `${ordinal}º`
}
