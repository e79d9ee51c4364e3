/** Input and output of rules. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { Connection } from '../../../platform/database/database.ts'
import type { Text } from '../../../platform/phrases/coded-text.ts'
import type { EvidenceRef } from '../../customers/alerts/index.ts'
import type { EntriesCache } from './facts/entries-cache.ts'

/** Customer and time, by the product's clock, for which facts are read. */
export interface Moment {
  readonly accountId: string
  readonly now: Date
  /** Later facts are excluded; null: no exclusion, as in live operation. */
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
  /** False when an officer opened it. */
  readonly isByRule: boolean
  /** Findings about the alert since it is open. */
  readonly found: readonly RaisedFinding[]
}

export type Evidence = EvidenceRef
/** The same period and fingerprint identify the same finding, for any number of evaluations; one that became graver is another. */
export interface Finding {
  readonly severity: Severity
  readonly period: string
  readonly fingerprint: string
  /** The figures: an officer reads them in the history of the alert. */
  readonly values: Text
  readonly evidence: readonly Evidence[]
}
/** The alert that it raised stays open as long as it is found again. */
export type RaisedFinding = Pick<Finding, 'period' | 'fingerprint' | 'evidence'>

/**
 * Reads the facts that a rule needs, for any number of moments and customers in a few queries, in the order of the moments. Rules with the
 * same reader share its result.
 */
export type FactReader<Facts> = (connection: Connection, moments: readonly Moment[], cache?: FactCache) => Promise<readonly Facts[]>

/** Cache of readers between the queries of one backtest, which repeat the same networks and browsers. */
export interface FactCache {
  readonly entries: EntriesCache
}

export interface Verdict {
  readonly findings: readonly Finding[]
  /** Reason for which an open alert of this rule has ended when none of its findings holds any more; null: only an officer closes it. */
  end(open: OpenAlert): Text | null
}
