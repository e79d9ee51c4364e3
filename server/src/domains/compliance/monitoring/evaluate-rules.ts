/** Evaluation of rules: the facts of all customers are read together, each reader once, then rule by rule and customer by customer. */
import type { Transaction } from '../../../platform/database/database.ts'
import type { Read, Rule } from './define-rule.ts'
import type { FactReader, Subject, Verdict } from './types.ts'
import type { Version } from './versions/version.ts'

export interface Question {
  readonly rule: Rule
  readonly subject: Subject
  readonly version: Version
}
export interface Answer extends Question {
  readonly mode: 'active' | 'test'
  readonly verdict: Verdict
}

/** In the order of the questions; rules that are off are not evaluated, and no facts are read for them. */
export async function evaluateRules(tx: Transaction, questions: readonly Question[]): Promise<Answer[]> {
  const asked = questions.flatMap((question) => {
    const { mode } = question.version
    return mode === 'off' ? [] : [{ ...question, mode }]
  })
  const facts = await readTogether(tx, asked)
  const answered: Answer[] = []
  for (const question of asked) {
    const { rule, subject, version } = question
    // Each reader maps to its own facts only.
    const read: Read = async <Facts>(reader: FactReader<Facts>) => facts.get(reader)?.get(subject.accountId) as Facts
    answered.push({ ...question, verdict: await rule.judge(read, subject, version.numbers) })
  }
  return answered
}

/** Facts by reader and customer. */
async function readTogether(tx: Transaction, questions: readonly Question[]): Promise<ReadonlyMap<unknown, ReadonlyMap<string, unknown>>> {
  const subjects = new Map<FactReader<unknown>, Map<string, Subject>>()
  for (const { rule, subject } of questions) {
    const own = subjects.get(rule.facts) ?? new Map<string, Subject>()
    subjects.set(rule.facts, own.set(subject.accountId, subject))
  }
  const facts = new Map<unknown, ReadonlyMap<string, unknown>>()
  for (const [reader, own] of subjects) {
    const read = await reader(tx, [...own.values()])
    facts.set(reader, new Map([...own.keys()].map((accountId, place) => [accountId, read[place]])))
  }
  return facts
}
