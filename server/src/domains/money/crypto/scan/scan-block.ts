/**
 * One step of the scanner: the next block is recorded with its transfers, or, when it does not follow the last one, the last one is
 * dropped with its transfers (MON-05). Idempotent and safe for concurrent processes: a step counts only on the block it began at.
 */
import { type Address, type Hash, isAddressEqual } from 'viem'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { BlockHead, ChainBlock, MinedTransfer } from '../../blockchain/index.ts'
import type { Post } from '../../ledger/index.ts'
import { findOwners } from '../addresses/address-store.ts'
import { reverseChainPosting } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { depositIdOf, type NewDeposit } from '../deposits/deposit-store.ts'
import { recordSweeps, unwindSweeps } from '../sweeps/record-sweeps.ts'
import type { Swept } from '../sweeps/sweep-store.ts'
import * as store from './block-store.ts'
import { classify, isDust } from './classify.ts'
import { resetComparisons } from './ether-store.ts'
import { recordDeposits, unwindDeposits } from './record-deposits.ts'
import { type Outflow, stopOutflows } from './stop-outflows.ts'

export type Step = 'read' | 'unwound' | 'at_head'

export async function scanBlock(context: CryptoContext): Promise<Step> {
  const { db, blockchain } = context
  const last = await store.lastBlock(db)
  if (last && !(await store.followsItsParent(db, last))) return correctMisplaced(context, last)
  const newest = await blockchain.blocks.newest()
  // Most passes find nothing new, with two queries.
  if (last?.hash === newest.hash) return 'at_head'
  // No address exists before the first start, so nothing is missed by beginning here.
  const next = await blockchain.blocks.block(last ? last.number + 1n : newest.number)
  if (last && (!next || next.parentHash !== last.hash)) return (await isReplaced(context, last)) ? unwind(context, last) : 'at_head'
  if (!next) return 'at_head'
  const found = await whatCame(context, next)
  // Recorded only whole: a block is never read a second time.
  if (!found) return 'at_head'
  failpoint('crypto.block_read')
  await inTransaction(db, async (tx) => {
    if (!(await store.insertBlock(tx, next, last))) return
    for (const seen of found.unrecognized) await store.insertUnrecognized(tx, seen, context.clock.now())
    const arrivals = await recordDeposits(context, tx, found.deposits)
    const sweeps = await recordSweeps(context, tx, found.sweeps)
    await postAll(context, tx, [...arrivals, ...sweeps])
    await stopOutflows(context, tx, found.outflows)
    failpoint('crypto.block_written')
  })
  failpoint('crypto.block_stored')
  return 'read'
}

/** A false number above the chain would stop the scanner, so that neither deposits nor reorganisations are seen. */
async function correctMisplaced({ db, log }: CryptoContext, last: BlockHead): Promise<Step> {
  await inTransaction(db, (tx) => store.replaceMisplaced(tx, last))
  log.error(
    { securityEvent: 'crypto_forged', block: last.number },
    'the last scanned block does not follow the one before it: its row was changed',
  )
  return 'unwound'
}

/** Maximum number of postings in one ledger call. */
const POSTINGS_MAX = 64

async function postAll({ ledger }: CryptoContext, tx: Transaction, postings: readonly Post[]): Promise<void> {
  for (let from = 0; from < postings.length; from += POSTINGS_MAX) await ledger.postWithin(tx, postings.slice(from, from + POSTINGS_MAX))
}

/**
 * Proved only by another block at its height, or, while the chain is shorter, at a lower height: a node with the same but fewer blocks
 * is behind.
 */
async function isReplaced({ db, blockchain: { blocks } }: CryptoContext, { number, hash }: BlockHead): Promise<boolean> {
  const newest = await blocks.headNumber()
  if (newest >= number) {
    const found = await blocks.head(number)
    return found !== null && found.hash !== hash
  }
  const [found, ours] = await Promise.all([blocks.head(newest), store.blockAt(db, newest)])
  return found !== null && ours !== null && found.hash !== ours.hash
}

interface Sorted {
  readonly deposits: NewDeposit[]
  readonly unrecognized: store.Unrecognized[]
  readonly sweeps: Swept[]
  readonly outflows: Outflow[]
}

type OwnerOf = (address: Address) => string | undefined

/** Null when the node does not return a transaction of the block in that block: it lags, or the chain has advanced. */
async function whatCame(context: CryptoContext, block: ChainBlock): Promise<Sorted | null> {
  const owners = await findOwners(context.db, [
    ...block.transfers.flatMap(({ from, to }) => [from, to]),
    ...block.ether.map(({ to }) => to),
  ])
  const ownerOf: OwnerOf = (address) => owners.get(address.toLowerCase())
  const isOurs = ({ from, to }: { from: Address; to: Address }) => ownerOf(to) ?? ownerOf(from)
  const unrecognized = await arrivedEther(context, block, ownerOf)
  if (!unrecognized) return null
  const found: Sorted = { deposits: [], unrecognized, sweeps: [], outflows: [] }
  for (const transactionHash of new Set(block.transfers.filter(isOurs).map((transfer) => transfer.transactionHash))) {
    const mined = await context.blockchain.blocks.minedTransaction(transactionHash)
    if (mined?.blockHash !== block.hash) return null
    for (const transfer of mined.transfers.filter(isOurs)) sort(context, found, { transfer, transactionHash, block, ownerOf })
  }
  return found
}

interface Seen {
  readonly transfer: MinedTransfer
  readonly transactionHash: Hash
  readonly block: ChainBlock
  readonly ownerOf: OwnerOf
}

function sort(context: CryptoContext, found: Sorted, { transfer, transactionHash, block, ownerOf }: Seen): void {
  const { deployment } = context.blockchain
  const receiver = ownerOf(transfer.to)
  const sender = ownerOf(transfer.from)
  const { asset, unrecognized: kind } = classify(transfer, deployment)
  if (receiver && asset === null) found.unrecognized.push({ kind, accountId: receiver, ...seenOf(transfer, transactionHash, block) })
  else if (receiver && asset) found.deposits.push(newDeposit(context, { accountId: receiver, asset, transfer, transactionHash, block }))
  if (!sender || !asset) return
  if (isAddressEqual(transfer.to, deployment.hotWallet)) {
    const id = idOf('crypto.swept', String(deployment.chainId), transactionHash, String(transfer.position))
    found.sweeps.push({ id, accountId: sender, asset, amount: transfer.value, blockNumber: block.number, blockHash: block.hash })
  } else found.outflows.push({ accountId: sender, asset, amount: transfer.value, to: transfer.to, transactionHash })
}

/**
 * Ether of transactions that did not revert; ether that contracts forward is found by balances (find-ether.ts). Null when the node does not
 * return one of them in the block.
 */
async function arrivedEther(
  { blockchain: { blocks } }: CryptoContext,
  block: ChainBlock,
  ownerOf: OwnerOf,
): Promise<store.Unrecognized[] | null> {
  const arrived: store.Unrecognized[] = []
  for (const { from, to, value, transactionHash } of block.ether) {
    const accountId = ownerOf(to)
    if (!accountId) continue
    const outcome = await blocks.outcomeOf(transactionHash)
    if (outcome?.blockHash !== block.hash) return null
    const seen = { address: to, contract: null, fromAddress: from, amount: value, transactionHash, blockNumber: block.number }
    if (!outcome.isReverted) arrived.push({ kind: isDust(value) ? 'dust_coin' : 'native_coin', accountId, ...seen })
  }
  return arrived
}

const seenOf = ({ contract, from, to, value }: MinedTransfer, transactionHash: Hash, block: ChainBlock) => ({
  address: to,
  contract,
  fromAddress: from,
  amount: value,
  transactionHash,
  blockNumber: block.number,
})

function newDeposit(
  { blockchain, clock }: CryptoContext,
  given: Pick<NewDeposit, 'accountId' | 'asset' | 'transactionHash'> & { transfer: MinedTransfer; block: ChainBlock },
): NewDeposit {
  const { accountId, asset, transactionHash, transfer, block } = given
  const { chainId } = blockchain.deployment
  const place = { chainId, transactionHash, logPosition: transfer.position }
  return {
    ...place,
    id: depositIdOf(place),
    accountId,
    address: transfer.to,
    asset,
    amount: transfer.value,
    fromAddress: transfer.from,
    blockNumber: block.number,
    blockHash: block.hash,
    createdAt: clock.now(),
  }
}

/** The last block is no longer part of the chain. Its transfers may come back. */
async function unwind(context: CryptoContext, last: BlockHead): Promise<Step> {
  const { db, log } = context
  await inTransaction(db, async (tx) => {
    if (!(await store.deleteBlock(tx, last))) return
    await store.deleteUnrecognized(tx, last.number)
    // The next scanned block may have any height: it does not show which one was dropped.
    if (!(await store.lastBlock(tx))) await resetComparisons(tx, last.number)
    const sweeps = await unwindSweeps(context, tx, last)
    await unwindDeposits(context, tx, last)
    for (const sweep of sweeps) await reverseChainPosting(context.ledger, tx, 'sweep', sweep)
    failpoint('crypto.block_unwound')
  })
  if (!(await store.lastBlock(db)))
    log.error(
      { securityEvent: 'crypto_reorganised', block: last.number },
      'the chain reorganised deeper than the replay window of the scanner',
    )
  return 'unwound'
}
