// Writes what is to be done on the chain, with the business row that wants it. Nothing is signed or sent here.
import type { Transaction } from '../../platform/database.ts'
import type { ChainContext } from './context.ts'
import { decisionHash, requestOf } from './rules.ts'
import { insertDecision } from './store.ts'
import type { Decision } from './types.ts'

export const SIGN_JOB = 'blockchain.sign'

export async function decideWithin(
  { clock, jobs, deployment, settings }: ChainContext,
  tx: Transaction,
  decision: Decision,
): Promise<void> {
  const { operationId, wallet, kind, ref } = decision
  const request = requestOf(decision, deployment.chainId, settings.maximumFeeWei)
  const hash = decisionHash(decision, request)
  const known = await insertDecision(tx, { operation_id: operationId, wallet, kind, ref, request, hash }, clock.now())
  if (known !== 'inserted' && known.hash !== hash) throw new Error(`operation ${operationId} was decided before with another content`)
  await jobs.enqueue(tx, { name: SIGN_JOB, key: operationId, payload: { operationId } })
}
