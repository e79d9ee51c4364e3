/** Types of the demo's history: steps, moments, and the site where they run. */
import type { Clock } from '../../../server/src/platform/time/clock.ts'
import type { ClockGate } from './clock-gate.ts'

/** The running product, as its customers reach it. */
export interface Site {
  readonly url: string
  readonly clock: Clock
  /** Aborted when the product stops. */
  readonly signal: AbortSignal
  readonly gate: ClockGate
  /** Move the clock forward, never beyond today, when no approval is in flight. */
  pass(milliseconds: number): Promise<void>
  /** After a leap of the clock no trade is possible until the prices are fresh again. */
  askForPrices(): Promise<void>
}

/** Steps of different people run concurrently. */
export interface Moment {
  /** Days before today, by the clock of Bogotá; null: at the end, today. */
  readonly at: { readonly daysAgo: number; readonly time: `${number}:${number}` } | null
  readonly steps: readonly Step[]
}

export interface Step {
  /** Its mark: never change it. */
  readonly name: string
  /** Safe to run twice: an interrupted start runs its step again. */
  run(): Promise<void>
}
