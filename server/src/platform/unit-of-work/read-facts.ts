/** One read for a whole group, without locks. */
import { CompiledQuery } from 'kysely'
import type { Database } from '../database/database.ts'
import { PREPARED_STATEMENT } from '../database/prepared-statements.ts'
import { type Facts, type Found, sent, type UseCase } from './types.ts'

/** Read the facts, in the order of the commands. */
export async function readFacts<Command, Asked extends Facts>(
  db: Database,
  useCase: UseCase<Command, Asked, unknown>,
  { commands, now }: { commands: readonly Command[]; now: Date },
): Promise<Found<Asked>[]> {
  const keys = commands.map((command) => useCase.keysOf(command, now))
  const lists = Object.keys(useCase.keys).map((name) => keys.map((given) => sent(given[name] ?? null)))
  const parameters = [commands.map((_, place) => place), ...lists]
  const { rows } = await db.executeQuery<{ n: number; found: unknown[] }>(CompiledQuery.raw(textOf(useCase), parameters))
  const found = new Map(rows.map((row) => [row.n, row.found]))
  const facts = Object.entries(useCase.facts)
  return commands.map((_, place) => {
    const answers = found.get(place) ?? []
    return Object.fromEntries(facts.map(([name, fact], index) => [name, fact.read(answers[index])])) as Found<Asked>
  })
}

const texts = new Map<unknown, string>()

function textOf(useCase: UseCase<never, Facts, unknown>): string {
  const known = texts.get(useCase.facts)
  if (known) return known
  const types = ['int4', ...Object.values(useCase.keys)]
  // The inner SELECT hides the length of the arrays from the planner: one plan for all lengths.
  const arrays = types.map((type, index) => `(SELECT $${index + 1}::${type}[])`)
  const answers = Object.values(useCase.facts).map(({ text }) => `(${text})`)
  const made = `${PREPARED_STATEMENT} SELECT asked.n, jsonb_build_array(${answers.join(', ')}) AS found
    FROM unnest(${arrays.join(', ')}) AS asked (n, ${Object.keys(useCase.keys).join(', ')})`
  texts.set(useCase.facts, made)
  return made
}
