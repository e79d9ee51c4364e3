/** What a list says of one person or company, whatever its format. */
import type { Chunks } from '../../../platform/file-text.ts'
import type { ListedParty } from '../matching/screen.ts'

/** Where a name of an entry comes from, when that is not a field of its own: several names stood in one field, or the list calls it weak. */
export interface NameSource {
  readonly name: string
  /** The whole field, as the list has it. */
  readonly source: string
  /** `low`: the list itself says that it identifies the person badly. */
  readonly quality: 'good' | 'low'
}

export interface ListEntry extends ListedParty {
  /** Missing in entries from before. */
  readonly nameSources?: readonly NameSource[]
  /** Why it is listed: programme, charge. */
  readonly reason: string
  /** Of a politically exposed person: what they are, where, and until when (ISO date). */
  readonly office: { readonly role: string; readonly entity: string; readonly until: string | null } | null
}

/** With the line on which it begins. */
export interface ReadEntry {
  readonly line: number
  readonly entry: ListEntry
}
export type ListReader = (chunks: Chunks) => AsyncGenerator<ReadEntry>
