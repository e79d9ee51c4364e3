/** Found transactions with their data on chain, and the withdrawals that they may belong to. */
import type { FOUND_WAITS, FoundTarget } from '@tunjo/contract/found-transactions'
import type { AssetCode } from '@tunjo/contract/money'
import { type Address, BaseError, type Hex, isAddressEqual } from 'viem'
import { tokenTransfers } from '../../../../chain/token-transfers.ts'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import {
  type FoundBookingFacts,
  type FoundResult,
  type FoundTransaction,
  operationIdOf,
  type ReceiptLog,
  type StoredReceipt,
} from '../../blockchain/index.ts'
import { findOwners } from '../addresses/address-store.ts'
import type { CryptoContext } from '../context.ts'
import { assetOfContract } from '../deposit-tokens.ts'
import { unsentTo, type WithdrawalRow } from '../withdrawals/withdrawal-store.ts'
import { foundBookings } from './booking-store.ts'
import { isBurn, isMint, type Moved, movesOf } from './moved.ts'

export interface OneTransfer {
  readonly asset: AssetCode
  readonly amount: bigint
  readonly receiver: Address
}
export interface Candidate {
  readonly row: WithdrawalRow
  readonly isNamed: boolean
}
export interface ReadTransaction {
  readonly found: FoundTransaction
  readonly waits: (typeof FOUND_WAITS)[number]
  /** Null while it waits for confirmations. */
  readonly receipt: StoredReceipt | null
  readonly moved: Moved | null
  /** Transfer of a transaction that moved one token to one address. */
  readonly transfer: OneTransfer | null
  readonly candidates: readonly Candidate[]
  readonly booking: FoundBookingFacts | null
}

/** All transactions that moved tokens, or may have. Those that the scanner books (tokens from deposit addresses) are left out. */
export async function readTransactions(context: CryptoContext, connection: Connection): Promise<ReadTransaction[]> {
  const all = await context.blockchain.foundTransactions(connection)
  return readThese(context, connection, all)
}

/** Null when the signer's table has no such transaction without an operation, or it is not found on chain. */
export async function readTransaction(context: CryptoContext, connection: Connection, hash: string): Promise<ReadTransaction | null> {
  const found = (await context.blockchain.foundTransactions(connection)).filter((one) => one.hash === hash)
  return (await readThese(context, connection, found))[0] ?? null
}

async function readThese(context: CryptoContext, connection: Connection, all: readonly FoundTransaction[]): Promise<ReadTransaction[]> {
  const hashes = all.map(({ hash }) => hash)
  const [words, bookings] = [await wordsOf(context, all), await foundBookings(context, connection, hashes)]
  const read: ReadTransaction[] = []
  for (const found of all) {
    const one = await readOne(context, connection, { found, word: words.get(found.hash), booking: bookings.get(found.hash) ?? null })
    if (one) read.push(one)
  }
  return read
}

async function wordsOf({ blockchain }: CryptoContext, all: readonly FoundTransaction[]): Promise<ReadonlyMap<Hex, FoundResult>> {
  try {
    return await blockchain.readFound(all)
  } catch (error) {
    if (error instanceof BaseError) refuse('blockchain.unavailable')
    throw error
  }
}

interface Said {
  readonly found: FoundTransaction
  readonly word: FoundResult | undefined
  readonly booking: FoundBookingFacts | null
}

async function readOne(context: CryptoContext, connection: Connection, { found, word, booking }: Said): Promise<ReadTransaction | null> {
  const nothing = { found, booking, receipt: null, moved: null, transfer: null, candidates: [] }
  if (!word || word.said === 'nothing') return booking ? { ...nothing, waits: 'booked' } : null
  if (word.said === 'shallow') return { ...nothing, waits: booking ? 'booked' : 'confirmations' }
  const { receipt } = word
  const logs = await withoutSwept(connection, receipt.logs)
  const moved = context.blockchain.movedBy(logs)
  if (movesOf(moved).length === 0) return booking ? { ...nothing, receipt, moved, waits: 'booked' } : null
  const transfer = oneTransfer(context, logs)
  const candidates = transfer && !booking ? await candidatesOf(connection, found, transfer) : []
  const waits = booking ? 'booked' : (await hasPesos(context, connection, found, moved)) ? 'payment' : 'officers'
  return { found, booking, receipt, moved, transfer, candidates, waits }
}

/**
 * True when COPT was minted, or burned for pesos whose movement is in the books: their booking ends it. A burn for a movement that no book
 * has is booked like any other transaction.
 */
async function hasPesos(context: CryptoContext, connection: Connection, { operationId }: FoundTransaction, moved: Moved): Promise<boolean> {
  if (!isBurn(moved)) return isMint(moved)
  if (operationId !== null && (await context.blockchain.operation(operationId)) !== null) return true
  const ids = await context.payments.awaitingBurn(connection)
  return ids.some((id) => BURNS.some((purpose) => operationIdOf(purpose, id) === operationId))
}

const BURNS = ['blockchain.burn', 'blockchain.burn-taken-back'] as const

/** Transfers from a customer's deposit address are booked by the scanner, also when an outsider called the sweep. */
async function withoutSwept(connection: Connection, logs: readonly ReceiptLog[]): Promise<ReceiptLog[]> {
  const senders = tokenTransfers(logs).map(({ args }) => args.from)
  const owners = await findOwners(connection, senders)
  const isSwept = (log: ReceiptLog) => tokenTransfers([log]).some(({ args }) => owners.has(args.from.toLowerCase()))
  return logs.filter((log) => !isSwept(log))
}

function oneTransfer({ blockchain: { deployment } }: CryptoContext, logs: readonly ReceiptLog[]): OneTransfer | null {
  const [transfer, another] = tokenTransfers(logs)
  if (!transfer || another) return null
  const asset = assetOfContract(deployment, transfer.address)
  if (!asset || !isAddressEqual(transfer.args.from, deployment.hotWallet)) return null
  return { asset, amount: transfer.args.value, receiver: transfer.args.to }
}

/** A transaction that names a withdrawal of the books belongs to it, whatever other ones would match. */
async function candidatesOf(connection: Connection, { operationId }: FoundTransaction, transfer: OneTransfer): Promise<Candidate[]> {
  const rows = await unsentTo(connection, transfer)
  const all = rows.map((row) => ({ row, isNamed: operationIdOf('crypto.withdrawal', row.id) === operationId }))
  const named = all.filter(({ isNamed }) => isNamed)
  return named.length > 0 ? named : all
}

/** Possible bookings by officers. A transaction that names a withdrawal cannot be booked as none. */
export function bookableAs({ waits, candidates }: Pick<ReadTransaction, 'waits' | 'candidates'>): FoundTarget[] {
  if (waits !== 'officers') return []
  if (candidates.some(({ isNamed }) => isNamed)) return ['withdrawal']
  return candidates.length > 0 ? ['withdrawal', 'suspense'] : ['suspense']
}

/**
 * Count the transactions that moved this asset, or may have, and that two officers have not booked. One that minted COPT, or burned it for
 * pesos in the books, ends with its pesos.
 */
export async function countOpenFound(context: CryptoContext, tx: Transaction, asset: AssetCode): Promise<number> {
  const isOpen = ({ waits, moved }: ReadTransaction) =>
    waits === 'confirmations' || (waits === 'officers' && moved !== null && movesOf(moved).some((move) => move.asset === asset))
  return (await readTransactions(context, tx)).filter(isOpen).length
}

/**
 * Whether a transaction on the chain names this withdrawal: then it left, whatever a restored backup contains, and nothing of it is
 * refunded.
 */
export async function isNamedByFound({ blockchain }: CryptoContext, tx: Transaction, withdrawalId: string): Promise<boolean> {
  const operationId = operationIdOf('crypto.withdrawal', withdrawalId)
  return (await blockchain.foundTransactions(tx)).some((found) => found.operationId === operationId)
}

/**
 * Whether two officers booked to suspense the tokens that were burned for this withdrawal, of which no book has the payout: its pesos have
 * left the books with them.
 */
export async function isBurnBooked(context: CryptoContext, tx: Transaction, withdrawalId: string): Promise<boolean> {
  const operationId = operationIdOf('blockchain.burn', withdrawalId)
  const burns = (await context.blockchain.foundTransactions(tx)).filter((found) => found.operationId === operationId)
  const hashes = burns.map(({ hash }) => hash)
  return (await foundBookings(context, tx, hashes)).size > 0
}
