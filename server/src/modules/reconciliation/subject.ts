/** How a figure names a row of the ledger that does not fit. */
import type { FaultyRow } from '../ledger/index.ts'

export const subjectOf = ({ table, id }: FaultyRow): string => `${table} ${id}`
