/** Cards below the risk of a person: loaded separately, since the page is seldom opened for them. */
import { LazyDiligenceCard } from './due-diligence/lazy-diligence-card.tsx'
import { LegalHolds } from './holds/legal-holds.tsx'
import { RosOfPerson } from './regulatory/ros-of-person.tsx'
import { RenewalsCard } from './renewals/renewals-card.tsx'
import { TaxCard } from './tax/tax-card.tsx'

export function MoreCards({ userId }: { userId: string }) {
  return (
    <>
      <LazyDiligenceCard userId={userId} />
      <RenewalsCard userId={userId} />
      <TaxCard userId={userId} />
      <LegalHolds userId={userId} />
      <RosOfPerson userId={userId} />
    </>
  )
}
