/**
 * Screening of customers against lists of sanctions and of politically exposed persons (ADM-13). Schema `screening`: every version of
 * every list, who was screened against which, and each hit with what was decided.
 *
 * Invariants: a file with a fault changes nothing, and any other only when two officers say so; a hit that stops is open and its person stopped in one transaction; a hit is discarded
 * by two officers, and comes back only when the person or the entry changed; nobody decides about themselves; a screening that was
 * interrupted goes on where it was; a person has at most one background check under way, and a source that failed is never read as clean.
 * Emits `screening.check_updated`, `screening.binding_match`, and `screening.address_met`, which it hears itself. Publishes for rules
 * `screening.register_report`, and for risk `screening.risk_cause` and whether an address is listed (`screening.is_listed_address`).
 */

export { addressLikeness } from './addresses/compare-addresses.ts'
export { compareProof, type DeclaredResidence, type ProofReading, proofAgrees } from './addresses/compare-proof.ts'
export { ADDRESS_EDITION, hasUnit, lastNames, normaliseAddress } from './addresses/normalise-address.ts'
export { createBackgroundChecks, type PersonChecks } from './checks/create-checks.ts'
export { createScreening, type Screening } from './create-screening.ts'
export { comparable, type Identifier } from './matching/identifiers.ts'
export { nameLikeness } from './matching/name-likeness.ts'
export { createScreener } from './matching/screen.ts'
export { partiesOf, representativeParties } from './people/subject.ts'
