/** What the risk of a person is worked out from, and how it was made, line by line. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { FloorCause, RiskFactor, RiskLevel } from '@tunjo/contract/compliance-risk'

export interface OpenAlert {
  readonly kind: number
  readonly typeId: number | null
  readonly severity: Severity
}
/** Something that module screening holds against the person. */
export interface ScreeningCause {
  readonly cause: 'hit' | 'findings_high' | 'findings_medium'
  readonly ref: string
  /** Of a hit: the list. */
  readonly detail: string | null
}
/** Amounts in COP cents. */
export interface RiskFacts {
  readonly accountId: string
  /** Null: there is no such customer. */
  readonly createdAt: Date | null
  readonly openAlerts: readonly OpenAlert[]
  readonly causes: readonly ScreeningCause[]
  /** Addresses that they saved and that stand in a list of sanctions now. */
  readonly sanctionedWallets: readonly string[]
  /** Four digits each; none: they did not say. Two while a renewal is open. */
  readonly activityCodes: readonly string[]
  /** Where they live, or are registered, and nationalities of shareholders. */
  readonly countries: readonly string[]
  /** Upper ends of what the survey says, null = or more; null: not answered. */
  readonly declared: { readonly monthly: bigint | null; readonly yearly: bigint | null } | null
  /** The greater of in and out of this month, and bought and sold in twelve. */
  readonly movedInMonth: bigint
  readonly tradedInYear: bigint
  /** Of the days that the configuration says. */
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
/** The same facts and numbers make the same text: nothing in it changes with the clock alone. */
export interface Assessment {
  readonly configurationVersion: number
  /** The highest first. */
  readonly floors: readonly Floor[]
  readonly points: readonly PointsLine[]
  readonly total: number
  readonly mediumFrom: number
  readonly highFrom: number
}
