/** Error of an untrusted node: it does not answer, its answer has another shape, or it is not on our chain. */
import { BaseError } from 'viem'

export type UnavailableReason =
  /** No connection, an error status, or an answer that took too long. */
  | 'no_answer'
  /** No JSON-RPC, too large, or the answer to another question. */
  | 'malformed'
  | 'other_chain'
  | 'other_genesis'
  /** Our chain id, without the block that we know to be final. */
  | 'unknown_block'
  | 'no_contracts'
  /** Newest block is older than those that we saw. */
  | 'behind'

export class NodeUnavailable extends BaseError {
  readonly reason: UnavailableReason
  constructor(reason: UnavailableReason, message: string) {
    super(message, { name: 'NodeAway' })
    this.reason = reason
  }
}

/** Reason of the error, even when an action of viem wrapped it. */
export const unavailableReasonOf = (error: unknown): UnavailableReason | null => {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof NodeUnavailable) : null
  return found instanceof NodeUnavailable ? found.reason : null
}
