/** What a list says of one person or company, whatever its format. */
import type { Chunks } from '../../../platform/file-text.ts'
import type { ListedParty } from '../matching/screen.ts'

export interface ListEntry extends ListedParty {
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
