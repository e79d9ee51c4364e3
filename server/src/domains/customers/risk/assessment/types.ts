/** Facts of a risk assessment, and its result line by line. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { FloorCause, RiskFactor, RiskLevel } from '@tunjo/contract/compliance-risk'

export interface OpenAlert {
  readonly kind: number
  readonly typeId: number | null
  readonly severity: Severity
}
/** A finding of module screening against the customer. */
export interface ScreeningCause {
  readonly cause: 'hit' | 'findings_high' | 'findings_medium'
  readonly ref: string
  /** The list of a hit. */
  readonly detail: string | null
}
/** Amounts in COP cents. */
export interface RiskFacts {
  readonly accountId: string
  /** Null: there is no such customer. */
  readonly createdAt: Date | null
  readonly openAlerts: readonly OpenAlert[]
  readonly causes: readonly ScreeningCause[]
  /** Addresses that the customer saved and that are on a sanctions list now. */
  readonly sanctionedWallets: readonly string[]
  /** Four digits each; empty when not declared. Two while a renewal is open. */
  readonly activityCodes: readonly string[]
  /** Residence or place of registration, and nationalities of shareholders. */
  readonly countries: readonly string[]
  /** Upper ends of the declared bands of the survey, null = or more; null: not answered. */
  readonly declared: { readonly monthly: bigint | null; readonly yearly: bigint | null } | null
  /** The greater of deposits and withdrawals of this month, and trades of twelve months. */
  readonly movedInMonth: bigint
  readonly tradedInYear: bigint
  /** Sum over the configured days. */
  readonly withdrawn: bigint
  readonly withdrawnAsTokens: bigint
}

export interface Floor {
  readonly cause: FloorCause
  readonly level: RiskLevel
  readonly ref: string | null
  readonly detail: string | null
}
export interface PointsLine {
  readonly factor: RiskFactor
  readonly points: number
  readonly maximum: number
  readonly figures: Readonly<Record<string, string>>
}
/** The same facts and numbers give the same text: no part of it changes with the clock alone. */
export interface Assessment {
  readonly configurationVersion: number
  /** The highest first. */
  readonly floors: readonly Floor[]
  readonly points: readonly PointsLine[]
  readonly total: number
  readonly mediumFrom: number
  readonly highFrom: number
}
