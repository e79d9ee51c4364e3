/**
 * The numbers of rules as rules read them. What they mean, their bounds and the first of them stand in the contract's catalogue; the later
 * ones in `monitoring.rule_version`, as text of digits by name.
 */
import { ALERT_RULES, type RuleName } from '@tunjo/contract/alert-rule-catalogue'
import { type NumberValues, type TypedNumbers, typedNumbers } from '@tunjo/contract/versioned-numbers'

export type { NumberValues as RuleValues, RuleName }

type Words<Name extends RuleName> = (typeof ALERT_RULES)[Name]['numbers']
export type NumbersOf<Name extends RuleName> = TypedNumbers<Words<Name>>

export const numbersOf = <Name extends RuleName>(name: Name, values: NumberValues): NumbersOf<Name> =>
  typedNumbers<Words<Name>>(ALERT_RULES[name].numbers, values)
