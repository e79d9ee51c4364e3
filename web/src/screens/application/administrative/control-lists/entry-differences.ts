/** Differences of a list entry between versions: added and removed values, field by field. */
import type { EntryChange } from '@tunjo/contract/screening'

type Facts = NonNullable<EntryChange['before']>
export const ENTRY_FIELDS = ['names', 'identifiers', 'birthYears', 'countries', 'gender', 'office', 'reason'] as const
export type EntryField = (typeof ENTRY_FIELDS)[number]
export interface EntryDifference {
  readonly field: EntryField
  readonly came: readonly string[]
  readonly left: readonly string[]
}

/** For a new entry every value was added, for a removed one every value was removed. */
export function entryDifferences({ before, after }: Pick<EntryChange, 'before' | 'after'>): EntryDifference[] {
  return ENTRY_FIELDS.map((field): EntryDifference => {
    const [old, now] = [valuesOf(before, field), valuesOf(after, field)]
    return { field, came: now.filter((value) => !old.includes(value)), left: old.filter((value) => !now.includes(value)) }
  }).filter(({ came, left }) => came.length > 0 || left.length > 0)
}

function valuesOf(facts: Facts | null, field: EntryField): readonly string[] {
  const value = facts?.[field] ?? null
  if (value === null || value === '') return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
