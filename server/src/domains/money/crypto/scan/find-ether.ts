/**
 * Detection of ether at deposit addresses by balance (B3): ether that a contract forwards is no transaction to the address, so the scanner
 * does not see it. The unlisted part of an address's balance becomes a row of the officers' list, once, with the block range in which it
 * came. Ether cannot leave a deposit address, so the sum of its rows is its balance (docs/decisions/0020-token-deposits.md).
 */
import type { Address } from 'viem'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { depositAddressOf } from '../addresses/deposit-address.ts'
import type { CryptoContext } from '../context.ts'
import { blockAt, lastBlock, lockBlock } from './block-store.ts'
import { isDust } from './classify.ts'
import * as store from './ether-store.ts'

/** Batch size of one call to the node. */
const ADDRESSES_AT_ONCE = 300
/** Maximum calls of one pass; the next one continues with the others. */
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

/** Block that is final by the operator's setting, and scanned with all before it: null before there is one. */
async function blockToCompare({ db, blockchain, settings }: CryptoContext): Promise<BlockHead | null> {
  const last = await lastBlock(db)
  if (!last) return null
  const deepEnough = last.number - BigInt(settings.confirmationsNeeded) + 1n
  const final = await blockchain.finalBlock()
  return blockAt(db, deepEnough < final ? deepEnough : final)
}

/** False when the chain has another block at that height: the scanner drops it first. */
async function compare(context: CryptoContext, accountIds: readonly string[], block: BlockHead): Promise<boolean> {
  const { db, blockchain } = context
  const addresses = accountIds.map((accountId) => depositAddressOf(blockchain.deployment.forwarderFactory, accountId))
  const balances = await blockchain.depositEther(addresses, block)
  if (!balances) return false
  const held = accountIds.map((accountId, index) => {
    const [address, balance] = [addresses[index], balances[index]]
    if (address === undefined || balance === undefined) throw new Error('the node answered less than it was asked')
    return { accountId, address, balance }
  })
  return inTransaction(db, (tx) => record(context, tx, held, block))
}

interface Held {
  readonly accountId: string
  readonly address: Address
  readonly balance: bigint
}

/** False when a reorganisation dropped the block since the node answered: nothing is recorded for it. */
async function record({ clock, log }: CryptoContext, tx: Transaction, held: readonly Held[], block: BlockHead): Promise<boolean> {
  const { number: blockNumber } = block
  if (!(await lockBlock(tx, block))) return false
  const looks = await store.lockComparisons(
    tx,
    held.map(({ accountId }) => accountId),
    blockNumber,
  )
  const listed = await store.listedEther(
    tx,
    held.map(({ address }) => address),
    blockNumber,
  )
  const waiting: string[] = []
  const agreed: string[] = []
  for (const { accountId, address, balance } of held) {
    const afterBlock = looks.get(accountId)
    if (afterBlock === undefined) continue
    const amount = balance - (listed.get(address.toLowerCase()) ?? 0n)
    if (amount > 0n && isDust(amount)) {
      waiting.push(accountId)
      continue
    }
    agreed.push(accountId)
    if (amount <= 0n) continue
    await store.insertFoundEther(tx, { accountId, address, amount, afterBlock, blockNumber }, clock.now())
    log.warn({ accountId, amount: String(amount), afterBlock, blockNumber }, 'a deposit address has ether that no transaction sent to it')
  }
  await store.setCompared(tx, agreed, { blockNumber, isAgreed: true })
  await store.setCompared(tx, waiting, { blockNumber, isAgreed: false })
  return true
}
