/**
 * Comparison of the declared name with the name that the sources have for the document: a customer may use another person's valid document.
 */
import type { ReviewFacts } from '../../../customers/kyc/index.ts'
import { analyseName } from '../matching/analyse-name.ts'
import { compareNames } from '../matching/compare-names.ts'

/** Order, accents, particles and an omitted name do not make it another name. */
const SAME_FROM = 0.85

/** Null when there is nothing to compare. */
export function isOtherName({ personType, declared }: Pick<ReviewFacts, 'personType' | 'declared'>, found: string | null): boolean | null {
  const type = personType === 'legal' ? 'organisation' : 'person'
  const name = personType === 'legal' ? declared['legal-1']?.legalName : declared['natural-1']?.fullName
  if (found === null || !name) return null
  const [one, other] = [analyseName(name, type), analyseName(found, type)]
  if (one.words.length === 0 || other.words.length === 0) return null
  return compareNames(one, other).score < SAME_FROM
}
