/** Common words in company names, recognised also when they are misspelt or truncated by the end of a field. */
import { editCost } from './edit-cost.ts'
import { FORM_WORDS, LONG_COMPANY_WORDS, USUAL_COMPANY_WORDS } from './name-words.ts'

const LENGTH_MIN = 6
const CUT_OFF_MIN = 4
/** Tolerance: one typing error. */
const COST_MAX = 1

const kept = new Map<string, string>()
const KEPT_MAX = 50_000

/** The word that was meant, or the word itself when it is none of them. */
export function asCompanyWord(word: string, isLast: boolean): string {
  if (word.length < CUT_OFF_MIN || FORM_WORDS.has(word) || USUAL_COMPANY_WORDS.has(word)) return word
  if (isLast) {
    const whole = LONG_COMPANY_WORDS.find((long) => long.startsWith(word))
    if (whole) return whole
  }
  if (word.length < LENGTH_MIN) return word
  const known = kept.get(word)
  if (known) return known
  const meant = LONG_COMPANY_WORDS.find((long) => Math.abs(long.length - word.length) <= 1 && editCost(word, long, COST_MAX) <= COST_MAX)
  if (kept.size < KEPT_MAX) kept.set(word, meant ?? word)
  return meant ?? word
}
