/** A version of a rule: its mode and its numbers, from a moment on, and who decided it. */
import { firstValues, type RuleMode } from '@tunjo/contract/alert-rule-catalogue'
import type { RuleName, RuleValues } from '../numbers.ts'

export interface Version {
  readonly version: number
  readonly mode: RuleMode
  readonly numbers: RuleValues
  readonly from: Date
}
export interface Decision {
  readonly at: Date
  readonly makerId: string
  readonly checkerId: string
  readonly reason: string
}
export interface DecidedVersion extends Version {
  /** Null of the first. */
  readonly decision: Decision | null
}

const FIRST_FROM = new Date('2026-01-01T00:00:00-05:00')
export const firstVersion = (rule: RuleName): DecidedVersion => ({
  version: 1,
  mode: 'active',
  numbers: firstValues(rule),
  from: FIRST_FROM,
  decision: null,
})
