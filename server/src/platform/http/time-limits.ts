/** Time limits of a caller; one that sends a byte a second is cut off like one that sends none. */
export interface TimeLimits {
  /** All lines of the head. */
  readonly headMs: number
  /** Head and body; more than the time of a form with files (receive-form.ts). */
  readonly requestMs: number
  /** Interval of the check that ends expired connections. */
  readonly lookEveryMs: number
}
export const TIME_LIMITS: TimeLimits = { headMs: 20_000, requestMs: 60_000, lookEveryMs: 2_000 }

/** Names of the limits in Fastify's options. */
export const timesOf = ({ headMs, requestMs, lookEveryMs }: TimeLimits) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headMs, requestTimeout: requestMs, connectionsCheckingInterval: lookEveryMs },
})
