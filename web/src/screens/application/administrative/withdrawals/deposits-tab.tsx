/** Tab of deposits: pesos that wait for officers, tokens that the chain took back or that came from listed addresses, and tokens that were not simply credited. */
import { useAccount } from '../../../../session.ts'
import { DepositsToReview } from './deposits-to-review.tsx'
import { DisputedDeposits } from './disputed-deposits.tsx'
import { ListedDeposits } from './listed-deposits.tsx'
import { TokensToLookAt } from './tokens-to-look-at.tsx'

export function DepositsTab() {
  // Who is on a list is not for everybody who sees payments.
  const maySeeLists = useAccount()?.permissions.includes('screening.read') ?? false
  return (
    <>
      <DepositsToReview />
      <DisputedDeposits />
      {maySeeLists && <ListedDeposits />}
      <TokensToLookAt />
    </>
  )
}
