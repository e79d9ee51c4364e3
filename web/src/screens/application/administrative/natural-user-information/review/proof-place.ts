/** The city of a proof of residence as an officer chooses it: the declared one, another of the list, or one outside Colombia. */
import type { PersonReview } from '@tunjo/contract/compliance-review'

type Residence = NonNullable<PersonReview['residence']>
export interface Place {
  readonly kind: 'declared' | 'listed' | 'abroad'
  readonly departmentId: number
  readonly cityId: number
  readonly city: string
}

/** Of what was read before; nothing is taken for granted on a proof that nobody read. */
export function placeOf(proof: PersonReview['proof'], residence: Pick<Residence, 'cityID' | 'city'>): Place {
  const empty = { departmentId: 0, cityId: 0, city: '' }
  if (!proof) return { kind: 'listed', ...empty }
  const isDeclared =
    proof.cityID === undefined ? residence.cityID === null && proof.city === residence.city : proof.cityID === residence.cityID
  if (isDeclared) return { kind: 'declared', ...empty }
  // Of another one of the list the department is not known: it is chosen again.
  return proof.cityID === undefined ? { kind: 'abroad', ...empty, city: proof.city ?? '' } : { kind: 'listed', ...empty }
}

export const isPlaceMissing = ({ kind, cityId, city }: Place): boolean =>
  kind === 'listed' ? cityId === 0 : kind === 'abroad' && city.trim() === ''

export function placeBody(
  { kind, cityId, city }: Place,
  residence: Pick<Residence, 'cityID' | 'city'>,
): { cityID?: number; city?: string } {
  if (kind === 'listed') return { cityID: cityId }
  if (kind === 'abroad') return { city: city.trim() }
  return residence.cityID === null ? { city: residence.city } : { cityID: residence.cityID }
}
