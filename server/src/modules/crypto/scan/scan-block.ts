/**
 * One step of the scanner: the next block is written down with what it brought, or, when it does not follow the last one, the last one is
 * taken back with what it had brought (MON-05). Safe to repeat and to run by several processes: a step counts only on the block it began at.
 */
import { type Address, type Hash, isAddressEqual } from 'viem'
import { inTransaction, type Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { idOf } from '../../../platform/ids.ts'
import { CHAIN } from '../../../platform/state-machine/index.ts'
import type { BlockHead, ChainBlock, MinedTransfer } from '../../blockchain/index.ts'
import { findOwners } from '../addresses/address-store.ts'
import type { CryptoContext } from '../context.ts'
import { type DepositRow, insertDeposit, lockDeposit, lockDepositsOfBlock, type NewDeposit, setSeen } from '../deposits/deposit-store.ts'
import { beginDeposit, moveDeposit } from '../deposits/move-deposit.ts'
import { noteSweeps, takeSweepsBack } from '../sweeps/note-sweep.ts'
import type { NewSwept } from '../sweeps/sweep-store.ts'
import * as store from './block-store.ts'
import { classify } from './classify.ts'

export type Step = 'read' | 'unwound' | 'at_head'

export async function scanBlock(context: CryptoContext): Promise<Step> {
  const { db, blockchain } = context
  const last = await store.lastBlock(db)
  // Nobody has an address before the first start, so nothing is missed by beginning here.
  const number = last ? last.number + 1n : await blockchain.blocks.headNumber()
  const next = await blockchain.blocks.block(number)
  if (last && (!next || next.parentHash !== last.hash)) return (await isStillThere(context, last)) ? 'at_head' : unwind(context, last)
  if (!next) return 'at_head'
  const found = await whatCame(context, next)
  // Written down only whole: a block is never read a second time.
  if (!found) return 'at_head'
  failpoint('crypto.block_read')
  await inTransaction(db, async (tx) => {
    if (!(await store.insertBlock(tx, next, last))) return
    for (const deposit of found.deposits) await noteDeposit(context, tx, deposit)
    for (const seen of found.unrecognized) await store.insertUnrecognized(tx, seen, context.clock.now())
    await noteSweeps(context, tx, found.sweeps)
    failpoint('crypto.block_written')
  })
  failpoint('crypto.block_stored')
  return 'read'
}

async function isStillThere({ blockchain }: CryptoContext, { number, hash }: BlockHead): Promise<boolean> {
  return (await blockchain.blocks.head(number))?.hash === hash
}

interface Sorted {
  readonly deposits: NewDeposit[]
  readonly unrecognized: store.Unrecognized[]
  readonly sweeps: NewSwept[]
}

type OwnerOf = (address: Address) => string | undefined

/** Null when the node does not show a transaction of the block in that block: it lags, or the chain moved on. */
async function whatCame(context: CryptoContext, block: ChainBlock): Promise<Sorted | null> {
  const { hotWallet } = context.blockchain.deployment
  const owners = await findOwners(context.db, [
    ...block.transfers.flatMap(({ from, to }) => [from, to]),
    ...block.ether.map(({ to }) => to),
  ])
  const ownerOf: OwnerOf = (address) => owners.get(address.toLowerCase())
  const isOurs = ({ from, to }: { from: Address; to: Address }) => ownerOf(to) || (ownerOf(from) && isAddressEqual(to, hotWallet))
  const found: Sorted = { deposits: [], unrecognized: etherOf(block, ownerOf), sweeps: [] }
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
  else if (sender && asset) {
    const id = idOf('crypto.swept', String(deployment.chainId), transactionHash, String(transfer.position))
    found.sweeps.push({ id, accountId: sender, asset, amount: transfer.value, blockNumber: block.number, blockHash: block.hash })
  }
}

function etherOf(block: ChainBlock, ownerOf: OwnerOf): store.Unrecognized[] {
  return block.ether.flatMap(({ from, to, value, transactionHash }) => {
    const accountId = ownerOf(to)
    const seen = { address: to, contract: null, fromAddress: from, amount: value, transactionHash, blockNumber: block.number }
    return accountId ? [{ kind: 'native_coin', accountId, ...seen }] : []
  })
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
  return {
    id: idOf('crypto.deposit', String(chainId), transactionHash, String(transfer.position)),
    chainId,
    transactionHash,
    logPosition: transfer.position,
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

/** New, or one that a reorganisation moved to another block. */
async function noteDeposit(context: CryptoContext, tx: Transaction, seen: NewDeposit): Promise<void> {
  const inserted = await insertDeposit(tx, seen)
  if (inserted) return beginDeposit(context, tx, inserted)
  const known = await lockDeposit(tx, seen.id)
  if (!known) throw new Error(`deposit ${seen.id} stands under another id`)
  const at = context.clock.now()
  if (!isSame(known, seen) && !wasNeverCredited(known)) {
    const facts = { securityEvent: 'crypto_reorganised', depositId: known.id, was: String(known.amount), is: String(seen.amount) }
    return context.log.error(facts, 'a deposit came again as another one: it is neither credited nor left in the balance')
  }
  await setSeen(tx, known.id, seen)
  const to = known.state === 'DISPUTED' ? 'COMPLETED' : 'PENDING'
  await moveDeposit(context, tx, known, { to, at, actor: CHAIN, set: { updated_at: at, try_at: at }, illegal: 'ignore' })
}

/** In another block a transaction may do something else: a credit is only kept for the very same transfer. */
const isSame = (known: DepositRow, seen: NewDeposit): boolean =>
  known.amount === seen.amount && known.asset === seen.asset && known.accountId === seen.accountId
/** Nor counted in a month, which knows the first amount. */
const wasNeverCredited = ({ state, credits }: DepositRow): boolean => state === 'ORPHANED' && credits === 0

/** The last block is no longer part of the chain. What it brought waits to come again. */
async function unwind(context: CryptoContext, last: BlockHead): Promise<Step> {
  const { db, clock, log } = context
  await inTransaction(db, async (tx) => {
    if (!(await store.deleteBlock(tx, last))) return
    for (const deposit of await lockDepositsOfBlock(tx, last)) await orphan(context, tx, deposit, clock.now())
    await store.forgetUnrecognized(tx, last.number)
    await takeSweepsBack(context, tx, last)
    failpoint('crypto.block_unwound')
  })
  if (!(await store.lastBlock(db)))
    log.error({ securityEvent: 'crypto_reorganised', block: last.number }, 'the chain reorganised deeper than the scanner looks back')
  return 'unwound'
}

async function orphan(context: CryptoContext, tx: Transaction, deposit: DepositRow, at: Date): Promise<void> {
  const to = deposit.state === 'COMPLETED' ? 'DISPUTED' : 'ORPHANED'
  await moveDeposit(context, tx, deposit, { to, at, actor: CHAIN, set: { reason: null, updated_at: at }, illegal: 'ignore' })
  const { id: depositId, transactionHash } = deposit
  if (to === 'DISPUTED')
    context.log.error({ securityEvent: 'crypto_reorganised', depositId, transactionHash }, 'the chain lost a deposit that was credited')
}
