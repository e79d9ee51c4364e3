/** What a rule is asked about, and what it answers. */
import type { Connection } from '../../platform/database.ts'

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The customer, and the moment by the product's clock. */
export interface Subject {
  readonly accountId: string
  readonly verifiedLevel: 0 | 1 | 2 | 3
  readonly createdAt: Date
  /** COP cents a month and direction; null = no limit. */
  readonly monthlyMaximum: bigint | null
  readonly openAlerts: readonly OpenAlert[]
  readonly now: Date
}
export interface OpenAlert {
  readonly kind: number
  readonly typeId: number | null
  readonly openedAt: Date
  readonly lastSeenAt: Date
  /** Not by an officer. */
  readonly isByRule: boolean
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

/** Reads what a rule needs to know. Rules with the same reader share its answer. */
export type FactReader<Facts> = (connection: Connection, subject: Subject) => Promise<Facts>

export interface Verdict {
  readonly findings: readonly Finding[]
  /** Why an open alert of this rule, of which nothing is found any more, is over; null: an officer says. */
  end(open: OpenAlert): string | null
}
