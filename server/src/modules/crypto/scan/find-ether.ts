/**
 * Ether at deposit addresses by their balances (B3): what a contract passes on is no transaction to the address, so that the scanner sees nothing of it.
 * What an address has beyond what is listed of it becomes a row of the officers' list, once, with the blocks in which it came. Ether cannot leave a
 * deposit address, so the sum of its rows is its balance (docs/decisions/0020-token-deposits.md).
 */
import type { Address } from 'viem'
import { inTransaction } from '../../../platform/database.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { depositAddressOf } from '../addresses/derive-address.ts'
import type { CryptoContext } from '../context.ts'
import { blockAt, lastBlock } from './block-store.ts'
import { isDust } from './classify.ts'
import * as store from './ether-store.ts'

/** Of one call to the node. */
const ADDRESSES_AT_ONCE = 300
/** Of one pass; the next one goes on with the others. */
const CALLS_MAX = 10

export async function findEther(context: CryptoContext): Promise<void> {
  const { db, blockchain } = context
  await blockchain.checkNode()
  const block = await blockToCompare(context)
  if (!block) return
  for (let call = 0; call < CALLS_MAX; call++) {
    const accountIds = await store.addressesToCompare(db, block.number, ADDRESSES_AT_ONCE)
    if (accountIds.length === 0 || !(await compare(context, accountIds, block))) return
  }
}

/** Final as far as the operator trusts the chain, and read by the scanner with all before it: null before there is one. */
async function blockToCompare({ db, blockchain, settings }: CryptoContext): Promise<BlockHead | null> {
  const last = await lastBlock(db)
  if (!last) return null
  const deepEnough = last.number - BigInt(settings.confirmationsNeeded) + 1n
  const final = await blockchain.finalBlock()
  return blockAt(db, deepEnough < final ? deepEnough : final)
}

interface Held {
  readonly accountId: string
  readonly address: Address
  readonly balance: bigint
}

/** False when the chain has another block there: the scanner takes it back first. */
async function compare(context: CryptoContext, accountIds: readonly string[], block: BlockHead): Promise<boolean> {
  const { db, blockchain } = context
  const addresses = accountIds.map((accountId) => depositAddressOf(blockchain.deployment.forwarderFactory, accountId))
  const balances = await blockchain.depositEther(addresses, block)
  if (!balances) return false
  const listed = await store.listedEther(db, addresses, block.number)
  const waiting: string[] = []
  const agreed: string[] = []
  for (const [index, accountId] of accountIds.entries()) {
    const [address, balance] = [addresses[index], balances[index]]
    if (address === undefined || balance === undefined) throw new Error('the node answered less than it was asked')
    const missing = balance - (listed.get(address.toLowerCase()) ?? 0n)
    if (missing > 0n && !isDust(missing)) await list(context, { accountId, address, balance }, block.number)
    else (missing > 0n ? waiting : agreed).push(accountId)
  }
  await store.setLooked(db, agreed, { blockNumber: block.number, isAgreed: true })
  await store.setLooked(db, waiting, { blockNumber: block.number, isAgreed: false })
  return true
}

async function list({ db, clock, log }: CryptoContext, { accountId, address, balance }: Held, blockNumber: bigint): Promise<void> {
  await inTransaction(db, async (tx) => {
    const afterBlock = await store.lockLook(tx, accountId, blockNumber)
    if (afterBlock === null) return
    // Again under the lock, by which it is listed once.
    const listed = (await store.listedEther(tx, [address], blockNumber)).get(address.toLowerCase()) ?? 0n
    const amount = balance - listed
    if (amount <= 0n) return
    await store.insertFoundEther(tx, { accountId, address, amount, afterBlock, blockNumber }, clock.now())
    log.warn({ accountId, amount: String(amount), afterBlock, blockNumber }, 'a deposit address has ether that no transaction sent to it')
  })
}
