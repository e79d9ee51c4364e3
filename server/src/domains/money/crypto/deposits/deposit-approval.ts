/**
 * Token deposits from listed addresses: two officers release one for crediting, or agree to retain it (ADM-13). Their decision is
 * sealed, and the schedule credits it, after checking the chain, the limits and the customer's status as for any other.
 */

import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { CryptoDepositState } from '@tunjo/contract/crypto'
import { TOKEN_DEPOSIT_DECISIONS, type TokenDepositDecision } from '@tunjo/contract/crypto-officers'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { getAddress } from 'viem'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { insertDecision } from './decision-store.ts'
import { type DepositRow, deferDeposit, lockDeposit } from './deposit-store.ts'

export const DEPOSIT_APPROVAL = 'crypto.deposit_review' satisfies ApprovalKindName
const Params = z.object({ depositId: z.uuid(), accountId: z.uuid(), decision: z.enum(TOKEN_DEPOSIT_DECISIONS) })
type Params = z.output<typeof Params>
/** No personal data, since the facts are kept with the request. */
const Facts = z.object({ asset: z.string(), amount: z.string(), fromAddress: z.string(), transactionHash: z.string() })
type Decided = { id: string; state: CryptoDepositState }

export const depositApproval = (context: CryptoContext): ApprovalKind<Params, Decided> => ({
  permission: 'screening.decide',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ depositId }) => depositId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { depositId }) {
    const row = await lockListed(tx, depositId)
    return { ...shownFacts(row), accountId: row.accountId }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ decision }, facts) {
    const { amount: label, from, transaction, state, inReview, depositReview } = STORED_WORDS
    const { asset, amount, fromAddress, transactionHash } = Facts.parse(facts)
    return [
      { label, before: null, after: `${amount} ${asset}` },
      { label: from, before: null, after: fromAddress },
      { label: transaction, before: null, after: transactionHash },
      { label: state, before: inReview, after: depositReview[decision] },
    ]
  },
})

const shownFacts = ({ asset, amount, fromAddress, transactionHash }: DepositRow) => ({
  asset,
  amount: formatUnits(amount, ASSETS[asset].scale),
  fromAddress: getAddress(fromAddress),
  transactionHash,
})

/** Description that an officer reads before proposing it. */
export function describeDepositDecision(row: DepositRow, decision: TokenDepositDecision, locale: Locale) {
  const words = APPROVAL_WORDS[locale]
  const { asset, amount, fromAddress } = shownFacts(row)
  return {
    title: titleOfApproval(DEPOSIT_APPROVAL, locale),
    details: [
      { label: words.deposit, value: row.id },
      { label: words.amount, value: `${amount} ${asset}` },
      { label: words.from, value: fromAddress },
      { label: words.decision, value: words.depositReview[decision] },
    ],
  }
}

async function lockListed(tx: Transaction, id: string): Promise<DepositRow> {
  const row = await lockDeposit(tx, id)
  if (!row) refuse('crypto.deposit_not_found')
  if (row.state !== 'IN_REVIEW' || row.sanctions !== 'listed') refuse('crypto.deposit_not_in_review')
  return row
}

async function decide(context: CryptoContext, tx: Transaction, { depositId, decision }: Params, execution: Execution): Promise<Decided> {
  const { audit, clock, seals } = context
  const { makerId, checkerId, requestId: approvalRequestId, actor, reason } = execution
  if (checkerId === null) throw new Error('a deposit from a listed address is decided by two')
  const row = await lockListed(tx, depositId)
  const at = clock.now()
  await insertDecision(tx, seals, row, { decision, makerId, checkerId, at })
  await audit.record(tx, {
    actor,
    action: 'crypto.deposit_decided',
    object: { type: 'deposit', id: row.id },
    before: row.state,
    after: { decision, approvalRequestId, makerId, checkerId },
    reason,
  })
  if (decision === 'credit') await deferDeposit(tx, row.id, at)
  failpoint('crypto.deposit_decided')
  return { id: row.id, state: row.state }
}
