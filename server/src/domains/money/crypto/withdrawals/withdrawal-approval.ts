/**
 * Approval kind of officers for token withdrawals that were not handed to the signer, or that the chain can never pay (ADM-15): all of them
 * or none. One officer holds or rejects; the rest takes two, since a transfer on chain cannot be undone. The approval is sealed, since the
 * signer verifies it (decision 23), and so is the release for the sender job (decision 45). A claim is paid by the schedule that checks the
 * chain (decision 65).
 */

import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { CryptoWithdrawalState } from '@tunjo/contract/crypto'
import { TOKEN_WITHDRAWAL_DECISIONS, TOKEN_WITHDRAWALS_AT_ONCE } from '@tunjo/contract/crypto-officers'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { getAddress } from 'viem'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { type Actor, officer } from '../../../../platform/state-machine/index.ts'
import { approvalText, withdrawalText } from '../../blockchain/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import { chainPostingState } from '../chain-postings.ts'
import type { CryptoContext } from '../context.ts'
import { lockSavedAddress } from '../saved-addresses/saved-address-store.ts'
import { CLAIM_DECISIONS, type ClaimDecision, findClaimDecision, insertClaimDecision } from './claim-decision-store.ts'
import { holdForReview } from './hold-for-review.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { WITHDRAWAL_REJECTED } from './reasons.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'
import { reviewsOf, sealsOfRelease } from './release-proof.ts'
import { lockWithdrawals, recordHeldForReview, type WithdrawalRow } from './withdrawal-store.ts'

export const WITHDRAWAL_APPROVAL = 'crypto.withdrawal_review' satisfies ApprovalKindName
const DECISION = z.enum(TOKEN_WITHDRAWAL_DECISIONS)
const Params = z.object({
  /** Sorted, each once. */
  withdrawalIds: z.array(z.uuid()).min(1).max(TOKEN_WITHDRAWALS_AT_ONCE),
  owners: z.array(z.uuid()).min(1),
  decision: DECISION,
})
type Params = z.output<typeof Params>
type Decision = Params['decision']
/**
 * Requests from before several were decided together: they can be read, shown and ended; an approver is informed that the facts changed,
 * and it is proposed again.
 */
const OldParams = z
  .object({ withdrawalId: z.uuid(), accountId: z.uuid(), decision: DECISION })
  .transform(({ withdrawalId, accountId, decision }): Params => ({ withdrawalIds: [withdrawalId], owners: [accountId], decision }))
/** No personal data, since the facts are kept with the request. */
const Facts = z.object({
  withdrawals: z.array(
    z.object({ asset: z.string(), amount: z.string(), fee: z.string(), address: z.string(), sanctions: z.string().optional() }),
  ),
})
type Decided = { results: { id: string; state: CryptoWithdrawalState }[] }

const FROM: Readonly<Record<Decision, readonly CryptoWithdrawalState[]>> = {
  approve: ['IN_REVIEW'],
  hold: ['REQUESTED', 'APPROVED'],
  reject: ['REQUESTED', 'IN_REVIEW', 'APPROVED'],
  give_back: ['UNDELIVERED'],
  send_again: ['UNDELIVERED'],
}
/** Decisions of a single officer, with which no money of the platform moves. */
const isAlone = (decision: Decision): boolean => decision === 'hold' || decision === 'reject'
const isOfClaim = (decision: Decision): decision is ClaimDecision => CLAIM_DECISIONS.some((one) => one === decision)

export const withdrawalApproval = (context: CryptoContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.or(OldParams).parse(params),
  target: ({ withdrawalIds: [first = '', ...others] }) =>
    others.length === 0 ? first : idOf('crypto.withdrawals', [first, ...others].join()),
  subjectId: ({ owners: [owner = null, ...others] }) => (others.length === 0 ? owner : null),
  async facts(tx, params) {
    const rows = await lockDecidable(context, tx, params)
    return { withdrawals: rows.map(factsOf) }
  },
  isNeeded: ({ decision }) => !isAlone(decision),
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ decision }, facts) {
    const { amount: label, networkFee, address: addressLabel, state, withdrawals: words } = STORED_WORDS
    const lines = Facts.parse(facts).withdrawals.flatMap(({ asset, amount, fee, address, sanctions }) => [
      { label, before: null, after: `${amount} ${asset}` },
      { label: networkFee, before: null, after: `${fee} ${asset}` },
      { label: addressLabel, before: null, after: address },
      ...(sanctions === 'listed' ? [{ label: words.sanctions, before: null, after: words.listed }] : []),
    ])
    return [...lines, { label: state, before: words.before[decision], after: words.after[decision] }]
  },
})

const shownFacts = ({ asset, amount, fee, address }: WithdrawalRow) => ({
  asset,
  amount: formatUnits(amount, ASSETS[asset].scale),
  fee: formatUnits(fee, ASSETS[asset].scale),
  address: getAddress(address),
})

const factsOf = (row: WithdrawalRow) => ({
  id: row.id,
  ...shownFacts(row),
  accountId: row.accountId,
  state: row.state,
  reasons: [...row.reviewReasons],
  sanctions: row.sanctions,
  ...(row.state === 'UNDELIVERED' && { undeliveredSince: row.undeliveredSince?.toISOString() ?? null }),
})

/** Description that an officer reads before proposing it. */
export function describeDecision(rows: readonly WithdrawalRow[], decision: Decision, locale: Locale) {
  const { decision: label, withdrawals: words } = APPROVAL_WORDS[locale]
  const amounts = rows.map((row) => {
    const { asset, amount, address } = shownFacts(row)
    return { label: words.one(row.id), value: words.to(`${amount} ${asset}`, address) }
  })
  return { title: titleOfApproval(WITHDRAWAL_APPROVAL, locale), details: [...amounts, { label, value: words.after[decision] }] }
}

/** A released withdrawal must equal the request. A refund goes to the account that the ledger holds it of, whatever the row contains. */
async function lockDecidable(
  context: CryptoContext,
  tx: Transaction,
  { withdrawalIds, owners, decision }: Params,
): Promise<WithdrawalRow[]> {
  const { log, seals } = context
  const rows = await lockWithdrawals(tx, withdrawalIds)
  if (rows.length !== withdrawalIds.length) refuse('crypto.withdrawal_not_found')
  const isDecidable = rows.every(({ accountId, state }) => owners.includes(accountId) && FROM[decision].includes(state))
  if (!isDecidable) refuse('crypto.withdrawal_not_decidable')
  for (const row of rows) if (isOfClaim(decision)) await checkClaim(context, tx, row, decision)
  const forged = !isAlone(decision) ? rows.find((row) => !seals.isSealOf(withdrawalText(row), row.seal)) : undefined
  if (!forged) return rows
  log.error({ securityEvent: 'payment_unproved', withdrawalId: forged.id }, 'a token withdrawal is not what was asked for')
  return refuse('ledger.unproved')
}

/** Check the number of the withdrawal's claim. */
async function checkClaim(context: CryptoContext, tx: Transaction, row: WithdrawalRow, decision: ClaimDecision): Promise<number> {
  const { times, posting } = await chainPostingState(context.ledger, tx, 'undelivered', row.id)
  if (!posting) refuse('ledger.unproved')
  if (await findClaimDecision(context, tx, row, times)) refuse('crypto.withdrawal_not_decidable')
  // A customer who removed the address does not want it paid any more.
  const isSaved = decision === 'give_back' || (await lockSavedAddress(tx, row.accountId, { id: row.savedAddressId }, 'share')) !== null
  return isSaved ? times : refuse('crypto.address_not_found')
}

async function decide(context: CryptoContext, tx: Transaction, params: Params, execution: Execution): Promise<Decided> {
  const { makerId, checkerId, requestId, reason, actor } = execution
  // A request about several customers has no single person.
  if (params.owners.some((owner) => owner === makerId || owner === checkerId)) refuse('approvals.person_concerned')
  const results: Decided['results'] = []
  for (const row of await lockDecidable(context, tx, params)) {
    const state = await decideOne(context, tx, row, { decision: params.decision, execution })
    results.push({ id: row.id, state })
    await context.audit.record(tx, {
      actor,
      action: 'crypto.withdrawal_decided',
      object: { type: 'withdrawal', id: row.id },
      before: row.state,
      after: { decision: params.decision, state, approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
  }
  failpoint('crypto.withdrawal_decided')
  return { results }
}

async function decideOne(
  context: CryptoContext,
  tx: Transaction,
  row: WithdrawalRow,
  { decision, execution }: { decision: Decision; execution: Execution },
): Promise<CryptoWithdrawalState> {
  const actor = officer(execution.makerId)
  if (decision === 'approve') return approve(context, tx, row, execution)
  if (decision === 'reject') return reject(context, tx, row, actor)
  if (isOfClaim(decision)) return decideClaim(context, tx, row, { decision, execution })
  await holdForReview(context, tx, row, { actor })
  await recordHeldForReview(tx, row.id)
  return 'IN_REVIEW'
}

async function approve(
  context: CryptoContext,
  tx: Transaction,
  row: WithdrawalRow,
  { makerId, checkerId }: Execution,
): Promise<CryptoWithdrawalState> {
  const { clock, seals } = context
  if (checkerId === null) throw new Error('a withdrawal in review is approved by two')
  const at = clock.now()
  const reviews = (await reviewsOf(tx, [row.id])).get(row.id) ?? 0
  const approvers = { makerId, checkerId }
  const set = {
    maker_id: makerId,
    checker_id: checkerId,
    approval_seal: seals.seal(approvalText(row, approvers)),
    ...sealsOfRelease(context, row, { reviews, ...approvers }, row.sanctions === 'listed'),
    try_at: at,
  }
  await moveWithdrawal(context, tx, row, { to: 'APPROVED', at, actor: officer(checkerId), set })
  return 'APPROVED'
}

/** The schedule pays it once the chain has confirmed again that the first transfer never pays. */
async function decideClaim(
  context: CryptoContext,
  tx: Transaction,
  row: WithdrawalRow,
  { decision, execution: { makerId, checkerId } }: { decision: ClaimDecision; execution: Execution },
): Promise<CryptoWithdrawalState> {
  if (checkerId === null) throw new Error('a claim is decided by two')
  const claim = await checkClaim(context, tx, row, decision)
  await insertClaimDecision(tx, context.seals, row, { claim, decision, makerId, checkerId, at: context.clock.now() })
  return row.state
}

async function reject(context: CryptoContext, tx: Transaction, row: WithdrawalRow, actor: Actor): Promise<CryptoWithdrawalState> {
  await refundWithdrawal(context, tx, row, {
    to: 'REJECTED',
    actor,
    reason: WITHDRAWAL_REJECTED,
    illegal: 'crypto.withdrawal_not_decidable',
  })
  return 'REJECTED'
}
