/** Similarity of two names of people, from 0 to 1, and whether the matching part is distinctive. */
import { analyseName } from './analyse-name.ts'
import { compareNames } from './compare-names.ts'

/** Bits below which a name is too common to be distinctive (docs/decisions/0022). */
const TELLING_BITS = 20

export interface NameLikeness {
  readonly score: number
  readonly isTelling: boolean
}

export function nameLikeness(one: string, other: string): NameLikeness {
  const { score, agreed } = compareNames(analyseName(one, 'person'), analyseName(other, 'person'))
  return { score, isTelling: agreed >= TELLING_BITS }
}
