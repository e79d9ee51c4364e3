/**
 * Payment of a claim as two officers decided: refunded to the customer's balance, or sent from there to the same address as another
 * withdrawal. Once.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { officer } from '../../../../platform/state-machine/index.ts'
import { approvalText, withdrawalText } from '../../blockchain/index.ts'
import { type Account, customerAccount, type Post, systemAccount } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import { addressLabel } from '../saved-addresses/check-destination.ts'
import type { DecidedClaim } from './claim-decision-store.ts'
import { beginReplacement, moveWithdrawal } from './move-withdrawal.ts'
import { ANOTHER_TRY, WITHDRAWAL_REFUNDED, WITHDRAWAL_RESENT } from './reasons.ts'
import { isReleasedAsListed, sealsOfRelease } from './release-proof.ts'
import { insertWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

/** Claims of customers for withdrawals that the chain can never pay. */
export const undeliveredWithdrawals = (asset: AssetCode): Account => systemAccount('withdrawals_undelivered', asset)

/** One id per withdrawal, whatever the decision: it is either refunded or sent again. */
export const claimRefundIdOf = (withdrawalId: string): string => idOf('crypto.withdrawal.given_back', withdrawalId)
const secondIdOf = (withdrawalId: string): string => idOf('crypto.withdrawal.again', withdrawalId)

/** `row` is locked, and its claim is proved. */
export async function payClaim(context: CryptoContext, tx: Transaction, row: WithdrawalRow, decided: DecidedClaim): Promise<void> {
  const { clock } = context
  const at = clock.now()
  const isSent = decided.decision === 'send_again'
  const reason = isSent ? WITHDRAWAL_RESENT : WITHDRAWAL_REFUNDED
  const set = { reason, ended_at: at }
  await moveWithdrawal(context, tx, row, { to: 'FAILED', at, actor: officer(decided.checkerId), note: reason, set })
  if (isSent) await sendAgain(context, tx, row, decided)
  else await refund(context, tx, row)
  failpoint('crypto.claim_paid')
}

async function refund({ ledger, limits, outbox }: CryptoContext, tx: Transaction, row: WithdrawalRow): Promise<void> {
  const { id, accountId, asset, amount, fee } = row
  await limits.releaseUsage(tx, id)
  const address = addressLabel(row)
  const returned = { accountId, withdrawalId: id, asset, amount: String(amount + fee), address, reason: WITHDRAWAL_REFUNDED }
  await outbox.emit(tx, 'crypto.withdrawal_returned', returned)
  await ledger.postWithin(tx, refundPostings(row))
}

/** The fee is a separate posting, as it was paid: in a yearly certificate each amount offsets its origin by code. */
function refundPostings({ id, accountId, asset, amount, fee }: WithdrawalRow): Post[] {
  const common = { kind: 'post', debit: undeliveredWithdrawals(asset), credit: customerAccount(accountId, asset), ref: id } as const
  const paid = { ...common, id: claimRefundIdOf(id), amount, code: 'crypto.withdrawal_given_back' }
  if (fee === 0n) return [paid]
  return [paid, { ...common, id: idOf('crypto.withdrawal.fee_given_back', id), amount: fee, code: 'crypto.withdrawal_fee_given_back' }]
}

/** Released by the two officers, so that the signer makes the same checks as for any other. The first one was counted in the month. */
async function sendAgain(
  context: CryptoContext,
  tx: Transaction,
  first: WithdrawalRow,
  { makerId, checkerId }: DecidedClaim,
): Promise<void> {
  const { clock, ledger, seals } = context
  const { accountId, savedAddressId, address, asset, amount, fee, alias, valueCop, sanctions } = first
  const at = clock.now()
  const facts = { id: secondIdOf(first.id), accountId, savedAddressId, address, asset, amount, fee }
  const row = await insertWithdrawal(tx, {
    ...facts,
    requestHash: `again ${first.id}`,
    alias,
    receiverId: null,
    valueCop,
    sanctions,
    reviewReasons: ['officer'],
    seal: seals.seal(withdrawalText(facts)),
    sendAfter: at,
    createdAt: at,
  })
  await beginReplacement(context, tx, row, officer(makerId))
  await moveWithdrawal(context, tx, row, { to: 'IN_REVIEW', at, actor: officer(makerId), note: ANOTHER_TRY })
  const approvers = { makerId, checkerId }
  const set = {
    maker_id: makerId,
    checker_id: checkerId,
    approval_seal: seals.seal(approvalText(row, approvers)),
    ...sealsOfRelease(context, row, { reviews: 1, ...approvers }, await isReleasedAsListed(context, tx, first)),
  }
  await moveWithdrawal(context, tx, { ...row, state: 'IN_REVIEW' }, { to: 'APPROVED', at, actor: officer(checkerId), set })
  await ledger.postWithin(tx, refundPostings(first))
  const total = amount + fee
  const hold = { id: row.id, account: customerAccount(accountId, asset), amount: total, code: 'crypto.withdrawal', ref: row.id }
  // A freeze of the asset prevents it from leaving, not from being held.
  if ((await ledger.holdAvailable(tx, hold, total)) !== total) throw new Error(`what is sent again for withdrawal ${first.id} is not there`)
}
