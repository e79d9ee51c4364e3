/** Writes what is to be done on the chain, with the business row that wants it. Nothing is signed or sent here. */
import type { Transaction } from '../../platform/database.ts'
import type { ChainContext } from './context.ts'
import { intentHash, requestOf } from './rules.ts'
import { insertIntent } from './store.ts'
import type { TransactionIntent } from './types.ts'

export const SIGN_JOB = 'blockchain.sign'

export async function submitWithin(
  { clock, jobs, deployment, settings }: ChainContext,
  tx: Transaction,
  intent: TransactionIntent,
): Promise<void> {
  const { operationId, wallet, kind, ref } = intent
  const request = requestOf(intent, deployment.chainId, settings.maximumFeeWei)
  const hash = intentHash(intent, request)
  const stored = await insertIntent(tx, { operation_id: operationId, wallet, kind, ref, request, hash }, clock.now())
  if (stored.hash !== hash) throw new Error(`operation ${operationId} was decided before with another content`)
  await jobs.enqueue(tx, { name: SIGN_JOB, key: operationId, payload: { operationId } })
}
