/**
 * Facts that each kind of request depends on (decision 73), read when it is proposed and again before it is executed. A request with a
 * changed fact goes back to its maker. Every kind has its row, and `facts` of the kind returns exactly these names.
 */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import type { Json } from './types.ts'

export const BOUND_FACTS = {
  'blacklist.remove': ['kind', 'masked', 'reason', 'addedAt', 'expiresAt'],
  'compliance.due_diligence': ['contentSha256', 'cause', 'conclusion', 'nextReviewOn', 'risk', 'isPep', 'isListed'],
  'configuration.change': ['version', 'numbers', 'lists', 'from'],
  'crypto.deposit_review': ['asset', 'amount', 'fromAddress', 'transactionHash', 'accountId'],
  'crypto.deposit_dispute': [
    'asset',
    'amount',
    'missing',
    'transactionHash',
    'blockNumber',
    'accountId',
    'blockHash',
    'logPosition',
    'losses',
    'since',
  ],
  'crypto.found_transaction': [
    'hash',
    'target',
    'withdrawalId',
    'accountId',
    'wallet',
    'nonce',
    'operationId',
    'moved',
    'units',
    'receiver',
    'blockNumber',
    'blockHash',
    'feeWei',
  ],
  'crypto.found_settlement': ['hash', 'target', 'accountId', 'bookingId', 'moved'],
  'crypto.resume_withdrawals': ['since', 'reason', 'pauses'],
  'crypto.withdrawal_review': ['withdrawals'],
  'identity.reset_factors': ['state', 'email', 'hasApp', 'passkeys', 'isOfficer'],
  'identity.staff_invitation': ['openInvitation'],
  'identity.staff_roles': ['roles'],
  'identity.unblock': ['state', 'isOfficer', 'lastAction', 'openAlerts'],
  'kyc.level': ['personType', 'currentLevel', 'isVerified', 'items', 'verified', 'openAlerts', 'check'],
  'monitoring.rule_change': ['version', 'mode', 'numbers', 'from'],
  'payments.anomaly_booking': [
    'anomalyId',
    'target',
    'accountId',
    'provider',
    'providerId',
    'reference',
    'amountCop',
    'lossCop',
    'currency',
    'kind',
    'state',
  ],
  'payments.deposit_taken_back': ['depositId', 'accountId', 'providerId', 'number', 'status', 'amountCop', 'lossCop'],
  'payments.deposit_review': ['depositId', 'accountId', 'amountCop', 'isOfOtherPayer'],
  'payments.payout_outcome': ['withdrawalId', 'amountCop', 'attempts'],
  'payments.statement_import': ['fileHash', 'days', 'added', 'moneyIn', 'moneyOut', 'closing', 'late'],
  'payments.statement_line': ['lineId', 'decision', 'accountId', 'refundId', 'amountCop', 'told'],
  'payments.withdrawal_review': ['withdrawals'],
  'reconciliation.capital': ['move', 'place', 'asset', 'amount', 'reference'],
  'reconciliation.lift_freeze': ['asset', 'freezeIds', 'explained'],
  'regulatory.file_uiaf': ['report', 'month', 'version', 'sha256', 'lines'],
  'regulatory.file_ros': ['version', 'contentSha256'],
  'regulatory.undo_ros': ['change', 'state', 'version', 'wasApproved', 'contentSha256'],
  'risk.allow': ['version', 'risk', 'calculated', 'riskAfter', 'isPep', 'isListed', 'allow', 'needsSecond', 'openAlerts'],
  'risk.level': ['version', 'risk', 'calculated', 'riskAfter', 'isPep', 'isListed', 'allow', 'needsSecond', 'openAlerts'],
  'risk.list': ['version', 'risk', 'calculated', 'riskAfter', 'isPep', 'isListed', 'allow', 'needsSecond', 'openAlerts'],
  'risk.pep': ['version', 'risk', 'calculated', 'riskAfter', 'isPep', 'isListed', 'allow', 'needsSecond', 'openAlerts'],
  'screening.dismiss_findings': ['gravest', 'reportId'],
  'screening.load_list': ['sha256', 'version', 'before', 'entries', 'added', 'changed', 'removed'],
  'screening.discard_hit': ['list', 'fingerprint'],
  'trading.fee_schedule': ['version', 'rates'],
  'treasury.movement': ['kind', 'asset', 'amount', 'coldAddress', 'target'],
  'retention.lift_legal_hold': ['reason', 'placedAt'],
} as const satisfies Record<ApprovalKindName, readonly string[]>

/**
 * @throws when facts and row differ: a fact without a row would be compared without a stated reason, and a row without its fact would
 * promise a comparison that is not made.
 */
export function checkBound(name: ApprovalKindName, facts: Json): void {
  const given = typeof facts === 'object' && facts !== null && !Array.isArray(facts) ? Object.keys(facts).sort() : []
  const bound = [...BOUND_FACTS[name]].sort()
  if (given.join() !== bound.join()) throw new Error(`the facts of ${name} are ${given.join()}, and its row says ${bound.join()}`)
}
