/**
 * Rate limits that a call declares (`allowance` of its endpoint). Calls with one name share one count: of the caller's account, of the
 * caller's network, or of both. Numbers are far above a person at work, and far below a program that reads or changes everything.
 */
import type { ErrorCode } from './errors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** `tries` in a sliding window of `windowMs`. */
export interface Allowance {
  readonly tries: number
  readonly windowMs: number
}
export interface DeclaredAllowance {
  readonly account?: Allowance
  /** Counted first, so that a refused network does not fill the count of an account. */
  readonly network?: Allowance
  /** Refusal, with `Retry-After`; `request.too_many` when absent. */
  readonly code?: ErrorCode
}

const perMinute = (tries: number) => ({ account: { tries, windowMs: MINUTE_MS } })
const perHour = (tries: number) => ({ account: { tries, windowMs: HOUR_MS } })

export const ALLOWANCES = {
  'alert-rules-backtest': perHour(30), // Each reads months of data of all customers.
  'alert-rules-change': perHour(60),
  'alert-rules-read': perMinute(300),
  'alerts-change': perMinute(60),
  'background-check': perMinute(30),
  'bank-statement': perHour(60), // A bank has one statement a day.
  'blacklist-change': perHour(60),
  'blacklist-preview': perHour(30), // Each checks up to 500 values.
  'blacklist-search': perMinute(120),
  'case-archive': perHour(20),
  'configuration-change': perHour(60),
  'configuration-effect': perMinute(60), // Each counts over all customers.
  'configuration-read': perMinute(300),
  'conversation-read': perMinute(300),
  /** Three times the number of slots a day, so that the refused addresses cannot be found by trying. */
  'crypto-save-address': { account: { tries: 60, windowMs: 24 * HOUR_MS } },
  'data-request-read': perMinute(300),
  'document-check': { network: { tries: 30, windowMs: 10 * MINUTE_MS } },
  'fee-sample': perMinute(60), // Each queries the node.
  'kyc-fields': perHour(40),
  'kyc-people': perMinute(120),
  'kyc-person': perMinute(300), // A page about one customer makes about eight calls.
  /** All accounts of one network together do not exhaust the process for other customers. */
  'movements-file': { account: { tries: 60, windowMs: HOUR_MS }, network: { tries: 600, windowMs: HOUR_MS } },
  'passkey-options': { network: { tries: 600, windowMs: 15 * MINUTE_MS }, code: 'identity.too_many_attempts' },
  quote: perMinute(300), // Several screens refresh every few seconds, and typing asks too.
  regulatory: perMinute(300),
  'report-export': perHour(60),
  'report-search': perMinute(120),
  'reserves-proof': perMinute(10), // A proof hashes a part of the tree and reads the others.
  'risk-change': perMinute(60),
  'screening-changes': perMinute(300),
  'screening-decide': perMinute(60),
  'screening-load': { account: { tries: 10, windowMs: 10 * MINUTE_MS } }, // Each file is read completely.
} as const satisfies Record<string, DeclaredAllowance>
export type AllowanceName = keyof typeof ALLOWANCES
