/**
 * Notice kinds and their values. Texts are in notices.es.ts and notices.en.ts; a kind without both does not compile. The bell
 * shows title and text; the mail of the same kind has the same text and the next step.
 */
import type { ApprovalKindName } from './approval-kinds.ts'
import type { ApprovalOutcome } from './approvals.ts'
import type { RiskLevel } from './compliance-risk.ts'
import type { DataRequestStep } from './data-request-steps.ts'
import type { AssetCode } from './money.ts'
import type { CheckName } from './reconciliation.ts'
import type { MovementKind } from './treasury.ts'

/** Already formatted for display: dates in Bogotá time, amounts with their unit. */
export interface NoticeValues {
  'identity.new_sign_in': { when: string; place: string; ip: string; device: string }
  'identity.location_denied': { when: string; until: string }
  'identity.password_changed': { when: string; place: string; until: string }
  'identity.password_reset': { when: string; place: string; until: string }
  'identity.email_change_asked': { newEmail: string; when: string }
  'identity.email_changed': { oldEmail: string; newEmail: string; until: string }
  'identity.totp_added': { when: string; until: string }
  'identity.totp_removed': { when: string; until: string }
  'identity.passkey_added': { name: string; when: string; until: string }
  'identity.passkey_removed': { name: string; when: string; until: string }
  'identity.recovery_codes_made': { when: string; until: string }
  'identity.recovery_code_used': { left: string; when: string }
  'identity.factor_removal_asked': { when: string; place: string; due: string }
  'identity.factor_removal_near': { due: string }
  'identity.factor_removal_cancelled': { when: string }
  'identity.factors_removed': { when: string; until: string }
  /** A refresh token was reused: it was copied, and the session was ended. */
  'identity.session_copied': { when: string }
  /** The attempts of an approval are used up; `operation` is its title. */
  'identity.approval_worn_out': { when: string; operation: string }
  'identity.account_frozen': { when: string }
  /** Action of an officer; the reason is not included. */
  'identity.account_protected': { when: string }
  'identity.account_blocked': { when: string }
  'identity.account_unblocked': { when: string }
  'identity.sessions_ended': { when: string }
  'identity.factors_reset': { when: string; until: string }
  'identity.account_closed': { when: string }
  /** `date` is the effective date; `changes` the summary. */
  'identity.policy_changed': { policy: string; date: string; changes: string }
  /** `slots` in the format of `slotNames`; older notices have none. */
  'kyc.documents_declined': { level: string; description: string; slots?: string }
  /** `level` is the highest that remains verified. */
  'kyc.level_lowered': { level: string }
  'kyc.level_verified': { level: string }
  /** `subjects` in the format of `renewalNames`; `until` is the last day. The reason is never included: it is for officers. */
  'kyc.renewal_requested': { subjects: string; until: string }
  /** `level` is that of the form. */
  'kyc.renewal_accepted': { level: string }
  /** The same text for every cause: a missing reason would disclose a confidential cause too. */
  'risk.paused': Record<never, string>
  'risk.resumed': Record<never, string>
  /** To officers, for an automatic change: the page behind it names the person. */
  'risk.level_changed': { before: RiskLevel; after: RiskLevel; why: 'assessed' | 'expired' | 'rule' }
  /** Counts after an assessment of all people. */
  'risk.levels_changed': { raised: string; lowered: string }
  /** A conversation has an answer. Neither the bell nor the mail contains its text or its topic. */
  'conversations.answered': Record<never, string>
  /** The same for a customer who cannot sign in: the link of the mail opens the appeal. */
  'conversations.appeal_answered': Record<never, string>
  /** For a case without another notice: held tokens. */
  'conversations.opened': Record<never, string>
  /** Step of a personal data request: its number and the relevant day; never its text. */
  'privacy.request_moved': { number: string; step: DataRequestStep; day: string }
  'payments.account_added': { account: string; until: string }
  'payments.account_changed': { account: string; until: string }
  'payments.account_deleted': { account: string }
  'payments.deposit_credited': { amount: string }
  'payments.deposit_held': { amount: string }
  /** A PSE payment that another person may have made. */
  'payments.payment_held': { amount: string; reason: string }
  'payments.transfer_held': { amount: string; reason: string }
  /** The bank or the provider reversed it after its credit. */
  'payments.deposit_taken_back': { amount: string }
  'payments.withdrawal_requested': { amount: string; account: string }
  'payments.withdrawal_in_review': { amount: string; account: string }
  'payments.withdrawal_settled': { amount: string; account: string }
  'payments.withdrawal_returned': { amount: string; account: string; reason: string }
  'approvals.waiting': { request: ApprovalKindName }
  'approvals.decided': { request: ApprovalKindName; outcome: ApprovalOutcome }
  'approvals.review_due': { request: ApprovalKindName; due: string }
  'approvals.review_overdue': { request: ApprovalKindName; due: string }
  'approvals.not_justified': { request: ApprovalKindName; reversal: 'proposed' | 'by_hand' }
  /** Without personal data: the page behind it checks the reader's permission. */
  'compliance.review_assigned': { officer: string; due: string }
  /** Work near or past its deadline since the last digest, in the format of `formatWorkCounts`; without personal data. */
  'deadlines.work_due': { near: string; overdue: string }
  /** `subject` and `difference` are missing in older ones. `subject`: the row, for a comparison of many; else empty. */
  'reconciliation.difference': { check: CheckName; asset: AssetCode; subject?: string; difference?: string }
  'treasury.hot_wallet': { side: 'above' | 'below'; hot: string; target: string }
  'treasury.movement': { movement: MovementKind; amount: string; outcome: 'done' | 'failed' | 'unasked' }
  'crypto.deposit_credited': { amount: string }
  'crypto.withdrawal_requested': { amount: string; address: string }
  'crypto.withdrawal_sent_again': { amount: string; address: string }
  'crypto.withdrawal_settled': { amount: string; address: string }
  'crypto.withdrawal_returned': { amount: string; address: string; reason: string }
  'payments.payout_charged': { amount: string }
  'crypto.found_charged': { amount: string; transaction: string }
  'crypto.found_credited': { amount: string; transaction: string }
  /** `until` is empty when it can be used immediately. */
  'crypto.address_added': { address: string; until: string }
  'crypto.address_deleted': { address: string }
  'trading.trade_done': { sold: string; bought: string }
}
export type NoticeKind = keyof NoticeValues

export interface NoticeText {
  title: string
  text: string
}
export type NoticeTexts = { readonly [K in NoticeKind]: (values: NoticeValues[K]) => NoticeText }
