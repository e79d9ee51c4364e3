/** How long a caller may take; a caller that sends a letter a second is cut off as one that sends none. */
export interface TimeLimits {
  /** All lines of the head. */
  readonly headMs: number
  /** Head and body; more than the time of a form with files (receive-form.ts). */
  readonly requestMs: number
  /** Connections that are over their time live so long at most. */
  readonly lookEveryMs: number
}
export const TIME_LIMITS: TimeLimits = { headMs: 20_000, requestMs: 60_000, lookEveryMs: 2_000 }

/** As Fastify takes them. */
export const timesOf = ({ headMs, requestMs, lookEveryMs }: TimeLimits) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
})
