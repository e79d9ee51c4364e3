/** Stores the intent of a chain operation with the business row that needs it. Nothing is signed or sent here. */
import type { Transaction } from '../../../platform/database/database.ts'
import { announceWork } from '../../../platform/jobs/wakeups.ts'
import type { ChainContext } from './context.ts'
import { requestOf, sameRequest } from './rules.ts'
import { type IntentRow, insertIntent } from './store.ts'
import type { TransactionIntent } from './types.ts'

export async function submitWithin({ clock, deployment, outbox }: ChainContext, tx: Transaction, intent: TransactionIntent): Promise<void> {
  const { operationId, wallet, kind, ref } = intent
  const request = requestOf(intent, deployment.chainId)
  const stored = await insertIntent(tx, { operationId: operationId, wallet, kind, ref, request }, clock.now())
  checkSame({ operationId, wallet, kind, ref, request }, stored)
  // Notify the signer.
  await announceWork(tx)
  // Refused before it was requested: the caller has to be notified now.
  if (stored.state === 'refused') await outbox.emit(tx, 'blockchain.operation_updated', { operationId, kind, ref, state: 'refused' })
}

type Content = Pick<IntentRow, 'wallet' | 'kind' | 'ref' | 'request'>

/** The same id with another content is a bug. */
export function checkSame({ operationId, ...asked }: Content & Pick<IntentRow, 'operationId'>, stored: Content): void {
  const { wallet, kind, ref, request } = stored
  const isSame = wallet === asked.wallet && kind === asked.kind && ref === asked.ref && sameRequest(request, asked.request)
  if (!isSame) throw new Error(`operation ${operationId} was decided before with another content`)
}
