/** Entry check that blocks no person, for tests of other features. */
import type { EntryCheck } from './core/entry-check.ts'

export const OPEN_ENTRY: EntryCheck = { isBlocked: async () => false, recordHits: async () => [] }
