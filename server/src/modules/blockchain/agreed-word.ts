/** Result of an operation on chain, confirmed by the second node where one is configured. */
import { chainWord } from './chain-word.ts'
import type { ChainContext } from './context.ts'
import { sameEffect } from './rules.ts'
import type { ChainWord } from './types.ts'

/** @throws while a node does not answer, or the two differ. */
export async function agreedWord(context: ChainContext, operationId: string): Promise<ChainWord> {
  const { second, checkNode, log } = context
  await Promise.all([checkNode(), second?.checkNode()])
  const [word, other] = await Promise.all([
    chainWord(context, operationId),
    second && chainWord({ ...context, client: second.client }, operationId),
  ])
  if (!other || isSame(word, other)) return word
  // A node that only lags shows the operation a moment later.
  if (word.said !== 'nothing' && other.said !== 'nothing')
    log.error({ securityEvent: 'chain_nodes_differ', operationId, said: word.said, second: other.said }, 'two nodes tell different chains')
  throw new Error(`the nodes do not say the same of operation ${operationId}`)
}

const isSame = (a: ChainWord, b: ChainWord): boolean =>
  a.said === 'final' && b.said === 'final'
    ? a.receipt.hash === b.receipt.hash && a.receipt.blockHash === b.receipt.blockHash && sameEffect(a.receipt, b.receipt)
    : a.said === b.said
