/** Seed of a test run: every random value that a test draws follows from it. */
import { randomInt } from 'node:crypto'

const SEED_MAX = 2 ** 31 - 1

/**
 * The seed from `TEST_SEED`, or a random one, which is written to `TEST_SEED`: Vitest loads its configuration once for each project.
 * fast-check takes only seeds of 32 bits as they are.
 */
export function chooseRunSeed(env: NodeJS.ProcessEnv = process.env): number {
  env.TEST_SEED ||= String(randomInt(SEED_MAX))
  const seed = Number(env.TEST_SEED)
  if (!Number.isInteger(seed) || seed < 0 || seed > SEED_MAX)
    throw new Error(`TEST_SEED is an integer from 0 to ${SEED_MAX}, not "${env.TEST_SEED}".`)
  return seed
}
