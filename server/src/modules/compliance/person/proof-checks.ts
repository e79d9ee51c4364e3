/** What a proof of residence says beside what was declared, check by check (ADM-07); the same comparison raises alert 19. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { ReviewCheck } from '@tunjo/contract/compliance-review'
import { dayForPeople } from '../../../platform/date-for-people.ts'
import type { KeptProof, ReviewFacts } from '../../kyc/index.ts'
import { compareProof, proofAgrees } from '../../screening/index.ts'
import type { Lists } from './information.ts'

const { addressPercent, namePercent, ageDays } = ALERT_RULES.RESPALDO_DIRECCION.numbers
/** Those of the rule's first version: what officers changed since decides about alerts only. */
const BOUNDS = { addressPercent: BigInt(addressPercent.first), namePercent: BigInt(namePercent.first), ageDays: ageDays.first }

/** Nothing while the proof was not read, or its declaration is not there any more. */
export function proofChecks({ declared, items }: ReviewFacts, proof: KeptProof | null, lists: Lists): ReviewCheck[] {
  const [self, home] = [declared['natural-1'], declared['natural-2']]
  const sentAt = items.find(({ id }) => id === proof?.itemId)?.sentAt
  if (!proof || !self || !home || !sentAt) return []
  const sentOn = bogotaDay(sentAt)
  const residence = {
    fullName: self.fullName,
    homeAddress: home.homeAddress,
    cityId: home.cityID ?? null,
    city: home.outsideCity ?? '',
    sentOn,
  }
  const agrees = proofAgrees(compareProof(proof, residence), BOUNDS)
  const cityName = (id: number | null, city: string) => (id === null ? city : (lists.city(id)?.name ?? city))
  const check = (name: ReviewCheck['name'], own: string, read: string, isSame: boolean): ReviewCheck => ({
    form: 'natural-2',
    name,
    declared: own,
    read,
    source: 'officer',
    result: isSame ? 'agree' : 'differs',
  })
  const holder = proof.relation === '' ? proof.holderName : `${proof.holderName} (${proof.relation})`
  return [
    check('proofName', self.fullName, holder, agrees.name),
    check('proofAddress', home.homeAddress, proof.address, agrees.address),
    check('proofCity', cityName(residence.cityId, residence.city), cityName(proof.cityId, proof.city), agrees.city),
    check('proofAge', '', dayForPeople(proof.issuedOn), agrees.age),
  ]
}
