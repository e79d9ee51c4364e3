/**
 * The numbers of rules as rules read them. What they mean, their bounds and the first of them stand in the contract's catalogue; the later
 * ones in `monitoring.rule_version`, as text of digits by name.
 */
import { type ALERT_RULES, type RuleName, type RuleUnit, type RuleValues, wordsOfRule } from '@tunjo/contract/alert-rule-catalogue'

export type { RuleName, RuleValues }

/** Amounts in COP cents, and what is multiplied with them. */
type OfUnit<U extends RuleUnit> = U extends 'cop' | 'percent' | 'times' ? bigint : number
type Words<Name extends RuleName> = (typeof ALERT_RULES)[Name]['numbers']
export type NumbersOf<Name extends RuleName> = {
  readonly [Key in keyof Words<Name>]: Words<Name>[Key] extends { unit: infer U extends RuleUnit } ? OfUnit<U> : never
}

const CENTS = 100n

/** One that a stored version does not name came later than that: it has its first value. */
export function numbersOf<Name extends RuleName>(name: Name, values: RuleValues): NumbersOf<Name> {
  const numbers = Object.entries(wordsOfRule(name).numbers).map(([key, { unit, first }]) => [key, inUnit(unit, values[key] ?? `${first}`)])
  // Of every name in the catalogue there is one, in the type of its unit.
  return Object.fromEntries(numbers) as NumbersOf<Name>
}

function inUnit(unit: RuleUnit, text: string): bigint | number {
  if (unit === 'cop') return BigInt(text) * CENTS
  return unit === 'percent' || unit === 'times' ? BigInt(text) : Number(text)
}
