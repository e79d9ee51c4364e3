/** Random numbers for tests, which the seed of the run repeats (`TEST_SEED`, scripts/run-seed.ts). */
import { createHash } from 'node:crypto'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of the run, from 0 to 2³¹ − 1. */
    testSeed: number
  }
}

/**
 * Generator of numbers from 0 (included) to 1 (excluded), in place of `Math.random`. Its numbers depend on the seed of the run and on the
 * name alone. Create one in each test: then what a test draws does not depend on which tests ran before it.
 */
export function seededRandom(name: string, seed = inject('testSeed')): () => number {
  const generator = xoroshiro128plus(createHash('sha256').update(`${seed} ${name}`).digest().readInt32LE())
  return () => uniformFloat64(generator)
}

/** The items in a drawn order. */
export const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
