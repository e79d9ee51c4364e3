/** What a rule is asked about, and what it answers. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { Connection } from '../../platform/database.ts'
import type { EvidenceRef } from '../alerts/index.ts'
import type { EntriesCache } from './facts/entries-cache.ts'

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
  readonly id: string
  readonly severity: Severity
  readonly kind: number
  readonly typeId: number | null
  readonly openedAt: Date
  readonly lastSeenAt: Date
  /** Not by an officer. */
  readonly isByRule: boolean
  /** What was found about it since it is open. */
  readonly found: readonly RaisedFinding[]
}

export type Evidence = EvidenceRef
/** The same period and fingerprint are the same finding, however often it is found; one that became graver is another. */
export interface Finding {
  readonly severity: Severity
  readonly period: string
  readonly fingerprint: string
  /** The figures, in Spanish: an officer reads them in the history of the alert. */
  readonly values: string
  readonly evidence: readonly Evidence[]
}
/** As long as it is found again, what it raised stays open. */
export type RaisedFinding = Pick<Finding, 'period' | 'fingerprint' | 'evidence'>

/**
 * Reads what a rule needs to know, of any number of moments of any number of people in a few questions: facts in the order of the moments.
 * Rules with the same reader share its answer.
 */
export type FactReader<Facts> = (connection: Connection, moments: readonly Moment[], cache?: FactCache) => Promise<readonly Facts[]>

/** What readers keep between the questions of one backtest, which come back to the same places. */
export interface FactCache {
  readonly entries: EntriesCache
}

export interface Verdict {
  readonly findings: readonly Finding[]
  /** Why an open alert of this rule is over, when nothing that it was raised for is found any more; null: an officer says. */
  end(open: OpenAlert): string | null
}
