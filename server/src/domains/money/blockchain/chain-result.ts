/**
 * Result of an operation on one node, by the hashes that the signer recorded: in a final block, its nonces finally used by another
 * transaction, or nothing yet.
 */
import type { Hex } from 'viem'
import type { ChainClient } from '../../../chain/client.ts'
import { receiptOrNull } from '../../../chain/receipt.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { type Finality, lastFinalBlock } from './last-final-block.ts'
import { storedReceipt } from './operation-receipt.ts'
import { attemptsAtItsNonces, type KnownAttempt } from './store.ts'
import type { ChainResult, StoredReceipt } from './types.ts'

export interface Asked {
  readonly db: Connection
  readonly client: ChainClient
  readonly settings: Finality
}

const NOTHING = { said: 'nothing' } as const

/** @throws when the node does not answer, or answers another question. */
export async function readChainResult({ db, client, settings }: Asked, operationId: string): Promise<ChainResult> {
  const attempts = await attemptsAtItsNonces(db, operationId)
  const own = attempts.filter(({ isOwn }) => isOwn)
  if (own.length === 0) return NOTHING
  const finalBlock = await lastFinalBlock({ client, settings }, Number(await client.getBlockNumber({ cacheTime: 0 })))
  const found = await Promise.all(own.map((attempt) => minedAs(client, attempt, finalBlock)))
  const mined = found.find((receipt) => receipt !== null)
  if (mined) return mined === 'shallow' ? NOTHING : { said: 'final', receipt: mined }
  const rivals = await Promise.all(
    attempts.filter(({ isOwn }) => !isOwn).map(async (rival) => ({ ...rival, mined: await minedAs(client, rival, finalBlock) })),
  )
  const isUsed = ({ nonce }: KnownAttempt) =>
    rivals.some((rival) => rival.nonce === nonce && rival.mined !== null && rival.mined !== 'shallow')
  return own.every(isUsed) ? { said: 'spent' } : NOTHING
}

/** Null while it is not mined. `shallow`: in a block that a reorganisation may still remove. */
export async function minedAs(
  client: ChainClient,
  { hash, address }: Pick<KnownAttempt, 'hash' | 'address'>,
  finalBlock: number,
): Promise<StoredReceipt | 'shallow' | null> {
  const receipt = await receiptOrNull(client, hash)
  if (!receipt) return null
  if (receipt.transactionHash.toLowerCase() !== hash.toLowerCase() || receipt.from.toLowerCase() !== address.toLowerCase())
    throw new Error(`the node answered the receipt of another transaction than ${hash}`)
  if (Number(receipt.blockNumber) > finalBlock) return 'shallow'
  return (await blockHashAt(client, receipt.blockNumber)) === receipt.blockHash ? storedReceipt(receipt) : 'shallow'
}

const blockHashAt = async (client: ChainClient, blockNumber: bigint): Promise<Hex | null> => (await client.getBlock({ blockNumber })).hash
