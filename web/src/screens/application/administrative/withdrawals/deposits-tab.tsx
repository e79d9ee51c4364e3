/** Tab of deposits: pesos that wait for officers, and tokens that were not simply credited. */
import { DepositsToReview } from './deposits-to-review.tsx'
import { TokensToLookAt } from './tokens-to-look-at.tsx'

export const DepositsTab = () => (
  <>
    <DepositsToReview />
    <TokensToLookAt />
  </>
)
