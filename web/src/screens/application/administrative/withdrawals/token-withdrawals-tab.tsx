/** Tab of token withdrawals: their queue, and the switch that pauses all of them. */
import { TokenSwitch } from './token-switch.tsx'
import { WithdrawalQueue } from './withdrawal-queue.tsx'

export const TokenWithdrawalsTab = () => (
  <>
    <div>
      <WithdrawalQueue rail="token" />
    </div>
    <TokenSwitch />
  </>
)
