/** Tab of token withdrawals: those in review, and the switch that pauses all of them. */
import { TokenSwitch } from './token-switch.tsx'
import { TokenWithdrawalsInReview } from './tokens-in-review.tsx'

export const TokenWithdrawalsTab = () => (
  <>
    <TokenWithdrawalsInReview />
    <TokenSwitch />
  </>
)
