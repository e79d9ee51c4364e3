/** What the signing policy says of an intent. */
import type { LimitedAsset } from '../config.ts'

/** What leaves or comes into being by it: what the limits count. */
export interface Moved {
  readonly asset: LimitedAsset
  readonly amount: bigint
}
/** What may stop it all the same at the moment of signing, however right it is. */
export interface Stops {
  /** Frozen, nobody takes from them. */
  readonly assets: readonly LimitedAsset[]
  /** Tokens leave the house's wallets: the operator's file stops it. */
  readonly isPayout: boolean
  /** Customer whose withdrawal it is. */
  readonly withdrawalOf: string | null
}
export type Verdict =
  | { readonly outcome: 'sign'; readonly moved: Moved | null; readonly stops: Stops }
  /** Never: it is not what the house decided. */
  | { readonly outcome: 'refuse'; readonly reason: string }
  /** Not now. */
  | { readonly outcome: 'wait'; readonly reason: string }

/** Pesos that came or went, tokens that come in, heads: nothing but the policy stops them. */
export const NO_STOPS: Stops = { assets: [], isPayout: false, withdrawalOf: null }

export const waits = (reason: string): Verdict => ({ outcome: 'wait', reason })
export const refused = (reason: string): Verdict => ({ outcome: 'refuse', reason })
