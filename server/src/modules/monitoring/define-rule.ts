/** A rule: reads facts, then decides about plain values. */
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import type { Connection } from '../../platform/database.ts'
import { type NumbersOf, numbersOf, type RuleName, type RuleValues } from './numbers.ts'
import type { Evidence, FactReader, Finding, OpenAlert, Subject, Verdict } from './types.ts'

/** Answers facts of the subject, each reader asked once. */
export type Read = <Facts>(reader: FactReader<Facts>) => Promise<Facts>

export interface RuleDefinition<Name extends RuleName, Facts> {
  readonly name: Name
  readonly facts: FactReader<Facts>
  find(facts: Facts, numbers: NumbersOf<Name>, subject: Subject): readonly Finding[]
  /** Asked when nothing is found any more. Left out: only an officer closes. */
  end?(facts: Facts, numbers: NumbersOf<Name>, open: OpenAlert, subject: Subject): string | null
  /** What a finding points to whose facts are sums: asked once, for what is told to officers. */
  evidence?(connection: Connection, subject: Subject, finding: Finding): Promise<readonly Evidence[]>
  /** Nobody knows what its facts were on an earlier day: asked about one, the reader answers as they are now. */
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
  // Many people are judged by the values of one version.
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
