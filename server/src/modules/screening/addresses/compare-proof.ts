/** What a proof of residence says beside what its person declared (alert 19, ADM-07): city, address, age and name. */
import { nameLikeness } from '../matching/name-likeness.ts'
import { addressLikeness } from './compare-addresses.ts'

const DAY_MS = 86_400_000
const WHOLE = 100n

/** As an officer read it. */
export interface ProofReading {
  readonly holderName: string
  readonly address: string
  /** Of Colombia; null: `city` says it. */
  readonly cityId: number | null
  readonly city: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string
  /** Who the holder is to the person, as they declared it; empty: nobody else, or nothing was declared. */
  readonly relation: string
}
export interface DeclaredResidence {
  readonly fullName: string
  readonly homeAddress: string
  readonly cityId: number | null
  readonly city: string
  /** Day of Bogotá on which the proof was sent, `YYYY-MM-DD`. */
  readonly sentOn: string
}
export interface ProofComparison {
  readonly isSameCity: boolean
  /** From 0 to 100, as are names; a holder whose relation was declared is as good as the person. */
  readonly addressPercent: bigint
  readonly namePercent: bigint
  readonly ageDays: number
}
/** What is still good enough, as officers configured it. */
export interface ProofBounds {
  readonly addressPercent: bigint
  readonly namePercent: bigint
  readonly ageDays: number
}

export function compareProof(read: ProofReading, declared: DeclaredResidence): ProofComparison {
  return {
    isSameCity: read.cityId === null ? isSameCity(read.city, declared.city) : read.cityId === declared.cityId,
    addressPercent: percentOf(addressLikeness(read.address, declared.homeAddress)),
    namePercent: read.relation === '' ? percentOf(nameLikeness(read.holderName, declared.fullName).score) : WHOLE,
    ageDays: Math.round((Date.parse(declared.sentOn) - Date.parse(read.issuedOn)) / DAY_MS),
  }
}

/** What of a proof agrees. */
export const proofAgrees = ({ isSameCity, addressPercent, namePercent, ageDays }: ProofComparison, bounds: ProofBounds) => ({
  city: isSameCity,
  address: addressPercent >= bounds.addressPercent,
  name: namePercent >= bounds.namePercent,
  // Made out after it was sent: a mistake of somebody's, or no proof at all.
  age: ageDays >= 0 && ageDays <= bounds.ageDays,
})

const percentOf = (likeness: number): bigint => BigInt(Math.floor(likeness * Number(WHOLE)))
/** Of another country: a line without a list. */
const isSameCity = (one: string, other: string): boolean => one !== '' && addressLikeness(one, other) === 1
