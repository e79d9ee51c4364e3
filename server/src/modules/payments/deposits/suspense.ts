/** Suspense account: money that arrived and is nobody's yet. */
import { systemAccount } from '../../ledger/index.ts'

/** Suspense account of deposits in review: pesos that came and are not a customer's to use yet. */
export const depositsInReview = systemAccount('deposits_in_review', 'COP')
