/** Signer: takes intents in order, assesses each against its own reads, and signs it or records the refusal. */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { beginTransaction, moveIntent, moveTransaction } from '../operation-transitions.ts'
import { isTooOld } from '../rules.ts'
import * as store from '../store.ts'
import { adoptFound } from './adopt-found.ts'
import * as book from './book-store.ts'
import type { SignerContext } from './context.ts'
import { countSweeps, signedSince } from './evidence-store.ts'
import { assess } from './policy/assess.ts'
import { reasonOfLimit } from './policy/limits.ts'
import { SWEEPS_OF_ADDRESS_MAX } from './policy/sweep.ts'
import { type Moved, type Verdict, waits } from './policy/verdict.ts'
import { recoverWallet } from './recover-wallet.ts'
import { baseFeeOf, type SignedAttempt, signBytes } from './sign-bytes.ts'
import { signingStopReason, stopsOfSigned } from './signing-stops.ts'

/** `waits`: it may be signed later, and an operator was notified. */
export type Signed = 'stored' | 'refused' | 'waits'

const DAY_MS = 24 * 3_600_000

/** Idempotent for any number of concurrent signers: an operation has one signature or was refused. */
export async function signOperation(context: SignerContext, operationId: string): Promise<Signed> {
  const { db } = context
  const intent = await store.findIntent(db, operationId)
  if (!intent) throw new Error(`no decision for operation ${operationId}: nothing is signed`)
  if (intent.state === 'refused') return 'refused'
  // The chain first: an operation that a restored database no longer has is still done once.
  const chainNonce = await recoverWallet(context, intent.wallet)
  const known = await store.findTransaction(db, operationId)
  if (known?.signed) return 'stored'
  const found = known ? null : await adoptFound(context, intent)
  if (found) return found
  // The policy asks the chain, so it does not run under a lock; intents cannot be changed, and the limits are counted under the lock.
  const verdict = known ? null : await judge(context, intent)
  const reserved = await inTransaction(db, (tx) => reserveOrRefuse(context, tx, { operationId, verdict, chainNonce }))
  if (typeof reserved === 'string') return reserved
  if (reserved.signed) return 'stored'
  failpoint('blockchain.reserved')
  const attempt = await signBytes(context, intent, Number(reserved.nonce))
  failpoint('blockchain.signed')
  await storeSigned(context, operationId, attempt)
  failpoint('blockchain.stored')
  return 'stored'
}

async function judge(context: SignerContext, intent: store.IntentRow): Promise<Verdict> {
  const { clock, settings } = context
  if (isTooOld({ kind: intent.kind, decidedAt: intent.decidedAt }, clock.now())) return { outcome: 'refuse', reason: 'it waited too long' }
  const verdict = await assess({ ...context, ...settings }, intent)
  // No operation above the fee ceiling enters the queue: a swap is returned in time, and the first operation after the peak is signed
  // first.
  const isTooDear = verdict.outcome === 'sign' && (await baseFeeOf(context)) >= context.feeCeilingWei()
  return isTooDear ? waits('the network asks more than may be offered') : verdict
}

/** An operation that has its nonce is always signed: every later one of the wallet waits for it. */
async function reserveOrRefuse(
  context: SignerContext,
  tx: Transaction,
  { operationId, verdict, chainNonce }: { operationId: string; verdict: Verdict | null; chainNonce: number },
): Promise<store.TransactionRow | 'refused' | 'waits'> {
  const intent = await store.lockIntent(tx, operationId)
  const address = context.keys[intent.wallet].address.toLowerCase()
  const reserved = await store.findTransaction(tx, operationId)
  if (reserved && (reserved.signed !== null || reserved.nonce !== null)) return reserved
  if (reserved) {
    // Another transaction took its nonce: no operation waits for it, so it waits while signing is stopped.
    await book.lockWallet(tx, address)
    const stops = await stopsOfSigned(tx, { ...intent, asset: await book.assetOf(tx, operationId) })
    const reason = await signingStopReason(context, tx, stops)
    if (reason) return wait(context, intent, reason)
    const fresh = await book.allocateNonce(tx, address, chainNonce)
    await book.setNonce(tx, operationId, fresh)
    return { ...reserved, nonce: fresh }
  }
  if (intent.state === 'refused' || !verdict) return 'refused'
  if (verdict.outcome === 'refuse') return refuseIntent(context, tx, intent, verdict.reason)
  if (verdict.outcome === 'wait') return wait(context, intent, verdict.reason)
  await book.lockWallet(tx, address)
  const standstill = await signingStopReason(context, tx, verdict.stops)
  if (standstill) return wait(context, intent, standstill)
  if (intent.kind === 'sweep' && (await sweptTooOften(context, tx, intent)))
    return refuseIntent(context, tx, intent, 'more sweeps of the address than a day has')
  const limit = verdict.moved && (await limitReason(context, tx, intent, verdict.moved))
  if (limit) return overLimit(context, tx, intent, limit)
  const at = context.clock.now()
  await moveIntent(context, tx, intent, { to: 'reserved', at, actor: SYSTEM })
  const nonce = await book.allocateNonce(tx, address, chainNonce)
  const transaction = await book.insertTransaction(tx, intent, { address, nonce, moved: verdict.moved }, at)
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

/** Asked under the wallet's lock, since an attacker would request all of them concurrently. */
async function sweptTooOften({ clock }: SignerContext, tx: Transaction, { request }: store.IntentRow): Promise<boolean> {
  return (await countSweeps(tx, request.data, new Date(clock.now().getTime() - DAY_MS))) >= SWEEPS_OF_ADDRESS_MAX
}

/**
 * A customer's swap is returned, and officers propose a smaller sweep. A mint, burn or withdrawal is valid and only too large for now: it
 * waits.
 */
async function overLimit(context: SignerContext, tx: Transaction, intent: store.IntentRow, reason: string): Promise<'refused' | 'waits'> {
  return intent.kind === 'swap' || intent.kind === 'to_cold' ? refuseIntent(context, tx, intent, reason) : wait(context, intent, reason)
}

function wait(context: SignerContext, intent: store.IntentRow, reason: string): 'waits' {
  const { operationId, kind, ref } = intent
  context.log.error(
    { securityEvent: 'signer_limit', operationId, kind, ref, reason },
    'an operation waits: for the limits of the signer, a pause, a frozen asset, a blocked account or a cheaper network',
  )
  return 'waits'
}

async function refuseIntent(context: SignerContext, tx: Transaction, intent: store.IntentRow, reason: string): Promise<'refused'> {
  const { operationId, kind, ref } = intent
  const at = context.clock.now()
  const change = { to: 'refused', at, actor: SYSTEM, note: reason, set: { refused: reason } } as const
  await book.abandonOperation(tx, operationId, { reason, at })
  if ((await moveIntent(context, tx, intent, change)) === 'moved')
    context.log.error(
      { securityEvent: 'signer_refused', operationId, kind, ref, reason },
      'the signer refused an operation: an operator has to check it',
    )
  return 'refused'
}

/** Keeps the first signature: a later one of the same operation changes nothing. */
async function storeSigned(context: SignerContext, operationId: string, attempt: SignedAttempt): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const at = context.clock.now()
    const set = { signed: attempt.signed, hash: attempt.hash, updated_at: at }
    const transaction = await store.lockTransaction(tx, operationId)
    const moved = await moveTransaction(context, tx, transaction, { to: 'signed', at, actor: SYSTEM, set, illegal: 'ignore' })
    if (moved === 'moved') await book.insertAttempt(tx, attempt, at)
  })
}

/** Adopts refusals that another role recorded: the signer never signs them, records that itself, and their holds are released. */
export async function adoptRefusals(context: SignerContext): Promise<void> {
  const { db, clock, outbox, log } = context
  for (const operationId of await book.refusalsByOtherRoles(db))
    await inTransaction(db, async (tx) => {
      const { kind, ref, state } = await store.lockIntent(tx, operationId)
      if (state !== 'refused') return
      const reason = 'it was written down as refused'
      await book.abandonOperation(tx, operationId, { reason, at: clock.now() })
      await outbox.emit(tx, 'blockchain.operation_updated', { operationId, kind, ref, state })
      log.error(
        { securityEvent: 'signer_refused', operationId, kind, ref, reason },
        'a refusal was written into the database without a seal',
      )
    })
}
