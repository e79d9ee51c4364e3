/** Definition of a rule: it reads facts, then decides on plain values. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import type { Connection } from '../../../platform/database/database.ts'
import type { Text } from '../../../platform/phrases/coded-text.ts'
import { type NumbersOf, numbersOf, type RuleName, type RuleValues } from './numbers.ts'
import type { Evidence, FactReader, Finding, OpenAlert, Subject, Verdict } from './types.ts'

/** Returns facts of the subject; each reader is called once. */
export type Read = <Facts>(reader: FactReader<Facts>) => Promise<Facts>

export interface RuleDefinition<Name extends RuleName, Facts> {
  readonly name: Name
  readonly facts: FactReader<Facts>
  find(facts: Facts, numbers: NumbersOf<Name>, subject: Subject): readonly Finding[]
  /** Called when no finding holds any more. Omitted when only an officer closes the alert. */
  end?(facts: Facts, numbers: NumbersOf<Name>, open: OpenAlert, subject: Subject): Text | null
  /** Operations behind a finding whose facts are sums: read once, for the notice to officers. */
  evidence?(connection: Connection, subject: Subject, finding: Finding): Promise<readonly Evidence[]>
  /** True when earlier facts are not stored: for an earlier day the reader returns the current ones. */
  readonly isOfToday?: true
}

export interface Rule {
  readonly name: RuleName
  readonly kind: number
  readonly typeId: number | null
  readonly facts: FactReader<unknown>
  readonly isOfToday?: true
  evidence?(connection: Connection, subject: Subject, finding: Finding): Promise<readonly Evidence[]>
  judge(read: Read, subject: Subject, values: RuleValues): Promise<Verdict>
}

export function defineRule<Name extends RuleName, Facts>(definition: RuleDefinition<Name, Facts>): Rule & RuleDefinition<Name, Facts> {
  const { name, facts: reader, find, end } = definition
  const { kind, typeId } = ALERT_RULES[name]
  // Many customers are evaluated with the values of one version.
  const parsed = new WeakMap<RuleValues, NumbersOf<Name>>()
  const numbersIn = (values: RuleValues) => {
    const numbers = parsed.get(values) ?? numbersOf(name, values)
    parsed.set(values, numbers)
    return numbers
  }
  return {
    ...definition,
    kind,
    typeId,
    async judge(read, subject, values) {
      const numbers = numbersIn(values)
      const facts = await read(reader)
      return {
        findings: find(facts, numbers, subject),
        end: (open) => end?.(facts, numbers, open, subject) ?? null,
      }
    },
  }
}
