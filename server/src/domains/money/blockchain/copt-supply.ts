/**
 * COPT supply outside the treasury follows the pesos in the bank. It is minted when pesos have arrived (also when a bank returns a payment)
 * and burned when they have left, never in the other order.
 */
import { encodeFunctionData } from 'viem'
import { COPT } from '../../../../../solidity/artifacts.generated.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { ChainContext } from './context.ts'
import { operationIdOf } from './operation-ids.ts'
import { submitWithin } from './submit.ts'
import type { TransactionIntent } from './types.ts'

const SUPPLY_GAS = 150_000n

export function followBankPesos(context: ChainContext): void {
  const { db, outbox, deployment } = context
  outbox.on('payments.deposit_credited', 'blockchain.mint', async ({ depositId, amount }) => {
    await mint(operationIdOf('blockchain.mint', depositId), depositId, amount)
  })
  outbox.on('payments.withdrawal_reversed', 'blockchain.mint', async ({ withdrawalId, amount }) => {
    await mint(operationIdOf('blockchain.mint-again', withdrawalId), withdrawalId, amount)
  })
  outbox.on('payments.withdrawal_settled', 'blockchain.burn', async ({ withdrawalId, amount }) => {
    await burn(operationIdOf('blockchain.burn', withdrawalId), withdrawalId, amount)
  })
  outbox.on('payments.deposit_taken_back', 'blockchain.burn', async ({ depositId, amount }) => {
    await burn(operationIdOf('blockchain.burn-taken-back', depositId), depositId, amount)
  })

  outbox.on('payments.payout_booked', 'blockchain.burn', async ({ payoutRef, amount }) => {
    await burn(operationIdOf('blockchain.burn', payoutRef), payoutRef, amount)
  })
  outbox.on('payments.payout_sent_back', 'blockchain.mint', async ({ payoutRef, amount }) => {
    await mint(operationIdOf('blockchain.mint-again', payoutRef), payoutRef, amount)
  })

  async function burn(operationId: string, ref: string, amount: string): Promise<void> {
    const data = encodeFunctionData({ abi: COPT.abi, functionName: 'burn', args: [BigInt(amount)] })
    await decide({ operationId, wallet: 'hot', kind: 'burn', ref, data })
  }

  async function mint(operationId: string, ref: string, amount: string): Promise<void> {
    const data = encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [deployment.hotWallet, BigInt(amount)] })
    await decide({ operationId, wallet: 'treasury', kind: 'mint', ref, data })
  }

  /** COPT has two decimals, like the cents of the events. */
  async function decide(intent: Omit<TransactionIntent, 'to' | 'gas'>): Promise<void> {
    await inTransaction(db, (tx) => submitWithin(context, tx, { ...intent, to: deployment.tokens.COPT, gas: SUPPLY_GAS }))
  }
}
