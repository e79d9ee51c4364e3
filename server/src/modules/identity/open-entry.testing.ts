/** An entry that keeps nobody out, for tests of something else. */
import type { EntryCheck } from './core/entry-check.ts'

export const OPEN_ENTRY: EntryCheck = { isBarred: async () => false, recordHits: async () => [] }
