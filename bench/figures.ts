/**
 * Figures of a bench, with their goals. A bench that is run by itself only prints; `npm run bench` keeps its figures in `bench/results`,
 * from which docs/benchmarks.md is generated (`page.ts`).
 */
import { appendFileSync } from 'node:fs'

export interface Figure {
  /** Unique within its bench. */
  readonly name: string
  readonly value: number
  /** `×` for a ratio, `ms`, `s`, `/s`, `%`, `bytes`; empty for a count. */
  readonly unit: string
  /** Goals. A figure without one is information. */
  readonly atLeast?: number
  readonly atMost?: number
}

/** Environment variable with the file that collects the figures of one run, one line of JSON each. */
export const FIGURES_FILE = 'BENCH_FIGURES'

/** Exit status of a bench that measured rightly and missed a goal. Any other status than this and 0 means that its figures are wrong. */
export const MISSED_GOAL = 3

/** True when the figure meets its goal, or has none; else the process will end with `MISSED_GOAL`. */
export function recordFigure(figure: Figure): boolean {
  const file = process.env[FIGURES_FILE]
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`)
  const isMet = meetsGoal(figure)
  if (!isMet) process.exitCode ||= MISSED_GOAL
  return isMet
}

export function meetsGoal({ value, atLeast, atMost }: Omit<Figure, 'name' | 'unit'>): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}
