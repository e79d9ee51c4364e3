/**
 * Typed numbers of rules. Their meaning, bounds and first values are in the contract's catalogue; later values in
 * `monitoring.rule_version`, as text of digits by name.
 */
import { ALERT_RULES, type RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { type NumberValues, type TypedNumbers, typedNumbers } from '@tunjo/contract/versioned-numbers'

export type { NumberValues as RuleValues, RuleName }

type Words<Name extends RuleName> = (typeof ALERT_RULES)[Name]['numbers']
export type NumbersOf<Name extends RuleName> = TypedNumbers<Words<Name>>

export const numbersOf = <Name extends RuleName>(name: Name, values: NumberValues): NumbersOf<Name> =>
  typedNumbers<Words<Name>>(ALERT_RULES[name].numbers, values)
