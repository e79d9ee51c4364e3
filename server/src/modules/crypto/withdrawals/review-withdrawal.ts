/** Token withdrawals in review: two officers approve, one rejects. The approval is sealed, since the signer asks for it (decision 23). */
import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import type { CryptoWithdrawalState } from '@tunjo/contract/crypto'
import { WITHDRAWAL_DECISIONS } from '@tunjo/contract/crypto-officers'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { getAddress } from 'viem'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { refuse } from '../../../platform/refusal.ts'
import { officer } from '../../../platform/state-machine/index.ts'
import { approvalText } from '../../blockchain/index.ts'
import type { CryptoContext } from '../context.ts'
import { moveWithdrawal } from './move-withdrawal.ts'
import { WITHDRAWAL_REJECTED } from './reasons.es.ts'
import { refundWithdrawal } from './refund-withdrawal.ts'
import { lockWithdrawal, type WithdrawalRow } from './withdrawal-store.ts'

export const WITHDRAWAL_APPROVAL = 'crypto.withdrawal_review' satisfies ApprovalKindName
const Params = z.object({ withdrawalId: z.uuid(), accountId: z.uuid(), decision: z.enum(WITHDRAWAL_DECISIONS) })
type Params = z.output<typeof Params>
/** No personal data: they are kept with the request. */
const Facts = z.object({ asset: z.string(), amount: z.string(), fee: z.string(), address: z.string() })
type Decided = { id: string; state: CryptoWithdrawalState }

const DECISION_WORDS: Readonly<Record<Params['decision'], string>> = {
  approve: 'Aprobar el envío',
  reject: 'Rechazar y devolver al saldo',
}

export const withdrawalApproval = (context: CryptoContext): ApprovalKind<Params, Decided> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ withdrawalId }) => withdrawalId,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, { withdrawalId }) {
    const row = await lockInReview(tx, withdrawalId)
    return { ...shownFacts(row), accountId: row.accountId, reasons: [...row.reviewReasons], sanctions: row.sanctions }
  },
  isNeeded: ({ decision }) => decision === 'approve',
  execute: (tx, params, execution) => decide(context, tx, params, execution),
  changes({ decision }, facts) {
    const { asset, amount, fee, address } = Facts.parse(facts)
    return [
      { label: 'Valor', before: null, after: `${amount} ${asset}` },
      { label: 'Costo de la red', before: null, after: `${fee} ${asset}` },
      { label: 'Dirección', before: null, after: address },
      { label: 'Estado', before: 'En revisión', after: DECISION_WORDS[decision] },
    ]
  },
})

const shownFacts = ({ asset, amount, fee, address }: WithdrawalRow) => ({
  asset,
  amount: formatUnits(amount, ASSETS[asset].scale),
  fee: formatUnits(fee, ASSETS[asset].scale),
  address: getAddress(address),
})

/** What an officer reads before proposing it. */
export function describeDecision(row: WithdrawalRow, decision: Params['decision']) {
  const { asset, amount, address } = shownFacts(row)
  return {
    title: titleOfApproval(WITHDRAWAL_APPROVAL, 'es'),
    details: [
      { label: 'Retiro', value: row.id },
      { label: 'Valor', value: `${amount} ${asset}` },
      { label: 'Dirección', value: address },
      { label: 'Decisión', value: DECISION_WORDS[decision] },
    ],
  }
}

async function lockInReview(tx: Transaction, id: string): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id)
  if (!row) refuse('crypto.withdrawal_not_found')
  if (row.state !== 'IN_REVIEW') refuse('crypto.withdrawal_not_in_review')
  return row
}

async function decide(context: CryptoContext, tx: Transaction, { withdrawalId, decision }: Params, execution: Execution): Promise<Decided> {
  const row = await lockInReview(tx, withdrawalId)
  const state = decision === 'approve' ? 'APPROVED' : 'REJECTED'
  await context.audit.record(tx, {
    actor: execution.actor,
    action: 'crypto.withdrawal_decided',
    object: { type: 'withdrawal', id: row.id },
    before: 'IN_REVIEW',
    after: { state, approvalRequestId: execution.requestId, makerId: execution.makerId, checkerId: execution.checkerId },
    reason: execution.reason,
  })
  if (state === 'APPROVED') await approve(context, tx, row, execution)
  else await reject(context, tx, row, execution)
  failpoint('crypto.withdrawal_decided')
  return { id: row.id, state }
}

async function approve(context: CryptoContext, tx: Transaction, row: WithdrawalRow, { makerId, checkerId }: Execution): Promise<void> {
  const { clock, seals } = context
  if (checkerId === null) throw new Error('a withdrawal in review is approved by two')
  const at = clock.now()
  const seal = seals.seal(approvalText(row, { makerId, checkerId }))
  const set = { maker_id: makerId, checker_id: checkerId, approval_seal: seal, try_at: at }
  await moveWithdrawal(context, tx, row, { to: 'APPROVED', at, actor: officer(checkerId), set })
}

const reject = (context: CryptoContext, tx: Transaction, row: WithdrawalRow, { makerId }: Execution): Promise<boolean> =>
  refundWithdrawal(context, tx, row, {
    to: 'REJECTED',
    actor: officer(makerId),
    reason: WITHDRAWAL_REJECTED,
    illegal: 'crypto.withdrawal_not_in_review',
  })
