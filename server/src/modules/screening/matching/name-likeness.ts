/** How alike two names of people are, from 0 to 1, and whether what agrees says who they are. */
import { analyseName } from './analyse-name.ts'
import { compareNames } from './compare-names.ts'

/** Bits: what half of all people are called tells nobody apart (docs/decisions/0022). */
const TELLING_BITS = 20

export interface NameLikeness {
  readonly score: number
  readonly isTelling: boolean
}

export function nameLikeness(one: string, other: string): NameLikeness {
  const { score, agreed } = compareNames(analyseName(one, 'person'), analyseName(other, 'person'))
  return { score, isTelling: agreed >= TELLING_BITS }
}
