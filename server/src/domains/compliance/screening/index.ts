/**
 * Sanctions and PEP screening of customers (ADM-13). Schema `screening`: every version of every list, every screened customer with the
 * versions, and each hit with its decision.
 *
 * Invariants: a list file with a fault changes nothing, and any other only after two officers approve it; a hit that stops and the stop of
 * its customer are one transaction; a hit is discarded by two officers, and returns only when the customer's data or the entry changed; no
 * officer decides about themselves; an interrupted screening resumes where it was; a customer has at most one background check in flight,
 * and a source that failed is never read as clean. Emits `screening.check_updated`, `screening.binding_match`, and `screening.address_met`,
 * which it also consumes. Publishes for rules `screening.register_report`, and for risk `screening.risk_cause` and whether an address is
 * listed (`screening.is_listed_address`).
 */

export { addressLikeness } from './addresses/address-likeness.ts'
export { compareProof, type DeclaredResidence, type ProofReading, proofAgrees } from './addresses/compare-proof.ts'
export { ADDRESS_EDITION, hasUnit, lastNames, normaliseAddress } from './addresses/normalise-address.ts'
export { COMMENT_CATALOGUE as SCREENING_COMMENTS } from './case-words.ts'
export { createBackgroundChecks, type PersonChecks } from './checks/create-background-checks.ts'
export { createScreening, type Screening } from './create-screening.ts'
export { readListSources } from './lists/source-settings.ts'
export { comparable, type Identifier } from './matching/identifiers.ts'
export { nameLikeness } from './matching/name-likeness.ts'
export { createScreener } from './matching/screen.ts'
export { partiesOf, representativeParties } from './people/subject.ts'
export { checkProviderFinding } from './provider/provider-finding.ts'
export { readTusdatosSettings } from './provider/settings.ts'
