/** Verdict of the signing policy on an intent. */
import type { AssetCode } from '@tunjo/contract/money'

/** Amount that leaves or is created by it, which the limits count. */
export interface Moved {
  readonly asset: AssetCode
  readonly amount: bigint
}
/** Conditions that may still stop a valid operation at the moment of signing. */
export interface Stops {
  /** Assets that it takes from; it waits while one is frozen. */
  readonly assets: readonly AssetCode[]
  /** True when tokens leave the platform's wallets: the operator's file stops it. */
  readonly isPayout: boolean
  /** Customer of the withdrawal. */
  readonly withdrawalOf: string | null
}
export type Verdict =
  | { readonly outcome: 'sign'; readonly moved: Moved | null; readonly stops: Stops }
  /** Never signed: the platform did not decide it. */
  | { readonly outcome: 'refuse'; readonly reason: string }
  /** Deferred: it may be signed later. */
  | { readonly outcome: 'wait'; readonly reason: string }

/** Stops of incoming pesos, outgoing pesos, incoming tokens and heads: only the policy stops them. */
export const NO_STOPS: Stops = { assets: [], isPayout: false, withdrawalOf: null }

export const waits = (reason: string): Verdict => ({ outcome: 'wait', reason })
export const refused = (reason: string): Verdict => ({ outcome: 'refuse', reason })
