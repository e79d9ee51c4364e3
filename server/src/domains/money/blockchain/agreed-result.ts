/** Result of an operation on chain, confirmed by the second node where one is configured. */
import { readChainResult } from './chain-result.ts'
import type { ChainContext } from './context.ts'
import { sameEffect } from './rules.ts'
import type { ChainResult } from './types.ts'

/** @throws while a node does not answer, or the two differ. */
export async function agreedChainResult(context: ChainContext, operationId: string): Promise<ChainResult> {
  const { second, checkNode, log } = context
  await Promise.all([checkNode(), second?.checkNode()])
  const [word, other] = await Promise.all([
    readChainResult(context, operationId),
    second && readChainResult({ ...context, client: second.client }, operationId),
  ])
  if (!other || isSame(word, other)) return word
  // A node that only lags shows the operation a moment later.
  if (word.said !== 'nothing' && other.said !== 'nothing')
    log.error({ securityEvent: 'chain_nodes_differ', operationId, said: word.said, second: other.said }, 'two nodes tell different chains')
  throw new Error(`the nodes do not say the same of operation ${operationId}`)
}

const isSame = (a: ChainResult, b: ChainResult): boolean =>
  a.said === 'final' && b.said === 'final'
    ? a.receipt.hash === b.receipt.hash && a.receipt.blockHash === b.receipt.blockHash && sameEffect(a.receipt, b.receipt)
    : a.said === b.said
