/**
 * Approval kind of two officers for booking a transaction without an operation in the books (decision 84). Booked as a withdrawal, the
 * signer takes its bytes back for the withdrawal's operation, which they settle like any other; otherwise its tokens are booked to
 * suspense. Everything is read again from the node before the booking.
 */

import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import { FOUND_TARGETS, type FoundTarget } from '@tunjo/contract/found-transactions'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { getAddress } from 'viem'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { type StoredReceipt, withdrawalText } from '../../blockchain/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { isPaid } from '../withdrawals/follow-transfer.ts'
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts'
import { transferIntent } from '../withdrawals/send-withdrawals.ts'
import { isUnsent } from '../withdrawals/states.ts'
import { lockWithdrawal, type WithdrawalRow } from '../withdrawals/withdrawal-store.ts'
import { insertFoundBooking, lockFound } from './booking-store.ts'
import { bookableAs, type ReadTransaction, readTransaction } from './found-reads.ts'
import { type Moved, movedText, movesOf, suspenseLegs } from './moved.ts'

export const FOUND_APPROVAL = 'crypto.found_transaction' satisfies ApprovalKindName
const Params = z.object({
  hash: z.string(),
  target: z.enum(FOUND_TARGETS),
  withdrawalId: z.uuid().nullable(),
  accountId: z.uuid().nullable(),
})
type Params = z.output<typeof Params>
const Facts = z.object({ moved: z.string(), receiver: z.string().nullable(), blockNumber: z.number() })
type Booked = { hash: string; target: FoundTarget }
type Bookable = Omit<ReadTransaction, 'receipt' | 'moved'> & {
  readonly receipt: StoredReceipt
  readonly moved: Moved
  readonly withdrawal: WithdrawalRow | null
}

export const foundApproval = (context: CryptoContext): ApprovalKind<Params, Booked> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ hash }) => hash,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { found, receipt, moved, transfer } = await lockBookable(context, tx, params)
    const { hash, wallet, nonce, operationId } = found
    const { blockNumber, blockHash, feeWei } = receipt
    const shown = { moved: presentMoves(moved), receiver: transfer && getAddress(transfer.receiver) }
    return { ...params, hash, wallet, nonce, operationId, ...shown, units: movedText(moved), blockNumber, blockHash, feeWei }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => book(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ hash, target, withdrawalId }, facts) {
    const { amount: label, transaction, destination, block, withdrawal, found } = STORED_WORDS
    const { moved, receiver, blockNumber } = Facts.parse(facts)
    return [
      { label: transaction, before: null, after: hash },
      { label, before: null, after: moved },
      ...(receiver ? [{ label: destination, before: null, after: receiver }] : []),
      { label: block, before: null, after: String(blockNumber) },
      ...(withdrawalId ? [{ label: withdrawal, before: null, after: withdrawalId }] : []),
      { label: found.record, before: found.notInLedger, after: found.targets[target] },
    ]
  },
})

/** Text with the sign of each amount: outgoing ones are negative. */
export const presentMoves = (moved: Moved): string =>
  movesOf(moved)
    .map(({ asset, amount }) => `${formatUnits(amount, ASSETS[asset].scale)} ${asset}`)
    .join(', ')

/** Description that an officer reads before proposing it. */
export function describeFound(
  { found, moved, transfer }: ReadTransaction,
  { target, withdrawalId }: Pick<Params, 'target' | 'withdrawalId'>,
  locale: Locale,
): StepUpDescription {
  const words = APPROVAL_WORDS[locale]
  return {
    title: titleOfApproval(FOUND_APPROVAL, locale),
    details: [
      { label: words.transaction, value: found.hash },
      { label: words.amount, value: moved ? presentMoves(moved) : '' },
      ...(transfer ? [{ label: words.destination, value: getAddress(transfer.receiver) }] : []),
      ...(withdrawalId ? [{ label: words.withdrawal, value: withdrawalId }] : []),
      { label: words.found.record, value: words.found.targets[target] },
    ],
  }
}

/** Lock the transaction first and then the withdrawal, in every booking: neither is booked twice. */
async function lockBookable(context: CryptoContext, tx: Transaction, { hash, target, withdrawalId, accountId }: Params): Promise<Bookable> {
  await lockFound(tx, hash)
  const withdrawal = withdrawalId ? ((await lockWithdrawal(tx, withdrawalId)) ?? refuse('crypto.withdrawal_not_found')) : null
  const read = (await readTransaction(context, tx, hash)) ?? refuse('crypto.found_not_bookable')
  const { receipt, moved } = read
  const isFitting = (target === 'withdrawal') === (withdrawal !== null) && (withdrawal?.accountId ?? null) === accountId
  if (!isFitting || !receipt || !moved || !bookableAs(read).includes(target)) refuse('crypto.found_not_bookable')
  if (withdrawal) await proveWithdrawal(context, tx, { withdrawal, read, receipt })
  return { ...read, receipt, moved, withdrawal }
}

interface Named {
  readonly withdrawal: WithdrawalRow
  readonly read: ReadTransaction
  readonly receipt: StoredReceipt
}

/** The withdrawal as requested, not sent, still held, and one of the transaction's candidates. */
async function proveWithdrawal(context: CryptoContext, tx: Transaction, { withdrawal, read, receipt }: Named): Promise<void> {
  const { ledger, log, seals } = context
  if (!seals.isSealOf(withdrawalText(withdrawal), withdrawal.seal)) {
    log.error(
      { securityEvent: 'ledger_unproved', withdrawalId: withdrawal.id },
      'a withdrawal is not what was asked for: nothing was booked',
    )
    refuse('ledger.unproved')
  }
  const isCandidate = read.candidates.some(({ row }) => row.id === withdrawal.id)
  if (!isCandidate || !isUnsent(withdrawal.state) || !isPaid(context, withdrawal, receipt)) refuse('crypto.found_not_bookable')
  const held = await ledger.provedHold(withdrawal.id, tx)
  if (!held) refuse('ledger.unproved')
}

async function book(context: CryptoContext, tx: Transaction, params: Params, execution: Execution): Promise<Booked> {
  const { audit, clock } = context
  const { actor, makerId, reason, requestId } = execution
  const checkerId = execution.checkerId ?? refuse('crypto.found_not_bookable')
  const { found, receipt, moved, withdrawal } = await lockBookable(context, tx, params)
  const { hash } = found
  const { target, withdrawalId } = params
  const booking = { id: newId(), hash, blockHash: receipt.blockHash, withdrawalId, moved: movedText(moved), makerId, checkerId }
  await insertFoundBooking(tx, context, { ...booking, at: clock.now() })
  await audit.record(tx, {
    actor,
    action: 'crypto.found_booked',
    object: { type: 'transaction', id: hash },
    before: null,
    after: { target, withdrawalId, moved: booking.moved, blockHash: receipt.blockHash, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  if (withdrawal) await settleBy(context, tx, withdrawal, checkerId)
  else await context.ledger.postWithin(tx, suspenseLegs(hash, moved))
  failpoint('crypto.found_booked')
  return { hash, target }
}

/**
 * The signer takes the transaction back for the operation of this withdrawal, instead of signing one: it is settled at the next check of
 * the chain.
 */
async function settleBy(context: CryptoContext, tx: Transaction, withdrawal: WithdrawalRow, checkerId: string): Promise<void> {
  const change = { to: 'SENT', at: context.clock.now(), actor: officer(checkerId), set: { waiting: null } } as const
  if ((await moveWithdrawal(context, tx, withdrawal, { ...change, illegal: 'crypto.found_not_bookable' })) !== 'moved')
    refuse('crypto.found_not_bookable')
  await context.blockchain.submitWithin(tx, transferIntent(context, withdrawal))
}
