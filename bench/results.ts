/** Results of a bench: the figures of its runs with the machine, its load and the commit. One file a bench in `bench/results`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Figure } from './figures.ts'

const Results = z.strictObject({
  bench: z.string(),
  /** Short hash, followed by `+` when files of the repository had changed since. */
  commit: z.string(),
  /** Day in UTC. */
  date: z.iso.date(),
  machine: z.strictObject({
    processor: z.string(),
    cores: z.number().int(),
    memoryGiB: z.number().int(),
    system: z.string(),
    node: z.string(),
  }),
  /** Load average of one minute just before the first run: the work of others. */
  loadBefore: z.number(),
  figures: z.array(
    z.strictObject({
      name: z.string(),
      unit: z.string(),
      atLeast: z.number().optional(),
      atMost: z.number().optional(),
      /** One value for each run, in their order. */
      values: z.array(z.number()).min(1),
    }),
  ),
})
export type BenchResults = z.infer<typeof Results>

const fileOf = (bench: string): string => fileURLToPath(new URL(`./results/${bench}.json`, import.meta.url))

/** Null for a bench that was not measured. */
export function readResults(bench: string): BenchResults | null {
  const file = fileOf(bench)
  return existsSync(file) ? Results.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

export function writeResults(results: BenchResults): void {
  writeFileSync(fileOf(results.bench), `${JSON.stringify(results, null, 2)}\n`)
}

/** The same figures of several runs, as one list. A figure that a run did not measure, or measured twice, is an error. */
export function joinRuns(runs: readonly (readonly Figure[])[]): BenchResults['figures'] {
  const [first = []] = runs
  return first.map(({ name, unit, atLeast, atMost }) => ({
    ...{ name, unit, atLeast, atMost },
    values: runs.map((run) => {
      const found = run.filter((figure) => figure.name === name)
      if (found.length !== 1 || run.length !== first.length)
        throw new Error(`The runs differ at "${name}": it is there ${found.length} times.`)
      return found[0]?.value ?? 0
    }),
  }))
}

/** The middle value; of an even number the lower of the two. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[(values.length - 1) >> 1] ?? 0
}
