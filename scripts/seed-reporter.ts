/** Print the seed of a test run at its start, and how to run with it again. */
import type { Reporter } from 'vitest/node'
import { chooseRunSeed } from './run-seed.ts'

export default class SeedReporter implements Reporter {
  onInit(): void {
    const seed = chooseRunSeed()
    console.log(`Seed: ${seed} (TEST_SEED=${seed} repeats it)`)
  }
}
