/** Comparison of a proof of residence with the declared data, check by check (ADM-07); the same comparison raises alert 19. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { PersonReview, ReviewCheck } from '@tunjo/contract/compliance-review'
import { formatDay } from '../../../../platform/time/format-date.ts'
import type { KeptProof, ReviewFacts } from '../../../customers/kyc/index.ts'
import { compareProof, proofAgrees } from '../../screening/index.ts'
import type { Lists } from './information.ts'

const { addressPercent, namePercent, ageDays } = ALERT_RULES.RESPALDO_DIRECCION.numbers
/** Bounds of the rule's first version: later changes by officers affect alerts only. */
const BOUNDS = { addressPercent: BigInt(addressPercent.first), namePercent: BigInt(namePercent.first), ageDays: ageDays.first }

type Residence = NonNullable<PersonReview['residence']>
export function residenceOf({ declared }: Pick<ReviewFacts, 'declared'>, lists: Lists): Residence | null {
  const [self, home] = [declared['natural-1'], declared['natural-2']]
  if (!self || !home) return null
  const cityID = home.cityID ?? null
  return { fullName: self.fullName, homeAddress: home.homeAddress, cityID, city: cityName(lists, cityID, home.outsideCity ?? '') }
}

/** Empty while the proof was not read, or its declaration no longer exists. */
export function proofChecks(facts: Pick<ReviewFacts, 'declared' | 'items'>, proof: KeptProof | null, lists: Lists): ReviewCheck[] {
  const residence = residenceOf(facts, lists)
  const sentAt = facts.items.find(({ id }) => id === proof?.itemId)?.sentAt
  if (!proof || !residence || !sentAt) return []
  const { fullName, homeAddress, cityID, city } = residence
  const agrees = proofAgrees(compareProof(proof, { fullName, homeAddress, cityId: cityID, city, sentOn: bogotaDay(sentAt) }), BOUNDS)
  const check = (name: ReviewCheck['name'], declared: string, read: string, isSame: boolean): ReviewCheck => ({
    form: 'natural-2',
    name,
    declared,
    read,
    source: 'officer',
    result: isSame ? 'agree' : 'differs',
  })
  const holder = proof.relation === '' ? proof.holderName : `${proof.holderName} (${proof.relation})`
  return [
    check('proofName', fullName, holder, agrees.name),
    check('proofAddress', homeAddress, proof.address, agrees.address),
    check('proofCity', city, cityName(lists, proof.cityId, proof.city), agrees.city),
    check('proofAge', '', formatDay(proof.issuedOn), agrees.age),
  ]
}

const cityName = (lists: Lists, id: number | null, city: string): string => (id === null ? city : (lists.city(id)?.name ?? city))
