/**
 * Replace stuck transactions (fee bump, replace-by-fee). Bytes whose nonce another transaction used are signed again or abandoned, and a
 * transaction that no block takes is replaced at its own nonce with a higher fee. At most one operation of a wallet holds up the others, so
 * only that one is replaced.
 */
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { readChainResult } from '../chain-result.ts'
import { moveTransaction } from '../operation-transitions.ts'
import { IN_FLIGHT } from '../states.ts'
import { findIntent, lockTransaction } from '../store.ts'
import type { SigningWallet } from '../types.ts'
import * as book from './book-store.ts'
import type { SignerContext } from './context.ts'
import { feesNow, replacementFees } from './fees.ts'
import { recoverWallet } from './recover-wallet.ts'
import { baseFeeOf, signBytes } from './sign-bytes.ts'
import { signingStopReason, stopsOfSigned } from './signing-stops.ts'

export async function replaceStuckTransactions(context: SignerContext, wallet: SigningWallet): Promise<void> {
  const nonce = await recoverWallet(context, wallet)
  const address = context.keys[wallet].address.toLowerCase()
  for (const operationId of await book.withoutNonce(context.db, address)) await renew(context, operationId, { address, nonce })
  await replaceStuck(context, { address, nonce })
}

/**
 * A customer's swap is returned instead of done at another moment; mints and burns follow the pesos at any age. It waits for a final block
 * that used the nonce: until then a reorganisation could make the old bytes valid, and the operation would be done twice.
 */
async function renew(
  context: SignerContext,
  operationId: string,
  { address, nonce: chainNonce }: { address: string; nonce: number },
): Promise<void> {
  const { db, clock, log, client, finality } = context
  const intent = await findIntent(db, operationId)
  if (!intent) return
  const { said } = await readChainResult({ db, client, settings: finality }, operationId)
  if (said !== 'spent') {
    if (await book.restoreNonce(db, operationId, chainNonce))
      log.warn({ operationId }, 'the block that had used the nonce of an operation was reorganised: the operation has its nonce again')
    return
  }
  if (intent.kind === 'swap') {
    await inTransaction(db, async (tx) => {
      const transaction = await lockTransaction(tx, operationId)
      if (transaction.nonce !== null) return
      const at = clock.now()
      await book.abandonOperation(tx, operationId, { reason: 'superseded', at })
      const superseded = { to: 'superseded', at, actor: SYSTEM, set: { updated_at: at }, illegal: 'ignore' } as const
      await moveTransaction(context, tx, transaction, superseded)
    })
    return log.warn({ operationId }, 'the nonce of a swap was used by another transaction: its trade is refunded')
  }
  // Before the lock of the wallet's row, for which other signers wait.
  const fees = feesNow(await baseFeeOf(context), context.feeCeilingWei())
  const isRenewed = await inTransaction(db, async (tx) => {
    const transaction = await lockTransaction(tx, operationId)
    if (transaction.nonce !== null) return false
    // A settled withdrawal has no hold any more: it was paid, or it is its customer's claim, which is paid otherwise.
    if (intent.kind === 'transfer' && !(await isHeld(context, tx, intent.ref))) return false
    const asset = await book.assetOf(tx, operationId)
    // No operation waits for it: it has no nonce.
    if (await signingStopReason(context, tx, await stopsOfSigned(tx, { ...intent, asset }))) return false
    await book.lockWallet(tx, address)
    const attempt = await signBytes(context, intent, Number(await book.allocateNonce(tx, address, chainNonce)), fees)
    await book.insertAttempt(tx, attempt, clock.now())
    await book.setBytes(tx, operationId, { ...attempt, now: clock.now() })
    return true
  })
  if (isRenewed) log.warn({ operationId }, 'the nonce of an operation was used by another transaction: it was signed again')
}

/** False also while the ledger does not prove it: one bad row holds up no other operation. */
const isHeld = ({ ledger, log }: SignerContext, tx: Transaction, withdrawalId: string): Promise<boolean> =>
  ledger.provedHold(withdrawalId, tx).then(
    (hold) => hold !== null,
    (error) => {
      log.error({ err: error, withdrawalId }, 'what is held for a withdrawal is not proved: its transfer is not signed again')
      return false
    },
  )

/** One at a time, the one with the chain's next nonce: all others of the wallet wait for it. */
async function replaceStuck(context: SignerContext, { address, nonce }: { address: string; nonce: number }): Promise<void> {
  const { db, clock, log, settings } = context
  const ceilingWei = context.feeCeilingWei()
  const last = await book.lastAttemptAt(db, address, nonce)
  if (!last || clock.now().getTime() - last.signedAt.getTime() < settings.replaceAfterMs) return
  const intent = await findIntent(db, last.operationId)
  if (!intent) return
  const offered = { maxFeePerGas: last.maxFeeWei ?? ceilingWei, maxPriorityFeePerGas: last.priorityFeeWei ?? 1n }
  const baseFeeWei = await baseFeeOf(context)
  const fees = replacementFees(offered, baseFeeWei, ceilingWei)
  const facts = { operationId: last.operationId, nonce, offeredWei: String(offered.maxFeePerGas), baseFeeWei: String(baseFeeWei) }
  if (!fees)
    return log.error(
      { securityEvent: 'chain_stuck', ...facts },
      'no block includes an operation, and the fee ceiling allows no higher offer',
    )
  const attempt = await signBytes(context, intent, nonce, fees)
  failpoint('blockchain.replacing')
  await inTransaction(db, async (tx) => {
    const transaction = await lockTransaction(tx, last.operationId)
    if (transaction.nonce !== last.nonce || !IN_FLIGHT.has(transaction.state)) return
    await book.insertAttempt(tx, attempt, clock.now())
    await book.setBytes(tx, last.operationId, { ...attempt, now: clock.now() })
  })
  log.warn({ ...facts, offersWei: String(fees.maxFeePerGas) }, 'an operation was replaced by one that offers more')
}
