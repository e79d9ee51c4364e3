/**
 * Books of a sweep: posted where the scanner sees it, whoever called it, and taken back with its block. Both sides are the house's: no
 * balance of a customer moves.
 */
import type { Transaction } from '../../../platform/database.ts'
import { idOf } from '../../../platform/ids.ts'
import type { BlockHead } from '../../blockchain/index.ts'
import { systemAccount } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import { depositAddresses } from '../deposits/postings.ts'
import * as store from './sweep-store.ts'

export async function noteSweeps(context: CryptoContext, tx: Transaction, seen: readonly store.NewSwept[]): Promise<void> {
  for (const one of seen) {
    const swept = await store.takeSwept(tx, one, context.clock.now())
    if (!swept) continue
    await store.markSwept(tx, swept)
    const { asset, amount, id } = swept
    const sides = { debit: systemAccount('chain', asset), credit: depositAddresses(asset) }
    await context.ledger.postWithin(tx, [{ kind: 'post', id: postingIdOf(swept), ...sides, amount, code: 'crypto.swept', ref: id }])
  }
}

export async function takeSweepsBack({ ledger }: CryptoContext, tx: Transaction, block: BlockHead): Promise<void> {
  for (const swept of await store.dropSwept(tx, block)) {
    await store.unmarkSwept(tx, swept)
    const transferId = postingIdOf(swept)
    await ledger.reverseWithin(tx, {
      id: idOf('crypto.swept.reverse', transferId),
      transferId,
      code: 'crypto.swept_reversed',
      ref: swept.id,
    })
  }
}

const postingIdOf = ({ id, times }: store.SweptRow): string => idOf('crypto.swept', id, String(times))
