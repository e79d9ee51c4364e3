/** Codes of the first version of each list, from seed files that name their source: lines of fields between tabs; `#` begins a comment. */
import { readFileSync } from 'node:fs'
import type { ListValues, SetName } from '@tunjo/contract/configuration-catalogue'

const FILES: Readonly<Partial<Record<SetName, readonly string[]>>> = { risk: ['activities.tsv', 'jurisdictions.tsv'] }

export function firstLists(set: SetName): ListValues {
  const lists: Record<string, string[]> = {}
  for (const file of FILES[set] ?? []) {
    for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
      const [list, code] = line.split('\t')
      if (line.startsWith('#') || !list || !code) continue
      lists[list] = [...(lists[list] ?? []), code]
    }
  }
  return lists
}
