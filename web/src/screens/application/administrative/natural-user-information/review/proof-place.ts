/** City of a proof of residence as an officer selects it: the declared one, another of the list, or one outside Colombia. */
import type { PersonReview } from '@tunjo/contract/compliance-review'

type Residence = NonNullable<PersonReview['residence']>
export interface Place {
  readonly kind: 'declared' | 'listed' | 'abroad'
  readonly departmentId: number
  readonly cityId: number
  readonly city: string
}

/** Initial place from the last reading; empty for a proof that was not read yet. */
export function placeOf(proof: PersonReview['proof'], residence: Pick<Residence, 'cityID' | 'city'>): Place {
  const empty = { departmentId: 0, cityId: 0, city: '' }
  if (!proof) return { kind: 'listed', ...empty }
  const isDeclared =
    proof.cityID === undefined ? residence.cityID === null && proof.city === residence.city : proof.cityID === residence.cityID
  if (isDeclared) return { kind: 'declared', ...empty }
  // The department of another listed city is unknown: it is selected again.
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
