/** Requests of sweeps for addresses above the threshold, and their results. The scanner books the moved tokens. */
import { encodeFunctionData } from 'viem'
import { DepositForwarderFactory } from '../../../../../../solidity/artifacts.generated.ts'
import type { Events } from '../../../../events.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { operationIdOf } from '../../blockchain/index.ts'
import { saltOf } from '../addresses/deposit-address.ts'
import type { CryptoContext } from '../context.ts'
import { depositTokens } from '../deposit-tokens.ts'
import * as store from './sweep-store.ts'

const SWEEPS_MAX = 20
const AGAIN_AFTER_MS = 3_600_000
/** The first sweep of an address deploys its contract. */
const SWEEP_GAS = 300_000n

export async function requestSweeps(context: CryptoContext): Promise<void> {
  const { db, clock, settings } = context
  const lastBefore = new Date(clock.now().getTime() - AGAIN_AFTER_MS)
  for (const unswept of await store.findUnswept(db, settings.sweepMinimums, lastBefore, SWEEPS_MAX)) await requestSweep(context, unswept)
}

async function requestSweep({ db, clock, blockchain }: CryptoContext, { accountId, asset }: store.Unswept): Promise<void> {
  const { forwarderFactory } = blockchain.deployment
  const token = depositTokens(blockchain.deployment).find((accepted) => accepted.asset === asset)
  if (!token || !(await blockchain.reads.canPayGas(SWEEP_GAS))) return
  const id = newId()
  const args = [saltOf(accountId), [token.contract]] as const
  const data = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args })
  await inTransaction(db, async (tx) => {
    if (!(await store.insertSweep(tx, { id, accountId, asset }, clock.now()))) return
    const operationId = operationIdOf('crypto.sweep', id)
    await blockchain.submitWithin(tx, { operationId, wallet: 'hot', kind: 'sweep', ref: id, to: forwarderFactory, data, gas: SWEEP_GAS })
  })
}

const ENDED: ReadonlySet<string> = new Set(['confirmed', 'reverted', 'refused', 'superseded'])

export async function followSweep({ db, clock }: CryptoContext, event: Events['blockchain.operation_updated']): Promise<void> {
  if (event.kind === 'sweep' && ENDED.has(event.state)) await store.endSweep(db, event.ref, clock.now())
}
