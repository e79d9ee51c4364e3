/**
 * Transactions that the keys of our wallets signed and that no operation of the books has: a restored copy of the database does not know
 * them, or another process signed them. They are read from the chain and from the signer's own book, which the product cannot write.
 */
import { sql } from 'kysely'
import { type Hex, parseTransaction } from 'viem'
import type { Connection } from '../../../platform/database/database.ts'
import { minedAs } from './chain-result.ts'
import type { ChainContext } from './context.ts'
import { lastFinalBlock } from './last-final-block.ts'
import { operationIdIn } from './signing/trailer.ts'
import type { FoundResult, FoundTransaction } from './types.ts'

interface FoundRow {
  readonly hash: Hex
  readonly address: string
  readonly nonce: bigint
  readonly signed: Hex
  readonly foundAt: Date
}

/** Newest nonce first, without a limit: a freeze would otherwise be lifted over the rest. */
export async function foundTransactions(
  { deployment }: Pick<ChainContext, 'deployment'>,
  connection: Connection,
): Promise<FoundTransaction[]> {
  const { hotWallet, treasury } = deployment
  const ours = [hotWallet, treasury].map((address) => address.toLowerCase())
  const found = await sql<FoundRow>`SELECT hash, address, nonce, signed, signed_at AS "foundAt" FROM blockchain.attempt
    WHERE operation_id IS NULL AND signed IS NOT NULL AND address = ANY(${ours}) ORDER BY address, nonce DESC, hash`.execute(connection)
  return found.rows.map(({ hash, address, nonce, signed, foundAt }) => ({
    hash,
    wallet: address === hotWallet.toLowerCase() ? 'hot' : 'treasury',
    nonce: Number(nonce),
    operationId: operationIdIn(parseTransaction(signed).data ?? '0x'),
    foundAt,
  }))
}

const AT_ONCE = 50

/** Result of each on chain, confirmed by the second node where one is configured. @throws while a node is not trusted, or they differ. */
export async function readFound(context: ChainContext, found: readonly FoundTransaction[]): Promise<Map<Hex, FoundResult>> {
  const { second, checkNode, log } = context
  const words = new Map<Hex, FoundResult>()
  if (found.length === 0) return words
  await Promise.all([checkNode(), second?.checkNode()])
  const [said, other] = await Promise.all([wordsOf(context, found), second && wordsOf({ ...context, client: second.client }, found)])
  for (const [hash, word] of said) {
    const againWord = other?.get(hash)
    if (againWord && !isSame(word, againWord)) {
      if (word.said === 'final' && againWord.said === 'final')
        log.error({ securityEvent: 'chain_nodes_differ', hash }, 'two nodes tell different chains')
      words.set(hash, { said: 'shallow' })
    } else words.set(hash, word)
  }
  return words
}

async function wordsOf(
  { client, deployment, settings }: Pick<ChainContext, 'client' | 'deployment' | 'settings'>,
  found: readonly FoundTransaction[],
): Promise<Map<Hex, FoundResult>> {
  const finalBlock = await lastFinalBlock({ client, settings }, Number(await client.getBlockNumber({ cacheTime: 0 })))
  const words = new Map<Hex, FoundResult>()
  const word = async ({ hash, wallet }: FoundTransaction): Promise<FoundResult> => {
    const mined = await minedAs(client, { hash, address: wallet === 'hot' ? deployment.hotWallet : deployment.treasury }, finalBlock)
    if (mined === null) return { said: 'nothing' }
    return mined === 'shallow' ? { said: 'shallow' } : { said: 'final', receipt: mined }
  }
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const some = found.slice(at, at + AT_ONCE)
    const said = await Promise.all(some.map(word))
    for (const [index, { hash }] of some.entries()) words.set(hash, said[index] ?? { said: 'nothing' })
  }
  return words
}

const isSame = (one: FoundResult, other: FoundResult): boolean =>
  one.said === 'final' && other.said === 'final'
    ? one.receipt.blockHash === other.receipt.blockHash && JSON.stringify(one.receipt.logs) === JSON.stringify(other.receipt.logs)
    : one.said === other.said
