/**
 * Approval kind of two officers for credits that the chain lost (ADM-13). Their decision is sealed; the schedule executes it once the chain
 * has confirmed again that the deposit no longer exists, so that no node is queried while rows are locked.
 */

import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { CryptoDepositState } from '@tunjo/contract/crypto'
import { TOKEN_DISPUTE_DECISIONS, type TokenDisputeDecision } from '@tunjo/contract/crypto-officers'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { type DepositRow, deferDeposit, lockDeposit } from './deposit-store.ts'
import { type Dispute, decidableOf, disputeOf } from './dispute.ts'
import { findDisputeDecision, insertDisputeDecision } from './dispute-decision-store.ts'

export const DISPUTE_APPROVAL = 'crypto.deposit_dispute' satisfies ApprovalKindName
const Params = z.object({ depositId: z.uuid(), accountId: z.uuid(), decision: z.enum(TOKEN_DISPUTE_DECISIONS) })
type Params = z.output<typeof Params>
/** No personal data, since the facts are kept with the request. */
const Facts = z.object({ asset: z.string(), amount: z.string(), missing: z.string(), transactionHash: z.string(), blockNumber: z.string() })
type Decided = { id: string; state: CryptoDepositState }

export const disputeApproval = (context: CryptoContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ depositId }) => depositId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { row, dispute } = await lockDecidable(context, tx, params)
    const { accountId, blockHash, logPosition, updatedAt } = row
    return { ...shownFacts(row, dispute), accountId, blockHash, logPosition, losses: dispute.losses, since: updatedAt.toISOString() }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ decision }, facts) {
    const { amount: label, transaction, block, state, dispute } = STORED_WORDS
    const { asset, amount, missing, transactionHash, blockNumber } = Facts.parse(facts)
    return [
      { label, before: null, after: `${amount} ${asset}` },
      { label: dispute.missing, before: null, after: `${missing} ${asset}` },
      { label: transaction, before: null, after: transactionHash },
      { label: block, before: null, after: blockNumber },
      { label: state, before: dispute.disputed, after: dispute.decisions[decision] },
    ]
  },
})

const shownFacts = ({ asset, amount, transactionHash, blockNumber }: DepositRow, { missing }: Pick<Dispute, 'missing'>) => ({
  asset,
  amount: formatUnits(amount, ASSETS[asset].scale),
  missing: formatUnits(missing, ASSETS[asset].scale),
  transactionHash,
  blockNumber: String(blockNumber),
})

/** Description that an officer reads before proposing it. */
export function describeDisputeDecision(
  row: DepositRow,
  dispute: Pick<Dispute, 'missing'>,
  decision: TokenDisputeDecision,
  locale: Locale,
): StepUpDescription {
  const words = APPROVAL_WORDS[locale]
  const { asset, amount, missing, transactionHash } = shownFacts(row, dispute)
  return {
    title: titleOfApproval(DISPUTE_APPROVAL, locale),
    details: [
      { label: words.deposit, value: row.id },
      { label: words.amount, value: `${amount} ${asset}` },
      { label: words.dispute.missing, value: `${missing} ${asset}` },
      { label: words.transaction, value: transactionHash },
      { label: words.decision, value: words.dispute.decisions[decision] },
    ],
  }
}

async function lockDecidable(
  context: CryptoContext,
  tx: Transaction,
  { depositId, accountId, decision }: Params,
): Promise<{ row: DepositRow; dispute: Dispute }> {
  const row = await lockDeposit(tx, depositId)
  if (!row || row.accountId !== accountId) refuse('crypto.deposit_not_found')
  const dispute = await disputeOf(context, tx, row)
  if (!dispute || decidableOf(context, row, dispute) !== decision) refuse('crypto.dispute_not_decidable')
  if (await findDisputeDecision(context, tx, row, dispute)) refuse('crypto.dispute_not_decidable')
  return { row, dispute }
}

/** The schedule executes it, after the chain has confirmed it again. */
async function decide(context: CryptoContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { audit, clock, seals } = context
  const { makerId, checkerId, requestId: approvalRequestId, actor, reason } = execution
  if (checkerId === null) throw new Error('a dispute is decided by two')
  const { decision } = params
  const { row, dispute } = await lockDecidable(context, tx, params)
  const { losses, missing } = dispute
  const at = clock.now()
  await insertDisputeDecision(tx, seals, row, losses, { decision, missing, makerId, checkerId, at })
  await audit.record(tx, {
    actor,
    action: 'crypto.dispute_decided',
    object: { type: 'deposit', id: row.id },
    before: row.state,
    after: { decision, missing: String(missing), approvalRequestId, makerId, checkerId },
    reason,
  })
  await deferDeposit(tx, row.id, at)
  failpoint('crypto.dispute_decided')
  return { id: row.id, state: row.state }
}
