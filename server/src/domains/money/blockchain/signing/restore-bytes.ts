/** Restores to an operation the bytes that our key signed for it and that the database had lost. */
import type { Hex } from 'viem'
import type { Transaction } from '../../../../platform/database/database.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { beginTransaction, moveIntent, moveTransaction } from '../operation-transitions.ts'
import { findTransaction, lockIntent, lockTransaction } from '../store.ts'
import * as book from './book-store.ts'
import type { SignerContext } from './context.ts'

interface TakenBack {
  readonly address: string
  readonly nonce: number
  readonly signed: Hex
  readonly hash: Hex
  readonly now: Date
}

export async function restoreBytes(
  context: Pick<SignerContext, 'outbox'>,
  tx: Transaction,
  operationId: string,
  bytes: TakenBack,
): Promise<void> {
  const { now } = bytes
  const intent = await lockIntent(tx, operationId)
  if (intent.state === 'decided') await moveIntent(context, tx, intent, { to: 'reserved', at: now, actor: SYSTEM })
  if (!(await findTransaction(tx, operationId))) {
    const row = { address: bytes.address, nonce: BigInt(bytes.nonce), moved: null }
    await beginTransaction(context, tx, await book.insertTransaction(tx, intent, row, now), now)
  }
  const transaction = await lockTransaction(tx, operationId)
  if (transaction.state === 'reserved') {
    const set = { signed: bytes.signed, hash: bytes.hash, updated_at: now }
    await moveTransaction(context, tx, transaction, { to: 'signed', at: now, actor: SYSTEM, set })
  }
  await book.setBytes(tx, operationId, bytes)
}
