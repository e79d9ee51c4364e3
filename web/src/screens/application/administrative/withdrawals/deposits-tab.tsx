/**
 * Tab of deposits: pesos that wait for officers, tokens dropped by a reorganisation or sent from listed addresses, and tokens that were not
 * simply credited.
 */
import { LoadingGate } from '../../../../parts/loading-gate.tsx'
import { useAccount } from '../../../../session.ts'
import { DepositsToReview } from './deposits-to-review.tsx'
import { DisputedDeposits } from './disputed-deposits.tsx'
import { ListedDeposits } from './listed-deposits.tsx'
import { UncreditedTokens } from './uncredited-tokens.tsx'
import classes from './withdrawals.module.css'

/** Approximate heights of the cards, in pixels. */
const PLACES = [240, 240, 240]

export function DepositsTab() {
  // Screening results are visible only with the permission, not to every officer who sees payments.
  const maySeeLists = useAccount()?.permissions.includes('screening.read') ?? false
  return (
    <LoadingGate heights={PLACES}>
      <div className={classes.cards}>
        <DepositsToReview />
        <DisputedDeposits />
        {maySeeLists && <ListedDeposits />}
        <UncreditedTokens />
      </div>
    </LoadingGate>
  )
}
