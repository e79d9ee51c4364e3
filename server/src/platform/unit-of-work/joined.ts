/** Facts that are read together, under the names of the parts. */
import type { Fact, Facts, Found } from './types.ts'

export function joined<Asked extends Facts>(facts: Asked): Fact<Found<Asked>> {
  const parts = Object.entries(facts)
  return {
    text: `SELECT jsonb_build_array(${parts.map(([, { text }]) => `(${text})`).join(', ')})`,
    read(json) {
      const answers = json as readonly unknown[]
      return Object.fromEntries(parts.map(([name, fact], place) => [name, fact.read(answers[place])])) as Found<Asked>
    },
  }
}
