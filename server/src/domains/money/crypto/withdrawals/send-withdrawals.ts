/**
 * Sending of released withdrawals: repeats the checks that could have changed since the request, and writes the intent for the signer in
 * the same transaction; or transfers it internally to another customer. Safe for concurrent processes: the row's lock decides.
 */
import { encodeFunctionData, isAddressEqual } from 'viem'
import { ERC20_ABI } from '../../../../chain/uniswap.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { operationIdOf, type TransactionIntent, withdrawalText } from '../../blockchain/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import { findOwners } from '../addresses/address-store.ts'
import { depositAddressOf } from '../addresses/deposit-address.ts'
import type { CryptoContext } from '../context.ts'
import { depositTokens } from '../deposit-tokens.ts'
import { holdForReview } from './hold-for-review.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { TRANSFER_GAS_LIMIT } from './network-cost.ts'
import { isPaused } from './pause-store.ts'
import { isReleased, isReleasedAsListed } from './release-proof.ts'
import { MAY_LEAVE } from './states.ts'
import { transferInternally } from './transfer-internally.ts'
import * as store from './withdrawal-store.ts'

const WITHDRAWALS_MAX = 50
/** Interval of checks during a pause. */
const LOOK_AGAIN_MS = 2_000
/** A sweep or the treasury has to bring tokens first. */
const LOOK_FOR_TOKENS_MS = 10_000
const AGAIN_AFTER_FAILURE_MS = 30_000

export async function sendWithdrawals(context: CryptoContext): Promise<void> {
  const { db, clock, log } = context
  for (const id of await store.dueWithdrawals(db, clock.now(), WITHDRAWALS_MAX))
    try {
      await sendWithdrawal(context, id)
    } catch (error) {
      log.error({ err: error, withdrawalId: id }, 'a token withdrawal was not sent: it is tried again')
      await store.deferWithdrawal(db, id, { at: clock.now(), until: later(context, AGAIN_AFTER_FAILURE_MS), waiting: null })
    }
}

const later = ({ clock }: Pick<CryptoContext, 'clock'>, ms: number): Date => new Date(clock.now().getTime() + ms)

async function sendWithdrawal(context: CryptoContext, id: string): Promise<void> {
  // The node is queried before anything is locked.
  const hot = await hotWalletNow(context, id)
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await store.lockWithdrawal(tx, id)
    if (!withdrawal || !MAY_LEAVE.has(withdrawal.state)) return
    const wait = await waitOf(context, tx, withdrawal, hot)
    if (wait) return store.deferWithdrawal(tx, id, { ...wait, at: context.clock.now() })
    if (await isNewlyListed(context, tx, withdrawal)) return holdBack(context, tx, withdrawal)
    await proveRow(context, tx, withdrawal)
    await send(context, tx, withdrawal)
    failpoint('crypto.withdrawal_sending')
  })
  failpoint('crypto.withdrawal_handed_over')
}

interface HotWallet {
  readonly hasGas: boolean
  /** Balance of the withdrawn asset, in base units. */
  readonly balance: bigint
}

async function hotWalletNow({ db, blockchain: { reads } }: CryptoContext, id: string): Promise<HotWallet> {
  const withdrawal = await store.findWithdrawal(db, id)
  // An internal transfer takes nothing from the wallet.
  if (!withdrawal || withdrawal.receiverId) return { hasGas: true, balance: 0n }
  const [hasGas, balance] = await Promise.all([reads.canPayGas(TRANSFER_GAS_LIMIT), reads.hotBalance(withdrawal.asset)])
  return { hasGas, balance }
}

/** Reason to wait for now; null when there is none. */
async function waitOf(
  context: CryptoContext,
  tx: Transaction,
  { accountId, asset, receiverId, amount }: store.WithdrawalRow,
  { hasGas, balance }: HotWallet,
): Promise<{ waiting: store.Waiting; until: Date } | null> {
  const { ledger, limits } = context
  const soon = later(context, LOOK_AGAIN_MS)
  if (await isPaused(tx, context)) return { waiting: 'paused', until: soon }
  const blockedUntil = await limits.payoutBlockedUntil(tx, accountId)
  if (blockedUntil) return { waiting: 'on_hold', until: blockedUntil }
  if ((await ledger.freezes(tx)).some((freeze) => freeze.asset === asset)) return { waiting: 'frozen', until: soon }
  if (receiverId) return null
  if (!hasGas) return { waiting: 'network', until: soon }
  // The chain would revert it and charge the gas, repeatedly until deposits are swept.
  if (balance - (await store.lockLeaving(tx, asset)) >= amount) return null
  return { waiting: 'tokens', until: later(context, LOOK_FOR_TOKENS_MS) }
}

async function isNewlyListed(context: CryptoContext, tx: Transaction, withdrawal: store.WithdrawalRow): Promise<boolean> {
  if (await isReleasedAsListed(context, tx, withdrawal)) return false
  const { accountId, address } = withdrawal
  return (await context.screening.isSanctioned(tx, address, { accountId, place: 'withdrawal' })) === 'listed'
}

async function holdBack(context: CryptoContext, tx: Transaction, withdrawal: store.WithdrawalRow): Promise<void> {
  const facts = { securityEvent: 'crypto_sanctioned_address', withdrawalId: withdrawal.id }
  context.log.error(facts, 'the address of a withdrawal is on a list')
  await holdForReview(context, tx, withdrawal, { actor: SYSTEM, isListed: true })
}

/** Throws when the row differs from the request: an attacker wrote to the database (docs/decisions/0016-sealed-balances.md). */
async function proveRow(context: CryptoContext, tx: Transaction, row: store.WithdrawalRow): Promise<void> {
  const { ledger, log, seals } = context
  const hold = await ledger.provedHold(row.id, tx)
  const isHeld = hold?.left === row.amount + row.fee && hold.accountId === customerAccount(row.accountId, row.asset).id
  const isReceivers = await isOfReceiver(context, tx, row)
  const isSealed = seals.isSealOf(withdrawalText(row), row.seal)
  if (isHeld && isReceivers && isSealed && (await isReleased(context, tx, row))) return
  log.error({ securityEvent: 'ledger_unproved', withdrawalId: row.id }, 'a token withdrawal is not what was asked for: nothing was sent')
  refuse('ledger.unproved')
}

/** Without a receiver its address must be no customer's: tokens that arrive there from the platform's own wallet would not be credited. */
async function isOfReceiver(
  { blockchain }: CryptoContext,
  tx: Transaction,
  { receiverId, address }: store.WithdrawalRow,
): Promise<boolean> {
  if (receiverId === null) return (await findOwners(tx, [address])).size === 0
  return isAddressEqual(depositAddressOf(blockchain.deployment.forwarderFactory, receiverId), address)
}

async function send(context: CryptoContext, tx: Transaction, withdrawal: store.WithdrawalRow): Promise<void> {
  const { clock, blockchain } = context
  const at = clock.now()
  const approved = { ...withdrawal, state: 'APPROVED' as const }
  if (withdrawal.state === 'REQUESTED') await moveWithdrawal(context, tx, withdrawal, { to: 'APPROVED', at, actor: SYSTEM })
  if (withdrawal.receiverId) return transferInternally(context, tx, approved, withdrawal.receiverId)
  await moveWithdrawal(context, tx, approved, { to: 'SIGNING', at, actor: SYSTEM, set: { waiting: null } })
  await blockchain.submitWithin(tx, transferIntent(context, withdrawal))
}

/** Intent for the signer, deterministic for one withdrawal. */
export function transferIntent(
  { blockchain }: Pick<CryptoContext, 'blockchain'>,
  { id, asset, address, amount }: store.WithdrawalRow,
): TransactionIntent {
  const token = depositTokens(blockchain.deployment).find((accepted) => accepted.asset === asset)
  if (!token) throw new Error(`${asset} has no contract`)
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [address, amount] })
  const operation = { operationId: operationIdOf('crypto.withdrawal', id), wallet: 'hot', kind: 'transfer', ref: id } as const
  return { ...operation, to: token.contract, data, gas: TRANSFER_GAS_LIMIT }
}
