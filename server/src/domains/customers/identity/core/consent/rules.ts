/** Consent rules on plain values. */
import { CONSENT_POLICIES, type ConsentChange, type ConsentPolicy } from '@tunjo/contract/consents'
import type { Edition } from '../../../policies/index.ts'

/** Accepted version of each policy; null when none is recorded. */
export type AcceptedVersions = Readonly<Record<ConsentPolicy, string | null>>
export type Editions = Readonly<Record<ConsentPolicy, Edition | null>>

/** Editions that are newer than the accepted versions. */
export function newerThanAccepted(editions: Editions, accepted: AcceptedVersions): ConsentChange[] {
  return CONSENT_POLICIES.flatMap((slug) => {
    const edition = editions[slug]
    const acceptedVersion = accepted[slug]
    if (!edition || (acceptedVersion !== null && acceptedVersion >= edition.version)) return []
    const { title, version, date, changes } = edition
    return [{ slug, title, version, date, changes, acceptedVersion }]
  })
}

/** True when the accepted versions are all that is needed now, as shown on the screen. */
export function coversNeededConsents(
  accepted: readonly Pick<ConsentChange, 'slug' | 'version'>[],
  needed: readonly ConsentChange[],
): boolean {
  return needed.every(({ slug, version }) => accepted.some((one) => one.slug === slug && one.version === version))
}
