/** What a rule is asked about, and what it answers. */
import type { Connection } from '../../platform/database.ts'

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** About whom facts are asked, and when by the product's clock. */
export interface Moment {
  readonly accountId: string
  readonly now: Date
  /** What came later is not known; null: everything is, as it is while the product runs. */
  readonly until: Date | null
}
/** The customer at a moment. */
export interface Subject extends Moment {
  readonly verifiedLevel: 0 | 1 | 2 | 3
  readonly createdAt: Date
  /** COP cents a month and direction; null = no limit. */
  readonly monthlyMaximum: bigint | null
  readonly openAlerts: readonly OpenAlert[]
}
export interface OpenAlert {
  readonly kind: number
  readonly typeId: number | null
  readonly openedAt: Date
  readonly lastSeenAt: Date
  /** Not by an officer. */
  readonly isByRule: boolean
  /** Fingerprints of what was found about it since it is open. */
  readonly found: readonly string[]
}

export interface Evidence {
  readonly type: 'email_change' | 'bank_account' | 'kyc_item' | 'movement' | 'sign_in' | 'account' | 'device' | 'network' | 'refusal'
  readonly id: string
}
/** The same period and fingerprint are the same finding, however often it is found. */
export interface Finding {
  readonly severity: Severity
  readonly period: string
  readonly fingerprint: string
  /** The figures, in Spanish: an officer reads them in the history of the alert. */
  readonly values: string
  readonly evidence: readonly Evidence[]
}

/**
 * Reads what a rule needs to know, of any number of moments of any number of people in a few questions: facts in the order of the moments.
 * Rules with the same reader share its answer.
 */
export type FactReader<Facts> = (connection: Connection, moments: readonly Moment[]) => Promise<readonly Facts[]>

export interface Verdict {
  readonly findings: readonly Finding[]
  /** Why an open alert of this rule, of which nothing is found any more, is over; null: an officer says. */
  end(open: OpenAlert): string | null
}
