/** What closings need: the ledger and our own seals, and nobody outside. */
import type { ReconciliationContext } from '../context.ts'

export type ClosingContext = Pick<ReconciliationContext, 'clock' | 'db' | 'ledger' | 'log' | 'seals' | 'secrets'>
