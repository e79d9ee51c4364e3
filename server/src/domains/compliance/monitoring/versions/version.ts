/** Version of a rule: its mode and its numbers, from a moment on, and the officers who decided it. */
import { firstValues, type RuleMode, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import type { Decision, Version as Effective } from '../../../../platform/versions/effective.ts'
import type { RuleName } from '../numbers.ts'

export interface Version extends Effective {
  readonly mode: RuleMode
  readonly numbers: NumberValues
}
export interface DecidedVersion extends Version {
  /** Null for the first version. */
  readonly decision: Decision | null
}

const FIRST_FROM = new Date('2026-01-01T00:00:00-05:00')
export const firstVersion = (rule: RuleName): DecidedVersion => ({
  version: 1,
  mode: wordsOfRule(rule).firstMode ?? 'active',
  numbers: firstValues(rule),
  from: FIRST_FROM,
  decision: null,
})
