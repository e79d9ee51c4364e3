/** Failpoint at which the process of each kill round dies. */
import { seededRandom, shuffled } from '../testing/random.ts'

/** 200 in all, by `npm run endurance`: the tests of each module, in `npm test`, kill at every point once. */
export const ROUNDS = { payments: 120, chain: 80 }
export const ROUNDS_TIMEOUT_MS = 3 * 3_600_000

/** Draw a point for each round: each of the points before any is repeated, in another order each time. */
export function drawPoints<Point>(points: readonly Point[], rounds: number): Point[] {
  const random = seededRandom('order of the failpoints')
  const drawn: Point[] = []
  while (drawn.length < rounds) drawn.push(...shuffled(points, random))
  return drawn.slice(0, rounds)
}
