/** Format-independent facts of a list entry, a person or a company. */
import type { Chunks } from '../../../../platform/files/file-text.ts'
import type { ListedParty } from '../matching/screen.ts'

/** Source of a name that is not a separate field: the field held several names, or the list calls the name weak. */
export interface NameSource {
  readonly name: string
  /** The complete field, as in the list. */
  readonly source: string
  /** `low`: the list itself marks the name as weak for identification. */
  readonly quality: 'good' | 'low'
}

export interface ListEntry extends ListedParty {
  /** Missing in entries from earlier versions. */
  readonly nameSources?: readonly NameSource[]
  /** Reason of the listing: programme, charge. */
  readonly reason: string
  /** Office of a politically exposed person: role, entity, and end (ISO date). */
  readonly office: { readonly role: string; readonly entity: string; readonly until: string | null } | null
}

/** An entry with the line on which it begins. */
export interface ReadEntry {
  readonly line: number
  readonly entry: ListEntry
}
export type ListReader = (chunks: Chunks) => AsyncGenerator<ReadEntry>
