/** Addresses of one version of a policy, and of its comparison with an older one. */
import type { PolicySlug } from '@tunjo/contract/policies'

export interface PolicyAddress {
  readonly version: string | null
  /** Older version to compare with. */
  readonly since: string | null
}

export const versionPath = (slug: PolicySlug, version: string): string => `/${slug}?version=${version}`
export const comparisonPath = (slug: PolicySlug, from: string, to: string): string => `/${slug}?version=${to}&desde=${from}`

export function readPolicyAddress(search: object): PolicyAddress {
  const { version, desde }: Record<string, unknown> = { ...search }
  return { version: asVersion(version), since: asVersion(desde) }
}

const asVersion = (value: unknown): string | null => (typeof value === 'string' && /^\d{4}-\d{2}$/.test(value) ? value : null)
