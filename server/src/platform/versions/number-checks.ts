/** Validation of the numbers of a version: each known number and no other, within its bounds, and none above its upper one. */
import { type NumberValues, type NumberWords, textOfNumber, type VersionedNumber } from '@tunjo/contract/versioned-numbers'

export type NumberProblem =
  | { readonly what: 'unknown' }
  | { readonly what: 'out_of_bounds'; readonly params: { readonly number: string; readonly minimum: string; readonly maximum: string } }
  | { readonly what: 'contradict'; readonly params: { readonly lower: string; readonly upper: string } }

export function problemOfNumbers({ numbers: known, ordered = [] }: NumberWords, numbers: NumberValues): NumberProblem | null {
  if (Object.keys(numbers).length !== Object.keys(known).length) return { what: 'unknown' }
  for (const [key, number] of Object.entries(known)) {
    const value = numbers[key]
    if (value === undefined) return { what: 'unknown' }
    if (Number(value) < number.minimum || Number(value) > number.maximum) return { what: 'out_of_bounds', params: boundsOf(number) }
  }
  for (const [low, high] of ordered) {
    const [lower, upper] = [known[low], known[high]]
    if (lower && upper && Number(numbers[low]) > Number(numbers[high]))
      return { what: 'contradict', params: { lower: lower.es, upper: upper.es } }
  }
  return null
}

function boundsOf({ es, unit, minimum, maximum }: VersionedNumber) {
  const text = (value: number) => textOfNumber(unit, String(value), 'es')
  return { number: es, minimum: text(minimum), maximum: text(maximum) }
}
