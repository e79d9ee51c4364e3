/** Error of a node that is not believed: it does not answer, answers something of another shape, or does not know our chain. */
import { BaseError } from 'viem'

export type AwayReason =
  /** No connection, a status that is no success, or an answer that took too long. */
  | 'no_answer'
  /** Not JSON-RPC, too large, or not what was asked. */
  | 'malformed'
  | 'other_chain'
  | 'other_genesis'
  /** Of our chain id, without the block that we know to be final. */
  | 'unknown_block'
  | 'no_contracts'
  /** Its newest block is older than those that we saw. */
  | 'behind'

export class NodeAway extends BaseError {
  readonly reason: AwayReason
  constructor(reason: AwayReason, message: string) {
    super(message, { name: 'NodeAway' })
    this.reason = reason
  }
}

/** Also when an action of viem wrapped it. */
export const awayReasonOf = (error: unknown): AwayReason | null => {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof NodeAway) : null
  return found instanceof NodeAway ? found.reason : null
}
