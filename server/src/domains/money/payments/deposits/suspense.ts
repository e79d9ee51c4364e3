/** Suspense account: received money that is not assigned to a customer yet. */
import { systemAccount } from '../../ledger/index.ts'

/** Suspense account of deposits in review: received pesos that a customer cannot use yet. */
export const depositsInReview = systemAccount('deposits_in_review', 'COP')
