/** Dependencies of closings: the ledger and our own seals, and no outside service. */
import type { ReconciliationContext } from '../context.ts'

export type ClosingContext = Pick<ReconciliationContext, 'clock' | 'db' | 'ledger' | 'log' | 'seals' | 'secrets'>
