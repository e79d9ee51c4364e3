/** What a step of the demo's history is, and where it happens. */
import type { Clock } from '../../platform/clock.ts'

/** The running product, as its people reach it. */
export interface Site {
  readonly url: string
  readonly clock: Clock
  /** Aborted when the product stops. */
  readonly signal: AbortSignal
  /** Moves the clock forward, never beyond today. */
  pass(milliseconds: number): Promise<void>
  /** After a leap of the clock there is no trade until the prices are fresh again. */
  askForPrices(): Promise<void>
}

/** Steps of different people are made at the same time. */
export interface Moment {
  /** Before today, by the clock of Bogotá; null: at the end, today. */
  readonly at: { readonly daysAgo: number; readonly time: `${number}:${number}` } | null
  readonly steps: readonly Step[]
}

export interface Step {
  /** Its mark: never change it. */
  readonly name: string
  /** Safe to run twice: a start that was cut off does its step again. */
  run(): Promise<void>
}
