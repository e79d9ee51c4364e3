/**
 * The signer: finds intents that nobody signed yet, lets the signing policy judge each, and stores what it signs before anybody can send
 * it. It works with its own role of the database, and what it writes nobody else can.
 */
import { type Address, type Hex, keccak256 } from 'viem'
import type { ChainClient } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { type Database, inTransaction, type Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import type { Platform } from '../../../platform/module.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import type { Ledger } from '../../ledger/index.ts'
import { beginTransaction, moveIntent, moveTransaction } from '../move-operation.ts'
import { isTooOld } from '../rules.ts'
import * as store from '../store.ts'
import type { SigningWallet } from '../types.ts'
import type { SignerSettings } from './config.ts'
import { signedSince } from './evidence-store.ts'
import type { SigningKeys } from './keys.ts'
import { assess } from './policy/assess.ts'
import { reasonOfLimit } from './policy/limits.ts'
import type { Moved, Verdict } from './policy/verdict.ts'

export interface SignerContext extends Pick<Platform, 'clock' | 'log' | 'outbox'> {
  /** With the rights of the signer's role. */
  readonly db: Database
  readonly client: ChainClient
  readonly deployment: ChainDeployment
  readonly settings: SignerSettings
  readonly keys: SigningKeys
  readonly ledger: Pick<Ledger, 'provedHold' | 'provedTransfer'>
}

/** `waits`: it may be signed later, and an operator has been told. */
export type Signed = 'stored' | 'refused' | 'waits'

const PRIORITY_FEE_WEI = 1_000_000_000n
const DAY_MS = 24 * 3_600_000

/** Any number of times, by any number of signers at once: an operation has one signature or was refused. */
export async function signOperation(context: SignerContext, operationId: string): Promise<Signed> {
  const { db, keys } = context
  const intent = await store.findIntent(db, operationId)
  if (!intent) throw new Error(`nobody decided operation ${operationId}: nothing is signed`)
  const known = await store.findTransaction(db, operationId)
  if (known?.signed) return 'stored'
  if (intent.state === 'refused') return 'refused'
  await ensureWallet(context, intent.wallet, keys[intent.wallet].address)
  // The policy asks the chain, so it is not asked under a lock; intents cannot be changed, and the limits are counted under it.
  const verdict = known ? null : await judge(context, intent)
  const reserved = await inTransaction(db, (tx) => reserveOrRefuse(context, tx, operationId, verdict))
  if (typeof reserved === 'string') return reserved
  failpoint('blockchain.reserved')
  const signed = await signBytes(context, intent, reserved)
  failpoint('blockchain.signed')
  await storeSigned(context, operationId, signed)
  failpoint('blockchain.stored')
  return 'stored'
}

async function judge(context: SignerContext, intent: store.IntentRow): Promise<Verdict> {
  const { clock, settings } = context
  if (isTooOld({ kind: intent.kind, decidedAt: intent.decided_at }, clock.now())) return { outcome: 'refuse', reason: 'it waited too long' }
  return assess({ ...context, priceToleranceBps: settings.priceToleranceBps }, intent)
}

/** An operation that has its nonce is always signed: every later one of the wallet waits for it. */
async function reserveOrRefuse(
  context: SignerContext,
  tx: Transaction,
  operationId: string,
  verdict: Verdict | null,
): Promise<store.TransactionRow | 'refused' | 'waits'> {
  const intent = await store.lockIntent(tx, operationId)
  const reserved = await store.findTransaction(tx, operationId)
  if (reserved) return reserved
  if (intent.state === 'refused' || !verdict) return 'refused'
  if (verdict.outcome === 'refuse') return refuseIntent(context, tx, intent, verdict.reason)
  await store.lockWallet(tx, intent.wallet)
  const limit = verdict.moved && (await limitReason(context, tx, intent, verdict.moved))
  if (limit) return overLimit(context, tx, intent, limit)
  const at = context.clock.now()
  await moveIntent(context, tx, intent, { to: 'reserved', at, actor: SYSTEM })
  const transaction = await store.reserveNonce(tx, intent, verdict.moved, at)
  await beginTransaction(context, tx, transaction, at)
  return transaction
}

async function limitReason(
  { clock, settings }: SignerContext,
  tx: Transaction,
  { kind }: store.IntentRow,
  moved: Moved,
): Promise<string | null> {
  const { asset } = moved
  const today = await signedSince(tx, { kind, asset }, new Date(clock.now().getTime() - DAY_MS))
  return reasonOfLimit(moved, today, { operation: settings.operationMax[asset], day: settings.dayMax[asset] })
}

/** A customer's swap is given back. A mint or burn is right and only too much at once: it waits, since nobody would do it again. */
async function overLimit(context: SignerContext, tx: Transaction, intent: store.IntentRow, reason: string): Promise<'refused' | 'waits'> {
  if (intent.kind === 'swap') return refuseIntent(context, tx, intent, reason)
  const { operation_id: operationId, kind, ref } = intent
  context.log.error({ securityEvent: 'signer_limit', operationId, kind, ref, reason }, 'an operation waits for the limits of the signer')
  return 'waits'
}

async function refuseIntent(context: SignerContext, tx: Transaction, intent: store.IntentRow, reason: string): Promise<'refused'> {
  const { operation_id: operationId, kind, ref } = intent
  const change = { to: 'refused', at: context.clock.now(), actor: SYSTEM, note: reason, set: { refused: reason } } as const
  if ((await moveIntent(context, tx, intent, change)) === 'moved')
    context.log.error(
      { securityEvent: 'signer_refused', operationId, kind, ref, reason },
      'the signer refused an operation: somebody has to look',
    )
  return 'refused'
}

async function signBytes(
  { keys, deployment, settings }: SignerContext,
  { wallet, request }: store.IntentRow,
  { nonce }: store.TransactionRow,
): Promise<Hex> {
  const { maximumFeeWei } = settings
  return keys[wallet].signTransaction({
    type: 'eip1559',
    chainId: deployment.chainId,
    nonce: Number(nonce),
    to: request.to,
    data: request.data,
    value: 0n,
    gas: BigInt(request.gas),
    maxFeePerGas: maximumFeeWei,
    maxPriorityFeePerGas: PRIORITY_FEE_WEI < maximumFeeWei ? PRIORITY_FEE_WEI : maximumFeeWei,
  })
}

/** Keeps the first signature: a later one of the same operation changes nothing. */
async function storeSigned(context: SignerContext, operationId: string, signed: Hex): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const at = context.clock.now()
    const set = { signed, hash: keccak256(signed), updated_at: at }
    const transaction = await store.lockTransaction(tx, operationId)
    await moveTransaction(context, tx, transaction, { to: 'signed', at, actor: SYSTEM, set, illegal: 'ignore' })
  })
}

/** The first operation of a wallet begins where the chain is: the deployment used its first nonces. */
async function ensureWallet({ db, client }: SignerContext, wallet: SigningWallet, address: Address): Promise<void> {
  if (await store.walletExists(db, wallet)) return
  await store.insertWallet(db, wallet, address, await client.getTransactionCount({ address, blockTag: 'pending' }))
}
