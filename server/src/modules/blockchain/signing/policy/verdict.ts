/** What the signing policy says of an intent. */
import type { LimitedAsset } from '../config.ts'

/** What leaves or comes into being by it: what the limits count. */
export interface Moved {
  readonly asset: LimitedAsset
  readonly amount: bigint
}
export type Verdict =
  | { readonly outcome: 'sign'; readonly moved: Moved | null }
  /** Never: it is not what the house decided. */
  | { readonly outcome: 'refuse'; readonly reason: string }
  /** Not now. */
  | { readonly outcome: 'wait'; readonly reason: string }

export const waits = (reason: string): Verdict => ({ outcome: 'wait', reason })
export const refused = (reason: string): Verdict => ({ outcome: 'refuse', reason })
