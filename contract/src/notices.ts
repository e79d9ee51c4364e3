/**
 * What a person is told, by kind: the values of each notice. Texts are in notices.es.ts and notices.en.ts; a kind without both does
 * not compile. The bell shows title and text; the mail of the same kind says the same, with what to do next.
 */
import type { ApprovalKindName } from './approval-kinds.ts'
import type { ApprovalOutcome } from './approvals.ts'
import type { RiskLevel } from './compliance-risk.ts'
import type { DataRequestStep } from './data-request-steps.ts'
import type { AssetCode } from './money.ts'
import type { CheckName } from './reconciliation.ts'
import type { MovementKind } from './treasury.ts'

/** Already formatted for people: dates in Bogotá time, amounts with their unit. */
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
  /** A refresh token was used a second time: somebody has a copy, and the session is over. */
  'identity.session_copied': { when: string }
  /** Every try of an approval was wrong; `operation` is its title. */
  'identity.approval_worn_out': { when: string; operation: string }
  'identity.account_frozen': { when: string }
  /** By an officer; why is not said here. */
  'identity.account_protected': { when: string }
  'identity.account_blocked': { when: string }
  'identity.account_unblocked': { when: string }
  'identity.sessions_ended': { when: string }
  'identity.factors_reset': { when: string; until: string }
  'identity.account_closed': { when: string }
  /** `date` is the day it begins; `changes` what changed. */
  'identity.policy_changed': { policy: string; date: string; changes: string }
  /** `slots` as `slotNames` reads them; notices of before have none. */
  'kyc.documents_declined': { level: string; description: string; slots?: string }
  /** `level` is the highest that is still verified. */
  'kyc.level_lowered': { level: string }
  'kyc.level_verified': { level: string }
  /** `subjects` as `renewalNames` reads them; `until` is the last day. Never why: that is for officers. */
  'kyc.renewal_requested': { subjects: string; until: string }
  /** `level` is that of the form. */
  'kyc.renewal_accepted': { level: string }
  /** The same words whatever the cause: a cause that may not be told is not told by its silence either. */
  'risk.paused': Record<never, string>
  'risk.resumed': Record<never, string>
  /** To officers, of what no officer did: the page behind it says whose. */
  'risk.level_changed': { before: RiskLevel; after: RiskLevel; why: 'assessed' | 'expired' | 'rule' }
  /** After everybody was looked at: how many. */
  'risk.levels_changed': { raised: string; lowered: string }
  /** Somebody answered in a conversation. Neither the bell nor the mail says what, nor about what. */
  'conversations.answered': Record<never, string>
  /** The same to somebody who cannot sign in: the link of the mail leads there. */
  'conversations.appeal_answered': Record<never, string>
  /** Of what no other notice tells: tokens that are held. */
  'conversations.opened': Record<never, string>
  /** A step of a request about personal data: its number, and the day that matters; never what was written. */
  'privacy.request_moved': { number: string; step: DataRequestStep; day: string }
  'payments.account_added': { account: string; until: string }
  'payments.account_changed': { account: string; until: string }
  'payments.account_deleted': { account: string }
  'payments.deposit_credited': { amount: string }
  'payments.deposit_held': { amount: string }
  /** A PSE payment that another person may have made. */
  'payments.payment_held': { amount: string; reason: string }
  'payments.transfer_held': { amount: string; reason: string }
  /** Its bank or the provider annulled it after its credit, which ended. */
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
  /** Of no person's data: the page behind it asks who reads. */
  'compliance.review_assigned': { officer: string; due: string }
  /** Work near its deadline, and past it, since the last digest, as `countedWork` reads it; of no person's data. */
  'deadlines.work_due': { near: string; overdue: string }
  /** `subject` and `difference` are missing in older ones. `subject`: which row, where the comparison has many; else empty. */
  'reconciliation.difference': { check: CheckName; asset: AssetCode; subject?: string; difference?: string }
  'treasury.hot_wallet': { side: 'above' | 'below'; hot: string; target: string }
  'treasury.movement': { movement: MovementKind; amount: string; outcome: 'done' | 'failed' | 'unasked' }
  'crypto.deposit_credited': { amount: string }
  'crypto.withdrawal_requested': { amount: string; address: string }
  'crypto.withdrawal_sent_again': { amount: string; address: string }
  'crypto.withdrawal_settled': { amount: string; address: string }
  'crypto.withdrawal_returned': { amount: string; address: string; reason: string }
  /** `until` is empty when it can be used at once. */
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
