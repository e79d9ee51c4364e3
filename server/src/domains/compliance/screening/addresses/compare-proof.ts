/** Comparison of a proof of residence with what the customer declared (alert 19, ADM-07): city, address, age and name. */
import { nameLikeness } from '../matching/name-likeness.ts'
import { addressLikeness } from './address-likeness.ts'

const DAY_MS = 86_400_000
const WHOLE = 100n

/** Fields of a proof of residence as the officer entered them. */
export interface ProofReading {
  readonly holderName: string
  readonly address: string
  /** Id of a Colombian city. Null for a city abroad: then `city` has its name. */
  readonly cityId: number | null
  readonly city: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string
  /** Relation of the holder to the customer, as declared. Empty when the holder is the customer, or nothing was declared. */
  readonly relation: string
}
export interface DeclaredResidence {
  readonly fullName: string
  readonly homeAddress: string
  readonly cityId: number | null
  readonly city: string
  /** Day on which the proof was sent, in Bogotá time, `YYYY-MM-DD`. */
  readonly sentOn: string
}
export interface ProofComparison {
  readonly isSameCity: boolean
  /** From 0 to 100, as for names. A holder with a declared relation counts as the customer. */
  readonly addressPercent: bigint
  readonly namePercent: bigint
  readonly ageDays: number
}
/** Minimum scores and maximum age that officers configured. */
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

/** Facts of a proof that match the declared ones. */
export const proofAgrees = ({ isSameCity, addressPercent, namePercent, ageDays }: ProofComparison, bounds: ProofBounds) => ({
  city: isSameCity,
  address: addressPercent >= bounds.addressPercent,
  name: namePercent >= bounds.namePercent,
  // A proof issued after it was sent is a mistake or not authentic.
  age: ageDays >= 0 && ageDays <= bounds.ageDays,
})

const percentOf = (likeness: number): bigint => BigInt(Math.floor(likeness * Number(WHOLE)))
/** Compare cities abroad, for which there is no list of ids. */
const isSameCity = (one: string, other: string): boolean => one !== '' && addressLikeness(one, other) === 1
