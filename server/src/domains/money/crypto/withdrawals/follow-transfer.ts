/** Settlement of a token withdrawal by the result on chain: settled when enough blocks have it, refunded when nothing left. Once each. */
import { isAddressEqual } from 'viem'
import { tokenTransfers } from '../../../../chain/token-transfers.ts'
import type { Events } from '../../../../events.ts'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { idOf, isId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { CHAIN, SYSTEM } from '../../../../platform/state-machine/index.ts'
import { operationIdOf, type StoredReceipt, withdrawalText } from '../../blockchain/index.ts'
import { type Leg, systemAccount } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import { assetOfContract } from '../deposit-tokens.ts'
import { addressLabel } from '../saved-addresses/check-destination.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { WITHDRAWAL_NOT_SENT, WITHDRAWAL_REVERTED } from './reasons.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'
import { findWithdrawal, lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

export async function followTransfer(context: CryptoContext, event: Events['blockchain.operation_updated']): Promise<void> {
  if (event.kind !== 'transfer' || (await isForged(context, event))) return
  if (event.state === 'sent' || event.state === 'mined') return progress(context, event.ref)
  // An event is only a hint: the on-chain result of this withdrawal's transfer decides about the money.
  const result = await context.blockchain.result(operationIdOf('crypto.withdrawal', event.ref))
  if (result.outcome === 'open') return
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, event.ref)
    // A claim continues by the current state of the chain, not by the settlement of its transfer.
    if (!withdrawal || withdrawal.state === 'UNDELIVERED') return
    if (result.outcome === 'confirmed') await settle(context, tx, withdrawal, result.receipt)
    else await fail(context, tx, withdrawal, result.outcome)
  })
  failpoint('crypto.withdrawal_followed')
}

/** It names no withdrawal, or a forged one for which nothing was ever held: it is reported, and there is nothing to retry. */
async function isForged({ db, ledger, log, seals }: CryptoContext, { ref }: Events['blockchain.operation_updated']): Promise<boolean> {
  const row = isId(ref) ? await findWithdrawal(db, ref) : null
  if (row && (seals.isSealOf(withdrawalText(row), row.seal) || (await ledger.wasHeld(row.id)))) return false
  log.error({ securityEvent: 'chain_event_forged', kind: 'transfer', ref }, 'a transfer of no withdrawal: nothing was moved by its event')
  return true
}

async function progress(context: CryptoContext, withdrawalId: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (withdrawal) await moveWithdrawal(context, tx, withdrawal, { to: 'SENT', at: context.clock.now(), actor: CHAIN, illegal: 'ignore' })
  })
  failpoint('crypto.withdrawal_followed')
}

async function fail(
  context: CryptoContext,
  tx: Transaction,
  row: WithdrawalRow,
  state: 'reverted' | 'refused' | 'superseded',
): Promise<void> {
  const isReverted = state === 'reverted'
  const reason = isReverted ? WITHDRAWAL_REVERTED : WITHDRAWAL_NOT_SENT
  const isGiven = await refundWithdrawal(context, tx, row, { to: 'FAILED', actor: isReverted ? CHAIN : SYSTEM, reason, illegal: 'ignore' })
  if (isGiven)
    context.log.error({ securityEvent: 'crypto_withdrawal_failed', withdrawalId: row.id, state }, 'a token withdrawal was given back')
}

async function settle(context: CryptoContext, tx: Transaction, row: WithdrawalRow, receipt: StoredReceipt): Promise<void> {
  const { clock, ledger, outbox } = context
  const { id, accountId, asset, amount } = row
  proveRow(context, row)
  if (!isPaid(context, row, receipt)) throw new Error(`the receipt of withdrawal ${id} does not show that it was paid`)
  const at = clock.now()
  const change = { to: 'CONFIRMED', at, actor: CHAIN, set: { waiting: null, ended_at: at }, illegal: 'ignore' } as const
  if ((await moveWithdrawal(context, tx, row, change)) !== 'moved') return
  const settled = { accountId, withdrawalId: id, asset, amount: String(amount), address: addressLabel(row) }
  await outbox.emit(tx, 'crypto.withdrawal_settled', settled)
  await ledger.postWithin(tx, settlementLegs(row))
  failpoint('crypto.withdrawal_settled')
}

/** Throws when the row differs from the request: another fee would leave a part held permanently. */
function proveRow({ log, seals }: CryptoContext, row: WithdrawalRow): void {
  if (seals.isSealOf(withdrawalText(row), row.seal)) return
  log.error({ securityEvent: 'ledger_unproved', withdrawalId: row.id }, 'a token withdrawal is not what was asked for: nothing was settled')
  refuse('ledger.unproved')
}

/** Whether a transaction with this receipt paid the withdrawal. */
export function isPaid(
  { blockchain }: Pick<CryptoContext, 'blockchain'>,
  { asset, address, amount }: WithdrawalRow,
  { logs }: Pick<StoredReceipt, 'logs'>,
): boolean {
  const { deployment } = blockchain
  return tokenTransfers(logs).some(
    ({ address: contract, args }) =>
      assetOfContract(deployment, contract) === asset &&
      isAddressEqual(args.from, deployment.hotWallet) &&
      isAddressEqual(args.to, address) &&
      args.value === amount,
  )
}

/** The fee stays in the hot wallet, for the platform, which paid the gas. */
function settlementLegs({ id, asset, amount, fee }: WithdrawalRow): Leg[] {
  const common = { kind: 'settle', holdId: id, ref: id } as const
  const paid = {
    ...common,
    id: idOf('crypto.withdrawal.settled', id),
    credit: systemAccount('chain', asset),
    amount,
    code: 'crypto.withdrawal',
  }
  if (fee === 0n) return [paid]
  const credit = systemAccount('network-fees', asset)
  return [paid, { ...common, id: idOf('crypto.withdrawal.fee', id), credit, amount: fee, code: 'crypto.withdrawal_fee' }]
}
