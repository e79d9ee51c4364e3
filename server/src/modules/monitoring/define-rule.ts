/** A rule: reads facts, then decides about plain values. */
import { type NumbersOf, type RuleName, type RuleVersion, versionAt } from './numbers.ts'
import type { FactReader, Finding, OpenAlert, Subject, Verdict } from './types.ts'

/** Answers facts of the subject, each reader asked once. */
export type Read = <Facts>(reader: FactReader<Facts>) => Promise<Facts>

export interface RuleDefinition<Name extends RuleName, Facts> {
  readonly name: Name
  readonly kind: number
  readonly typeId: number | null
  readonly facts: FactReader<Facts>
  find(facts: Facts, numbers: NumbersOf<Name>, subject: Subject): readonly Finding[]
  /** Asked when nothing is found any more. Left out: only an officer closes. */
  end?(facts: Facts, numbers: NumbersOf<Name>, open: OpenAlert, subject: Subject): string | null
}

export interface Rule {
  readonly name: RuleName
  readonly kind: number
  readonly typeId: number | null
  /** Null while no version of it holds, or it is off. */
  judge(read: Read, subject: Subject): Promise<(Verdict & Pick<RuleVersion<unknown>, 'version' | 'mode'>) | null>
}

export function defineRule<Name extends RuleName, Facts>(definition: RuleDefinition<Name, Facts>): Rule & RuleDefinition<Name, Facts> {
  const { name, facts: reader, find, end } = definition
  return {
    ...definition,
    async judge(read, subject) {
      const current = versionAt(name, subject.now)
      if (!current || current.mode === 'off') return null
      const facts = await read(reader)
      const { version, mode, numbers } = current
      return {
        version,
        mode,
        findings: find(facts, numbers, subject),
        end: (open) => end?.(facts, numbers, open, subject) ?? null,
      }
    },
  }
}
