/**
 * Nonce recovery from the chain. A chain ahead of the book shows that the database was restored from a backup, or that an attacker has the
 * key. Its blocks are then read for transactions of our key, and each gets back to its operation by the id in its data. Operations that had
 * been signed for used nonces wait for another nonce, which they get when that block is final (replace-stuck-transactions.ts). Until this is done nothing
 * is signed.
 */
import type { Transaction as ChainTransaction } from 'viem'
import { receiptOrNull } from '../../../../chain/receipt.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { lastFinalBlock } from '../last-final-block.ts'
import { attemptsOf, findIntent } from '../store.ts'
import type { SigningWallet } from '../types.ts'
import * as book from './book-store.ts'
import type { SignerContext } from './context.ts'
import { restoreBytes } from './restore-bytes.ts'
import { provedBytes } from './signed-by.ts'
import { operationIdIn } from './trailer.ts'

const BLOCKS_AT_ONCE = 50
/** First range for a wallet recorded by a version without this: about a day of the public chain. */
const FIRST_LOOK_BLOCKS = 7_200
/** How far below the block that settled an operation the chain may have forked when that block is lost. */
const FORK_BLOCKS = 256
/** How often the position is stored in normal operation: a restored backup has to read so many blocks more. */
const WRITE_EVERY_BLOCKS = 20

/** Nonce of the wallet on the chain, once everything that it sent is known here. */
export async function recoverWallet(context: SignerContext, wallet: SigningWallet): Promise<number> {
  const { db, client, keys, log } = context
  const address = keys[wallet].address.toLowerCase()
  const block = Number(await client.getBlockNumber({ cacheTime: 0 }))
  const nonce = await client.getTransactionCount({ address: keys[wallet].address })
  // Blocks that a reorganisation may still remove are read again.
  const seenUntil = Math.max(0, await lastFinalBlock({ client, settings: context.finality }, block))
  const known = await book.findWallet(db, address)
  if (!known) {
    await book.insertWallet(db, { name: wallet, address, nextNonce: BigInt(nonce), seenBlock: BigInt(block) })
    return nonce
  }
  const seen = Number(known.seenBlock ?? Math.max(0, block - FIRST_LOOK_BLOCKS))
  const forkedAt = await lostNonceSearchedFrom(context, address, { nonce, block })
  if (nonce <= Number(known.nextNonce) && forkedAt === null && !(await isUsedByOthers(context, address, nonce))) {
    if (known.seenBlock === null || seenUntil - seen >= WRITE_EVERY_BLOCKS) await book.setSeen(db, address, { block: seenUntil, nonce: 0 })
    return nonce
  }
  const first = Math.min(seen, forkedAt ?? seen) + 1
  log.error({ securityEvent: 'chain_ahead', wallet, nonce, expected: Number(known.nextNonce), fromBlock: first, block }, AHEAD)
  for (let from = first; from <= block; from += BLOCKS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, block - from + 1) }, (_, index) => BigInt(from + index))
    const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })))
    for (const transaction of blocks.flatMap(({ transactions }) => transactions))
      if (transaction.from.toLowerCase() === address) await adopt(context, transaction)
    failpoint('blockchain.recovering')
  }
  await book.setSeen(db, address, { block: seenUntil, nonce })
  return nonce
}

/** True when a nonce that we assigned was used by another transaction. */
async function isUsedByOthers({ db, client }: SignerContext, address: string, chainNonce: number): Promise<boolean> {
  for (const { operationId } of await book.openBelow(db, address, chainNonce))
    if (await isInNoBlock({ db, client }, operationId)) return true
  return false
}

async function isInNoBlock({ db, client }: Pick<SignerContext, 'db' | 'client'>, operationId: string): Promise<boolean> {
  const receipts = await Promise.all((await attemptsOf(db, operationId)).map((hash) => receiptOrNull(client, hash)))
  return receipts.every((receipt) => receipt === null)
}

/**
 * Block after which the chain may have another transaction at the nonce of a settled operation that it lost; null when there is nothing to
 * search. That transaction may be below the last position that was read, since the fork is.
 */
async function lostNonceSearchedFrom(
  { db, client }: SignerContext,
  address: string,
  { nonce, block }: { nonce: number; block: number },
): Promise<number | null> {
  const blocks: number[] = []
  // A row without a number, or with one above the head, gives no start: the search goes as far back as the first range.
  for (const { operationId, settledIn } of await book.lostBelow(db, address, nonce))
    if (await isInNoBlock({ db, client }, operationId)) blocks.push(settledIn === null || settledIn > block ? 0 : settledIn - FORK_BLOCKS)
  return blocks.length === 0 ? null : Math.max(0, block - FIRST_LOOK_BLOCKS, Math.min(...blocks))
}

const AHEAD = 'the chain has more transactions of a wallet than the book: reading its blocks before anything is signed'

/** Idempotent: a known transaction stays as it is. */
async function adopt(context: SignerContext, found: ChainTransaction): Promise<void> {
  const { db, clock, log } = context
  const proved = await provedBytes(found, context.deployment.chainId)
  if (!proved) {
    const facts = { securityEvent: 'chain_unproved_transaction', hash: found.hash, nonce: found.nonce, type: found.type }
    return log.error(facts, 'the node shows a transaction of a wallet without a signature of its key that can be read: it changes nothing')
  }
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const address = found.from.toLowerCase()
    await book.lockWallet(tx, address)
    // A block that was taken back may return: the holder of the nonce loses it each time.
    if (await book.isKnownAttempt(tx, found.hash)) return void (await book.vacateNonce(tx, address, found.nonce, found.hash))
    const operationId = operationIdIn(found.input)
    // A transaction in another form is never adopted.
    const intent = proved.isOfOurForm && operationId ? await findIntent(tx, operationId) : null
    const { bytes } = proved
    const attempt = { hash: found.hash, address, nonce: found.nonce, signed: bytes, ...feesOf(found) }
    await book.insertAttempt(tx, { ...attempt, operationId: intent ? intent.operationId : null }, now)
    const vacated = await book.vacateNonce(tx, address, found.nonce, found.hash)
    const facts = { hash: found.hash, nonce: found.nonce, vacated }
    if (!intent) {
      log.error(
        { securityEvent: 'chain_unknown_transaction', ...facts },
        'the key of a wallet signed a transaction without a decided operation',
      )
      return
    }
    await restoreBytes(context, tx, intent.operationId, { address, nonce: found.nonce, signed: bytes, hash: found.hash, now })
    log.warn({ operationId: intent.operationId, ...facts }, 'an operation that is missing in the database was found on the chain')
  })
}

const feesOf = ({ maxFeePerGas, maxPriorityFeePerGas }: ChainTransaction) => ({
  maxFeeWei: maxFeePerGas ?? null,
  priorityFeeWei: maxPriorityFeePerGas ?? null,
})
