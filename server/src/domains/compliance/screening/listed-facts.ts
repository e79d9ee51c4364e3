/** Presentation of a list entry for officers. */
import type { ListedFacts } from '@tunjo/contract/screening'
import type * as z from 'zod'
import type { ListEntry } from './lists/types.ts'
import type { Identifier } from './matching/identifiers.ts'

export const numbersOf = ({ identifiers }: { readonly identifiers: readonly Identifier[] }): string[] =>
  identifiers.map(({ value }) => value)

export function toListedFacts(entry: ListEntry): z.output<typeof ListedFacts> {
  const { names, birthYears, countries, reason, office } = entry
  return {
    names: [...names],
    birthYears: [...birthYears],
    countries: [...countries],
    identifiers: numbersOf(entry),
    reason,
    office: office && [office.role, office.entity, office.until].filter(Boolean).join(' · '),
  }
}
