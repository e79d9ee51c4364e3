/** Subject of a figure about a faulty row of the ledger. */
import type { FaultyRow } from '../ledger/index.ts'

export const subjectOf = ({ table, id }: FaultyRow): string => `${table} ${id}`
